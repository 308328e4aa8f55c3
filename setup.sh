#!/bin/sh
# Sets up what is missing: a virtual environment with exgen in the versions of requirements.lock,
# and Pango, which WeasyPrint loads. `make` calls it: sh setup.sh PYTHON VENV EXTRAS
set -eu

python=$1
venv=$2
extras=$3

fail() {
    echo "set-up: $*" >&2
    exit 1
}

can_load_pango() {
    "$python" -c 'import ctypes; [ctypes.CDLL(f"lib{name}.so.0") for name in ("pango-1.0", "pangoft2-1.0")]' \
        2>/dev/null
}

install_pango() {
    packages="libpango-1.0-0 libpangoft2-1.0-0"
    missing="Pango is missing; install it, for instance: apt-get install $packages"
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail "$missing"
    echo "set-up: installing $packages"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    # shellcheck disable=SC2086  # two words are two packages
    if ! { apt-get update && apt-get install -y --no-install-recommends $packages; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        fail "$missing"
    fi
    rm -f "$log"
    can_load_pango || fail "$missing"
}

command -v "$python" >/dev/null || fail "there is no $python; install Python 3.11 or newer"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "exgen needs Python 3.11 or newer, and $python is older; name another: make PYTHON=python3.12"
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "Python's venv module is missing; install it, for instance: apt-get install python3-venv"
can_load_pango || install_pango

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi
echo "set-up: installing exgen[$extras] into $venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint requirements.lock --editable ".[$extras]" ||
    fail "pip could not install exgen; is a package index in reach?"

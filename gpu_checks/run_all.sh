#!/bin/sh
# All counts and measurements of a plan on one GPU, within 8 minutes and without a network.
#
#   exgen check --plan plan.json --device cuda       before, on any machine that has exgen
#   sh gpu_checks/run_all.sh plan.json records       here: torch, Triton and NumPy are enough
#   exgen check --read records                       afterwards, where exgen is
#
# Raw samples of every finished check are kept, whatever happens to the others.
set -u
plan=${1:?usage: sh run_all.sh PLAN [RECORDS]}
records=${2:-records}
here=$(dirname "$0")
python=${PYTHON:-python3}

"$python" -c 'import sys; print("Python", sys.version.split()[0])'
"$python" -c 'import torch; print("torch", torch.__version__, "on", torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU")' || exit 2
"$python" -c 'import triton; print("Triton", triton.__version__)' || echo "no Triton: its kernels are skipped"
nvidia-smi --query-gpu=clocks.sm,clocks.mem,temperature.gpu,power.draw --format=csv,noheader 2>/dev/null

timeout 480 "$python" "$here/run.py" "$plan" -o "$records" --minutes 7

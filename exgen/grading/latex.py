r"""LaTeX as people paste it -> plain characters: `\frac{2S}{B}`, `N_{\text{h}}`, `4\,\mathrm{ms}`.

Only what has a plain spelling is rewritten; any other command keeps its backslash and is refused by
the readers. Fractions and roots are rewritten from the inside out, as deep as they may be nested.
"""

from __future__ import annotations

import re

from exgen.errors import ExgenError

DEEPEST = 6

_WORDS = (
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega"
    "|log|ln|lg|exp|max|min|sin|cos|sqrt"
)
_TEXT = r"\\(?:text|mathrm|mathit|mathbf|mathsf|operatorname|rm|mbox|textrm|textit|textbf)\s*\{([^{}\\]*)\}"
_COMMANDS = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (r"\\[()\[\]]|\$\$", " "),
        (r"\\(?:left|right|big|Big|bigl|bigr|displaystyle|limits)(?![A-Za-z])", ""),
        (r"\\varepsilon(?![A-Za-z])", " epsilon "),
        (r"_\s*" + _TEXT, r"_\1"),
        (r"_\s*\{\s*" + _TEXT + r"\s*\}", r"_\1"),
        (r"\\log\s*_\s*\{?\s*(2|10|e)\s*\}?", r" log_\1 "),
        (_TEXT, r" \1 "),
        (r"\\(?:times|cdot|ast)(?![A-Za-z])", "*"),
        (r"\\div(?![A-Za-z])", "/"),
        (r"\\(?:approx|simeq|sim)(?![A-Za-z])", "~"),
        (r"\\pm(?![A-Za-z])", "±"),
        (r"\\lceil(?![A-Za-z])", " ceil("),
        (r"\\lfloor(?![A-Za-z])", " floor("),
        (r"\\r(?:ceil|floor)(?![A-Za-z])", ")"),
        (r"\\(?:[,;:! ]|quad|qquad)", " "),
        (r"\\([%$&#_^])", r"\1"),
        (r"\\(?:d|t)?frac\s*(\d)\s*(\d|[A-Za-z](?![A-Za-z]))", r"((\1)/(\2))"),
        (rf"\\({_WORDS})(?![A-Za-z])", r" \1 "),
        (r"(?<=\d)~(?=[A-Za-z])", " "),
    )
)
_SIMPLE_GROUP = re.compile(r"_\s*\{([A-Za-z0-9, ]*)\}")
_NESTED = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (r"\^\s*\{([^{}\\]*)\}", r"^(\1)"),
        (r"\\[dt]?frac\s*\{([^{}\\]*)\}\s*\{([^{}\\]*)\}", r"((\1)/(\2))"),
        (r"(?:\\| )sqrt\s*\[\s*(\d)\s*\]\s*\{([^{}\\]*)\}", r"((\2)^(1/\1))"),
        (r"(?:\\| )sqrt\s*\{([^{}\\]*)\}", r" sqrt(\1)"),
    )
)
_MONEY_OR_MATHS = re.compile(r"\$([^$]*)\$")


def without_latex(text: str) -> str:
    """Raises ExgenError where fractions are nested too deeply."""
    for pattern, by in _COMMANDS:
        text = pattern.sub(by, text)
    if text.count("$") == 2:
        text = _MONEY_OR_MATHS.sub(r" \1 ", text)
    text = _SIMPLE_GROUP.sub(lambda m: "_" + m[1].replace(",", "").replace(" ", ""), text)
    for _ in range(DEEPEST + 1):
        before = text
        for pattern, by in _NESTED:
            text = pattern.sub(by, text)
        if text == before:
            return text
    raise ExgenError(f"fractions nested more than {DEEPEST} deep")

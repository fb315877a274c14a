#!/usr/bin/env python3
"""Writes src/base/fixed_math/tables.h: the numbers that the elementary functions are made of, in mpmath with 400 bits, each rounded once.

    python3 scripts/fixed_math_tables.py > src/base/fixed_math/tables.h

Polynomials interpolate at Chebyshev's points; the greatest error that was found is written beside them.
"""
import re

from mpmath import asin, atan, cos, euler, exp, floor, frexp, ldexp, log, loggamma, lu_solve, matrix, mp, mpf, pi, sqrt, zeta

mp.prec = 400


def number(value):
    return re.sub(r"\.?0*p", "p", float(value).hex()) if value else "0"


def cut(value, digit):
    """value to the nearest multiple of 2^-digit"""
    return ldexp(floor(ldexp(value, digit) + mpf(1) / 2), -digit)


def pair(value):
    """The nearest double, and what is left."""
    high = mpf(float(value))
    return number(high), number(value - high)


def bits(value, count):
    """The leading bits of value."""
    return cut(value, count - frexp(value)[1])


def table(comment, kind, name, items, columns):
    print(f"\n/* {comment} */\nstatic const {kind} {name}[{len(items)}] = {{")
    print(",\n".join("    " + ", ".join(items[i:i + columns]) for i in range(0, len(items), columns)) + "};")


def rows(values):
    return [text for value in values for text in value]


def polynomial(comment, name, f, low, high, count):
    """count coefficients, lowest first"""
    at = [(low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    solved = lu_solve(matrix([[x**j for j in range(count)] for x in at]), matrix([f(x) for x in at]))
    grid = [low + (high - low) * (i + mpf(1) / 3) / 1000 for i in range(1000)]
    worst = max(abs(f(x) - sum(mpf(float(solved[j])) * x**j for j in range(count))) for x in grid)
    table(f"{comment}, within 2^{float(log(worst, 2)):.1f}", "double", name, [number(c) for c in solved], 5)


print("""/* What the elementary functions are made of: written by scripts/fixed_math_tables.py, each number rounded once. */
#pragma once

#include <stdint.h>

#include "base/fixed_math/twofold.h"

/* clang-format off */""")

unit = log(2) / 64
high = bits(unit, 35)
print(f"\n/* ln(2) / 64: 35 bits, and the rest */\nstatic const twofold exponential_unit = {{{number(high)}, {number(unit - high)}}};")
table("2^(i/64), high and low", "double", "exponential_table", rows(pair(mpf(2)**(mpf(i) / 64)) for i in range(64)), 4)

high = cut(log(2), 42)
print(f"\n/* ln 2: a multiple of 2^-42, and the rest */\nstatic const twofold log_of_2 = {{{number(high)}, {number(log(2) - high)}}};")
inverses = [cut(128 / mpf(i), 9) for i in range(91, 182)]
table("For i = 91 .. 181: c of at most 10 bits near 128 / i; -ln c as a multiple of 2^-42, and the rest", "double", "logarithm_table",
      rows((number(c), number(cut(-log(c), 42)), number(-log(c) - cut(-log(c), 42))) for c in inverses), 6)
for name, value in (("inverse_log_of_2", 1 / log(2)), ("inverse_log_of_10", 1 / log(10)), ("quarter_turn", pi / 2), ("stirling_constant", log(2 * pi) / 2 - mpf(1) / 2),
                    ("gamma_slope", 1 - euler), ("gamma_curvature", (zeta(2) - 1) / 2)):
    print(f"static const twofold {name} = {{{', '.join(pair(value))}}};")

table("atan(i/32), high and low", "double", "arc_table", rows(pair(atan(mpf(i) / 32)) for i in range(33)), 4)
polynomial("(asin(x) - x) / x^3 of x^2 <= 1/4", "arc_sine", lambda z: (asin(sqrt(z)) / sqrt(z) - 1) / z, mpf(0), mpf(1) / 4, 13)

parts, rest = [], pi / 2
for _ in range(3):
    parts.append(bits(rest, 33))
    rest -= parts[-1]
table("pi/2 = the sum: three numbers of 33 bits, and the rest", "double", "quarter_turn_parts", [number(p) for p in [*parts, rest]], 4)
mp.prec = 1400
table("2/pi in words of 32 bits behind the point", "uint32_t", "inverse_quarter_turn",
      [f"0x{int(floor(ldexp(2 / pi, 32 * (i + 1)))) % 2**32:08x}" for i in range(38)], 8)
mp.prec = 400

polynomial("(ln Gamma(2 + d) - gamma_slope d - gamma_curvature d^2) / d^3 of |d| <= 1/2", "gamma_series",
           lambda d: (loggamma(2 + d) - (1 - euler) * d - (zeta(2) - 1) / 2 * d * d) / d**3, -mpf(1) / 2, mpf(1) / 2, 18)

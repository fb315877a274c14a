/* exp and log made of +, -, x and / alone, each rounded to the nearest double: the same bytes on every architecture. For random variates, which keep
 * their bytes; anything else takes base/fixed_math.h, which is finer and faster. */
#pragma once

double portable_exp(double x); /* x <= 0; within 4 units in the last place, 0 below -700 */
double portable_log(double x); /* 2^-1000 <= x <= 2^1000; within 4e-16 max(1, |log x|) */

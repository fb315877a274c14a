/* exp, log, cos and sin made of +, -, x and / (and fmod, which is exact) alone, each rounded to the nearest double: the same bits on every architecture.
 * For random variates and for what is shown to learners, whose bytes are the same everywhere. */
#pragma once

double portable_exp(double x);   /* x <= 0; within 4 units in the last place, 0 below -700 */
double portable_log(double x);   /* 2^-1000 <= x <= 2^1000; within 4e-16 max(1, |log x|) */
double portable_log1p(double x); /* |x| <= 1/4; within 4 units in the last place */
/* cos and sin of an angle >= 0, within 1e-15 + 1e-16 angle */
void portable_turn(double angle, double *cosine, double *sine);

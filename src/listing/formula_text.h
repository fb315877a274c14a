/* Formulas for people at a terminal: the TeX between dollar signs of a descriptor as text, with the letters and signs of Unicode. */
#pragma once

#include <stdio.h>

/* "$M\le\frac{r\ln n}b$" as "M ≤ r ln n/b". Knows the commands that descriptors use; the name of any other one is written as a word. A formula
 * of more than 2000 bytes is cut. */
void formula_text(FILE *file, const char *formula);

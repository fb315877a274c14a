/* Running gnuplot. */
#pragma once

#include "base/status.h"

/* Runs `gnuplot -d <script>` in the folder, without a shell and with only the search path of the caller's environment.
 * STATUS_ABSENT if there is no gnuplot, STATUS_FAILED with gnuplot's message if it fails. */
status gnuplot_run(const char *folder, const char *script);

/* gnuplot succeeds even if the disk is full: STATUS_IO unless the picture (format svg, png or pdf) has its end. */
status gnuplot_check_picture(const char *path, const char *format);

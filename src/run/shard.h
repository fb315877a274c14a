/* A part of a run. Of N shards the I-th has the cells whose place in the plan, counted from 0, is I - 1 modulo N; every shard makes the same plan. */
#pragma once

#include "base/status.h"

/* count = 0: the whole run. */
typedef struct shard {
  size_t number, count; /* 1 <= number <= count */
} shard;

enum { LARGEST_SHARDS = 1000000, SHARD_TEXT = 32 };

/* "I/N", both decimal without sign, 1 <= I <= N <= LARGEST_SHARDS. STATUS_INVALID says what was expected of --shard. */
status shard_parse(const char *text, shard *out);
bool shard_has(const shard *part, size_t cell);
size_t shard_cells(const shard *part, size_t cells);              /* how many of the first `cells` */
const char *shard_text(const shard *part, char text[SHARD_TEXT]); /* "I/N" */

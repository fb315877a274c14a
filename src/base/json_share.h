/* Documents whose parts are mostly equal keep and send these once: the points of a grid differ in a few numbers.
 *
 * A shared container is a cJSON reference (cJSON_IsReference) to the children of the one it equals. It reads, prints and duplicates like
 * any other. What it refers to must outlive it and must not change: the items of one list, freed together. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Equal, also in the order of members and in the sign of 0. Names of `a` and `b` themselves do not count. */
bool json_same(const cJSON *a, const cJSON *b);

/* Objects and arrays inside `item` that equal what stands at the same place of `before` become references to it; their memory is freed. */
void json_share(cJSON *item, const cJSON *before);

/* For sending the items of a list one after another: json_share_hide turns what is shared into null; json_share_fill, given the item
 * before, turns null into references again where that has a container. (An option has one type: it is no container here and a number
 * that is not finite there.) */
void json_share_hide(cJSON *item);
void json_share_fill(cJSON *item, const cJSON *before);

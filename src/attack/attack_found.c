/* Keeping what an attack found. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack/attack_search.h"
#include "base/file.h"
#include "base/memory.h"

void attack_found_free(attack_found *found) {
  attack_candidate_free(&found->candidate);
  cJSON_Delete(found->origin);
  free(found->file);
  memset(found, 0, sizeof *found);
}

status attack_copy_file(const char *from, const char *to) {
  char *text = NULL;
  size_t length = 0;
  TRY(file_read(from, &text, &length));
  FILE *file = fopen(to, "we");
  status code = file == NULL ? FAIL(STATUS_IO, "%s: %s", to, strerror(errno)) : STATUS_OK;
  if (file != NULL) {
    const bool whole = fwrite(text, 1, length, file) == length;
    if ((fclose(file) != 0 || !whole) && code == STATUS_OK) code = FAIL(STATUS_IO, "%s: %s", to, strerror(errno));
  }
  free(text);
  return code;
}

status attack_keep(const attack_search *search, const attack_candidate *candidate, const attack_result *result,
                   const cJSON *origin, const char *slot, const char *name, attack_found *to) {
  attack_found made = {.candidate = *candidate, .result = *result};
  made.candidate.point = cJSON_Duplicate(candidate->point, true);
  made.origin = cJSON_Duplicate(origin, true);
  status code = made.candidate.point == NULL || made.origin == NULL
                    ? FAIL(STATUS_MEMORY, "no memory for what was found")
                    : STATUS_OK;
  if (code == STATUS_OK && slot != NULL) {
    code = memory_format(&made.file, "%s/%s.jsonl", search->scratch, name);
    if (code == STATUS_OK && rename(slot, made.file) != 0) {
      code = FAIL(STATUS_IO, "%s: %s", made.file, strerror(errno));
    }
  }
  made.candidate.file = made.file;
  made.candidate.edit = (attack_edit){.kind = EDIT_NONE};
  made.candidate.record = false;
  if (code != STATUS_OK) {
    attack_found_free(&made);
    return code;
  }
  attack_found_free(to);
  *to = made;
  return STATUS_OK;
}

status attack_take(attack_search *search, const attack_found *found) {
  if (search->best.origin != NULL && !attack_better(&found->result, &search->best.result)) return STATUS_OK;
  char *copy = NULL;
  status code = STATUS_OK;
  if (found->file != NULL) {
    CHECK(memory_format(&copy, "%s/copy.jsonl", search->scratch));
    CHECK(attack_copy_file(found->file, copy));
  }
  code = attack_keep(search, &found->candidate, &found->result, found->origin, copy, "best", &search->best);
end:
  free(copy);
  return code;
}

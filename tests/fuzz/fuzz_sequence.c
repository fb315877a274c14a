/* The reader of recorded sequences: any bytes are a sequence or one line that says why not; a sequence that was read can be written
 * and read again. */
#include <math.h>

#include "data/sequence_file.h"
#include "fuzz_input.h"

static void write_again(sequence *read, const sequence_header *header) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL) abort();
  if (sequence_write_header(file, header, sequence_comparator(read)) != STATUS_OK) abort();
  for (size_t t = 0; t < header->trials; t++) {
    instance x;
    double label = NAN;
    const prediction said = {.score = 0.5, .value = 1.0};
    sequence_trial(read, t, &x, &label);
    if (!isfinite(label) || instance_check_finite(&x) != STATUS_OK) abort();
    if (sequence_write_trial(file, t + 1, &x, label, &said) != STATUS_OK) abort();
  }
  if (fclose(file) != 0) abort();
  char path[FUZZ_PATH];
  const int copy = fuzz_file((const uint8_t *)text, length, path);
  sequence *again = NULL;
  if (sequence_open(path, &again) != STATUS_OK) {
    (void)fprintf(stderr, "%s\n%s\n", status_message(), text);
    abort();
  }
  const sequence_header same = sequence_header_of(again);
  if (same.n != header->n || same.kind != header->kind || same.trials != header->trials) abort();
  sequence_close(again);
  (void)close(copy);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[FUZZ_PATH];
  const int file = fuzz_file(data, size, path);
  sequence *read = NULL;
  const status code = sequence_open(path, &read);
  fuzz_check_message(code, path);
  if (code == STATUS_OK) {
    const sequence_header header = sequence_header_of(read);
    /* Order up to 10^7 is fine in a file of sparse vectors, but a comparator of that order is not written in no time. */
    if (header.n <= 1000 && header.trials <= 1000) write_again(read, &header);
    sequence_close(read);
  }
  (void)close(file);
  return 0;
}

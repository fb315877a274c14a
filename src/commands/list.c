/* winnow list: what exists, and what one scenario is about. */
#include "base/process/child.h"
#include "commands/scenario.h"
#include "listing/listing.h"
#include "listing/listing_scenario.h"

static status list_plan(const command_line *line, const char *path, const plan *planned, int *exit_status) {
  *exit_status = 0;
  listing_scenario(stdout, planned);
  return STATUS_OK;
}

static status run(const command_line *line, int *exit_status) {
  bool json = false;
  *exit_status = 0;
  if (line->format != NULL) TRY(listing_format_read(line->format, &json));
  const bool scenarios = line->argument_count == 2 && listing_is(line->arguments[0], "scenarios");
  child_allow(); /* a listing starts nothing */
  TRY(scenario_check_data(line));
  if (scenarios) return scenario_with_plan(line, line->arguments[1], list_plan, exit_status);
  return listing_print(stdout, line->arguments[0], line->arguments[1], line->data, json);
}

const command command_list = {.name = "list",
                              .arguments = "[learners|problems|bounds|scenarios] [NAME]",
                              .summary = "list what exists, with parameters, defaults and sources",
                              .least = 0,
                              .most = 2,
                              .run = run};

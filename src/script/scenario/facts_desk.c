#include "script/scenario/facts_desk.h"
#include "base/json.h"
#include "base/process/channel.h"
#include "base/process/memory_limit.h"
#include <unistd.h>

enum { FACTS_NAME = 64, FACTS_MESSAGE = 2048, FACTS_TEXT = 1 << 26 };

typedef struct facts_question {
  char name[FACTS_NAME]; /* of the class: what the child says is not trusted */
  size_t length, memory; /* of the text that follows; of what is read */
  uint64_t seed;
  size_t trials;
} facts_question;

typedef struct facts_reply {
  status code;
  bool reached;
  problem_facts facts;
  char message[FACTS_MESSAGE];
} facts_reply;

void facts_desk_open(int desks[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, desks) != 0) desks[0] = desks[1] = -1;
}

void facts_desk_close(int *desk) {
  if (*desk >= 0) (void)close(*desk);
  *desk = -1;
}

static status find(const problem_class *class, const problem_setting *setting, const options *values, size_t memory,
                   problem_facts *facts, bool *reached) {
  const memory_limit limit = memory_limit_begin(memory);
  const status code = problem_ask_facts(class, setting, values, facts);
  *reached = memory_limit_end(&limit) && code != STATUS_OK && status_memory() != STATUS_OK;
  if (*reached) status_forget_memory();
  return code;
}

/* The options and the folders as JSON. */
static status write_question(const problem_setting *setting, const options *values, char **text) {
  CLEANUP(json_free_at) cJSON *all = cJSON_CreateObject();
  cJSON *given = NULL;
  TRY(options_json(values, &given));
  const char *data = setting->folders.given, *folder = setting->folders.scenario;
  if (!cJSON_AddItemToObject(all, "options", given) ||
      (data != NULL && cJSON_AddStringToObject(all, "data", data) == NULL) ||
      (folder != NULL && cJSON_AddStringToObject(all, "folder", folder) == NULL)) {
    return FAIL(STATUS_MEMORY, "no memory for the facts of a problem");
  }
  return json_print(all, 0, 0, text);
}

status facts_ask(int desk, const problem_class *class, const problem_setting *setting, const options *values,
                 size_t memory, problem_facts *facts, bool *reached) {
  FREED char *text = NULL;
  facts_reply reply;
  if (desk < 0) return find(class, setting, values, memory, facts, reached);
  TRY(write_question(setting, values, &text));
  facts_question question = {
      .length = strlen(text), .memory = memory, .seed = setting->seed, .trials = setting->trials};
  (void)snprintf(question.name, sizeof question.name, "%s", class->about.name);
  if (!channel_send(desk, &question, sizeof question) || !channel_send(desk, text, question.length) ||
      !channel_receive(desk, &reply, sizeof reply)) {
    return FAIL(STATUS_IO, "%s: its data cannot be read: %s", class->about.name, strerror(errno));
  }
  *facts = reply.facts;
  *reached = reply.reached;
  if (reply.code == STATUS_OK) return STATUS_OK;
  const status code = FAIL(reply.code, "%s", reply.message);
  if (reply.reached) status_forget_memory(); /* the limit was the parent's, and it is lifted */
  return code;
}

static const char *text_of(const cJSON *all, const char *name) {
  return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(all, name));
}

static status answer(const facts_question *question, const char *text, facts_reply *reply) {
  CLEANUP(json_free_at) cJSON *all = NULL;
  CLEANUP(options_free_at) options *values = NULL;
  const problem_class *class = problem_find(question->name);
  if (class == NULL) return FAIL(STATUS_FAILED, "%s: no such problem", question->name);
  TRY(json_parse(text, &all));
  const problem_setting setting = {
      .seed = question->seed, .trials = question->trials, .folders = {text_of(all, "data"), text_of(all, "folder")}};
  TRY(options_new(&class->about, json_member(all, "options"), &values));
  return find(class, &setting, values, question->memory, &reply->facts, &reply->reached);
}

bool facts_answer(int desk) {
  facts_question question;
  facts_reply reply = {.code = STATUS_OK};
  FREED char *text = NULL;
  if (!channel_receive(desk, &question, sizeof question)) return false;
  question.name[sizeof question.name - 1] = '\0';
  if (question.length > FACTS_TEXT) return false;
  reply.code = NEW_ARRAY(question.length + 1, text);
  if (reply.code != STATUS_OK || !channel_receive(desk, text, question.length)) return false;
  reply.code = answer(&question, text, &reply);
  if (reply.code != STATUS_OK) (void)snprintf(reply.message, sizeof reply.message, "%s", status_message());
  return channel_send(desk, &reply, sizeof reply);
}

/* The pipe protocol, "winnow-lab pipe 1": a learner in another program. Each message is one line, a JSON object with one member that says what
 * it is; each but `bye` has one answer, of the same name. The engine asks, the learner answers:
 *
 *   {"hello":{"protocol":"winnow-lab pipe 1","instances":"vector","n":8,"rank":8,"trials":100,"labels":"sign","seed":1,"options":{..}}}
 *       instances, n, m, labels, loss, interval, scale: as in the header of a sequence file (docs/formats.md); rank: most factors (vectors:
 *       entries) of an instance; options: what the scenario gives
 *     {"hello":{"protocol":"winnow-lab pipe 1","name":"my learner","threshold":0.5,"constants":{"eta":0.1},"observes":["norm"],"saves":true}}
 *       all but protocol may be missing; threshold: on signs the prediction is 1 iff the score is at least this, 0 where it is missing;
 *       constants: what bounds, adversaries and `observe` may ask for
 *   {"predict":{"t":1,"x":[..]}}           the instance's members are those of a trial in a sequence file
 *     {"predict":{"score":0.25,"prediction":1,"probability":1}}    without prediction: 1 iff score >= threshold, or the score itself; with
 *                                          another prediction on signs the cell ends, unless the answer has the probability of 1
 *   {"update":{"t":1,"y":-1}}              the label of the instance asked last; comes once for each trial
 *     {"update":{"updated":true}}          did the state change? missing: true; threshold: the new one, if it changed; so in load
 *   {"score":{"x":[..]}}                   no trial: adversaries and observers ask; nothing may change
 *     {"score":{"score":0.25}}
 *   {"observe":{}}                         only if `observes` names something
 *     {"observe":{"norm":1.5}}
 *   {"save":{}}                            only if `saves`
 *     {"save":{"state":{..}}}
 *   {"load":{"state":{..}}}
 *     {"load":{}}
 *   {"bye":{}}                             the learner ends; so it does at the end of its input
 *
 * Instead of an answer {"error":"why"} ends the cell with that reason. Members that are not known are refused by either side's reader where it
 * is this program. */
#pragma once

#define PIPE_PROTOCOL "winnow-lab pipe 1"

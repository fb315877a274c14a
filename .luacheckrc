std = "lua54"
max_line_length = 120
-- What the harness gives to a scenario, besides math, string and table.
read_globals = { "bound", "learner", "premise", "problem", "random", "vec", "sparse", "mat", "spectral" }
-- Declarations for editors: they define what others read, and their functions do nothing.
files["scenarios/types"] = {
  globals = { "bound", "learner", "premise", "problem", "vec", "sparse", "mat", "spectral" },
  ignore = { "212", "241", "631" },
}

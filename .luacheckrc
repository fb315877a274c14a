std = "lua54"
max_line_length = 120
-- What the harness gives to a scenario, besides math, string and table.
read_globals = { "bound", "learner", "problem", "random", "vector", "vec", "sparse", "mat", "spectral" }

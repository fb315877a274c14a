# Tests and benches: `make test` and `make bench`, and the longer ones under sanitizers, valgrind, fuzzers and coverage. `make help` lists them.

# ---- programs

UNIT_SOURCES := $(wildcard tests/unit/*.c tests/unit/*/*.c)
CONTROL_SOURCES := $(wildcard tests/controls/*.c)
FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
BENCH_SHARED := tests/bench/game.c tests/bench/timing.c
BENCH_SOURCES := $(filter-out $(BENCH_SHARED),$(wildcard tests/bench/*.c))

UNIT_OBJECTS := $(UNIT_SOURCES:%.c=$(OBJECTS)/%.o)
CONTROL_OBJECTS := $(CONTROL_SOURCES:%.c=$(OBJECTS)/%.o) $(OBJECTS)/registry_controls.o
FUZZ_OBJECTS := $(FUZZ_SOURCES:%.c=$(OBJECTS)/%.o)
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$(OBJECTS)/%.o) $(BENCH_SHARED:%.c=$(OBJECTS)/%.o)
UNIT_PROGRAM := $(BUILD)/tests/unit
CONTROLS_PROGRAM := $(BUILD)/tests/winnow-controls
SANITIZER_CONTROL := $(BUILD)/tests/sanitizer-control
HOSTILE_SOURCES := $(wildcard tests/hostile/*.c)
HOSTILE_OBJECTS := $(HOSTILE_SOURCES:%.c=$(OBJECTS)/%.o)
STARVED_PROGRAM := $(BUILD)/tests/winnow-starved
STARVED_EXAMPLE := $(BUILD)/tests/example-starved
FUZZ_PROGRAMS := $(FUZZ_SOURCES:tests/fuzz/%.c=$(BUILD)/tests/%)
BENCH_PROGRAMS := $(BENCH_SOURCES:tests/bench/%.c=$(BUILD)/bench/%)

# What is not there yet cannot be built: no unit test, no test program.
TEST_PROGRAMS := $(if $(UNIT_SOURCES),$(UNIT_PROGRAM)) $(if $(CONTROL_SOURCES),$(CONTROLS_PROGRAM)) \
                 $(if $(HOSTILE_SOURCES),$(STARVED_PROGRAM) $(STARVED_EXAMPLE))

# A third of all compiling; what is tested is optimised as ever.
TEST_OPTIMISATION = $(if $(filter -O%,$(CFLAGS)),,-O1)
$(UNIT_OBJECTS): EXTRA_FLAGS = $(TEST_OPTIMISATION) -Itests -Wno-gnu-zero-variadic-macro-arguments
# Its registry comes before the archive, whose own is then not taken.
$(CONTROLS_PROGRAM): $(MAIN_OBJECT) $(CONTROL_OBJECTS) $(LIBRARY) $(BUILD)/objects.txt $(BUILD)/link.txt
	$(link)

# With an allocator and system calls of their own, which can be told to fail. These are called before a sanitizer is ready.
$(HOSTILE_OBJECTS): EXTRA_FLAGS = $(if $(findstring -fsanitize=address,$(CFLAGS)),-fno-sanitize=all -DSANITIZED)
$(STARVED_PROGRAM): $(MAIN_OBJECT) $(HOSTILE_OBJECTS) $(LIBRARY) $(BUILD)/link.txt
	$(link)
$(STARVED_EXAMPLE): $(OBJECTS)/tests/library/example.o $(HOSTILE_OBJECTS) $(LIBRARY) $(BUILD)/link.txt
	$(link)

$(UNIT_PROGRAM): $(UNIT_OBJECTS) $(LIBRARY) $(BUILD)/objects.txt $(BUILD)/link.txt
	$(link)
$(UNIT_OBJECTS) $(OBJECTS)/tests/sanitizer_control/control.o: | $(BUILD)/.setup-test

$(SANITIZER_CONTROL): $(OBJECTS)/tests/sanitizer_control/control.o $(OBJECTS)/tests/unit/main.o $(BUILD)/link.txt
	$(link)

$(BENCH_OBJECTS): EXTRA_FLAGS = -Itests
# With its own malloc, which counts.
$(BUILD)/bench/allocations: $(addprefix $(OBJECTS)/tests/unit/,allocation_counter.o trial_allocations.o)
# An archive: each program takes what it uses.
BENCH_LIBRARY := $(OBJECTS)/bench.a
$(BENCH_LIBRARY): $(BENCH_SHARED:%.c=$(OBJECTS)/%.o)
	$(say) AR $@
	$(quiet)rm -f $@ && ar rcs $@ $^
$(BENCH_PROGRAMS): $(BUILD)/bench/%: $(OBJECTS)/tests/bench/%.o $(BENCH_LIBRARY) $(LIBRARY) $(BUILD)/link.txt
	$(link)

-include $(patsubst %.o,%.d,$(UNIT_OBJECTS) $(CONTROL_OBJECTS) $(FUZZ_OBJECTS) $(BENCH_OBJECTS) $(HOSTILE_OBJECTS))

# ---- tests

.PHONY: test-programs
test-programs: $(PROGRAM) $(TEST_PROGRAMS)

TEST_ENVIRONMENT = WINNOW=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) DATA=$(call quote,$(abspath $(DATA))) \
                   COVERAGE=$(COVERAGE) CC=$(call quote,$(CC)) MAKE=$(call quote,$(firstword $(MAKE))) MAKEFLAGS= MFLAGS=
.PHONY: test
test: test-products ## build and test in about two minutes [DATA=folder of data sets]
	@$(TEST_ENVIRONMENT) sh tests/run.sh
.PHONY: test-all
test-all: test-products ## the same, and the long sweeps that `make test` cuts short
	@$(TEST_ENVIRONMENT) TEST_ALL=1 sh tests/run.sh
# All that the tests use is made before the first of them begins; none builds in this folder.
.PHONY: test-products
test-products: test-programs $(PLAY_PROGRAM) $(LIBRARIES_FOR_OTHERS) $(MAN_PAGES) $(BUILD)/.setup-test

# Two minutes, most of them for compiling everything again.
.PHONY: test-package
test-package: ## build the Debian packages and try them
	@mkdir -p $(BUILD)
	@$(TEST_ENVIRONMENT) sh tests/package.sh > $(BUILD)/package.log; status=$$?; cat $(BUILD)/package.log; \
	  test $$status -eq 0 && ! grep -q '^not ok ' $(BUILD)/package.log

# Needs a Chromium, node and npm, which fetches the two packages of tests/browser/package.json.
.PHONY: test-report
test-report: $(PROGRAM) $(BUILD)/.setup-browser $(BUILD)/browser/package.json ## look at a report in a headless Chromium
	@$(TEST_ENVIRONMENT) sh tests/scenarios/report_browser.sh > $(BUILD)/browser/log; status=$$?; cat $(BUILD)/browser/log; \
	  test $$status -eq 0 && ! grep -q '^not ok ' $(BUILD)/browser/log
$(BUILD)/browser/package.json: tests/browser/package.json
	@mkdir -p $(@D)
	@cp $< $(@D)/package.json.new
	@mv $(@D)/package.json.new $(@D)/package.json && { npm install --prefix $(@D) --no-audit --no-fund --no-package-lock --silent || \
	  { rm -f $@; exit 1; }; }

# With the packages of the distribution; what needs one that is missing is skipped.
.PHONY: test-python
test-python: $(PROGRAM) $(SHARED_LIBRARY) $(BUILD)/.setup-python ## test the Python module, its types and style [PYTHON=/usr/bin/python3]
	@BUILD=$(abspath $(BUILD)) sh tests/python/run.sh

# Skipped where there is no coqc and none can be installed.
.PHONY: proofs
proofs: $(BUILD)/.setup-proofs ## check the theorems of proofs/ with Coq, in about a minute
	@BUILD=$(abspath $(BUILD)) sh proofs/check.sh

# Each of these is the same Makefile on a build folder of its own.
# A double beyond the range of an integer is not among what `undefined` looks for.
SANITIZE_FLAGS := -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
# With the shared run-time libraries of gcc, UBSan ignores log_path and its reports would be lost on stderr.
SANITIZE_LINK = $(if $(findstring clang,$(COMPILER)),,-static-libasan -static-libubsan)
# These look at documents, pictures, other programs or what is installed, by commands that other scripts give, too.
SANITIZE_LEAVES := alone command_completion contributing examples install manual_pages mutants papers picture_boxes prose report_browser reproduce \
                   same_bytes site slurm words
.PHONY: sanitize
sanitize: ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/sanitize WERROR= CFLAGS=$(call quote,$(CFLAGS) $(SANITIZE_FLAGS)) \
	  LDFLAGS=$(call quote,$(LDFLAGS) $(SANITIZE_LINK)) sanitize-here
.PHONY: sanitize-here
sanitize-here: test-programs $(PLAY_PROGRAM) $(SANITIZER_CONTROL) $(BUILD)/.setup-test
	@$(TEST_ENVIRONMENT) TEST_LONG=1 TEST_LEAVE="$(SANITIZE_LEAVES)" TEST_TIMEOUT=1200 sh tests/sanitizer_control/run.sh

COVERAGE_LEAST := 90
.PHONY: coverage
coverage: $(BUILD)/.setup-coverage ## run all tests and print how many lines of src/ they reach; at least 90 % or it fails
	@find $(BUILD)/coverage -name '*.gcda' -delete 2> /dev/null; true
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/coverage WERROR= CFLAGS=$(call quote,$(CFLAGS) -O1 --coverage -DCOVERAGE) COVERAGE=1 test-all \
	  || echo 'coverage: some tests failed, the figures are those of the others' >&2
	@gcovr --root . --filter src/ --exclude-unreachable-branches --print-summary --fail-under-line $(COVERAGE_LEAST) \
	  --output $(BUILD)/coverage/report.txt $(BUILD)/coverage/obj; status=$$?; \
	  echo "lines not reached: $(BUILD)/coverage/report.txt"; exit $$status

# Valgrind needs system calls and files of its own where we give ours up: the programs for it have the object that does nothing before the archive.
VALGRIND_UNIT := $(BUILD)/tests/valgrind-unit
VALGRIND_WINNOW := $(BUILD)/tests/valgrind-winnow
UNCONFINED_OBJECT := $(OBJECTS)/src/base/process/alone/confine.o
.PHONY: valgrind
valgrind: $(VALGRIND_WINNOW) $(VALGRIND_UNIT) $(SANITIZER_CONTROL) $(BUILD)/.setup-valgrind ## run unit tests and every command under valgrind's memcheck
	@$(TEST_ENVIRONMENT) WINNOW=$(abspath $(VALGRIND_WINNOW)) sh tests/valgrind/run.sh
$(VALGRIND_WINNOW): $(MAIN_OBJECT) $(UNCONFINED_OBJECT) $(LIBRARY) $(BUILD)/link.txt
	$(link)
$(VALGRIND_UNIT): $(UNIT_OBJECTS) $(UNCONFINED_OBJECT) $(LIBRARY) $(BUILD)/objects.txt $(BUILD)/link.txt
	$(link)

FUZZ_SANITIZE = -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
FUZZ_SECONDS ?= 10
FUZZ_SEED ?= 1
FUZZ ?= $(FUZZ_SOURCES:tests/fuzz/fuzz_%.c=%)
.PHONY: fuzz
fuzz: $(BUILD)/.setup-fuzz ## feed random input to every reader, or to FUZZ="name...", FUZZ_SECONDS=10 each, FUZZ_SEED=1 (needs clang)
	@$(MAKE) --no-print-directory -k BUILD=$(BUILD)/fuzz CC=clang WERROR= FUZZ=$(call quote,$(FUZZ)) \
	  CFLAGS=$(call quote,$(CFLAGS) $(FUZZ_SANITIZE) -fsanitize=fuzzer-no-link) fuzz-here
.PHONY: fuzz-here
fuzz-here: $(FUZZ:%=fuzz-one-%)
# What long runs found, and inputs with names that nobody can read, as one archive (tests/pack.sh makes it); the others are files of tests/fuzz/corpus.
$(BUILD)/found: tests/fuzz/found.tar.gz
	@rm -rf $@ && mkdir -p $@ && tar -xzf $< -C $@ && touch $@
# Both are replayed first, whole, however short the time. Freed memory is kept long enough to be recognised, and no longer: fresh pages are slow.
fuzz-one-%: $(BUILD)/tests/fuzz_% $(BUILD)/found
	@corpus=$(BUILD)/corpus/$*; seeds=; words=tests/fuzz/dictionaries/$*.dict; mkdir -p "$$corpus"; \
	  for folder in tests/fuzz/corpus/$* $(BUILD)/found/$*; do test ! -d "$$folder" || seeds="$$seeds $$folder"; done; \
	  test -f "$$words" && words=-dict=$$words || words=; \
	  echo "  FUZZ $*, $(FUZZ_SECONDS) s"; \
	  ASAN_OPTIONS=quarantine_size_mb=16 $< -seed=$(FUZZ_SEED) -max_total_time=$(FUZZ_SECONDS) -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 $$words \
	    -artifact_prefix="$$corpus-" "$$corpus" $$seeds > "$$corpus.log" 2>&1 \
	    || { tail -n 40 "$$corpus.log"; echo "fuzz: $*: failed, input kept as $$corpus-*" >&2; exit 1; }
$(FUZZ_PROGRAMS): $(BUILD)/tests/%: $(OBJECTS)/tests/fuzz/%.o $(LIBRARY) $(BUILD)/link.txt
	@mkdir -p $(@D)
	$(say) LINK $@
	$(quiet)$(CC) $(CODE_FLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBRARIES)

# The tests of the tests: hours on one core.
.PHONY: mutants
mutants: test-programs ## change MUTANTS=300 places of the engine, drawn by SEED=1, one at a time, and print those that no test sees [JOBS=] [AGAIN=]
	@BUILD=$(call quote,$(BUILD)) COMPILE=$(call quote,$(COMPILE)) LINK=$(call quote,$(CC) $(CODE_FLAGS) $(LDFLAGS)) LIBRARIES=$(call quote,$(LIBRARIES)) \
	  LIBRARY=$(LIBRARY) WINNOW_OBJECTS=$(MAIN_OBJECT) CONTROLS_OBJECTS='$(MAIN_OBJECT) $(CONTROL_OBJECTS)' UNIT_OBJECTS='$(UNIT_OBJECTS)' \
	  SEED=$(call quote,$(SEED)) MUTANTS=$(call quote,$(MUTANTS)) JOBS=$(call quote,$(JOBS)) AGAIN=$(call quote,$(AGAIN)) python3 -B tests/mutants.py

# ---- benches

.PHONY: bench
bench: $(PROGRAM) $(SHARED_LIBRARY) $(BENCH_PROGRAMS) $(BUILD)/.setup-bench $(if $(filter play,$(BENCH)),play $(PLAY_PROGRAM) $(BUILD)/browser/package.json) ## measure speed, all or BENCH=name
	@WINNOW=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) BENCH=$(call quote,$(BENCH)) DATA=$(call quote,$(DATA)) \
	  sh scripts/bench/run.sh


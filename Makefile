# Winnow Lab. `make help` lists what can be done.
#
# Everything is made under $(BUILD). Files are found by wildcards: a new .c file in a folder of src/, in tests/unit/,
# tests/controls/ or tests/fuzz/ (fuzz_NAME.c) needs no change here.

# The version is that of the library's header: WINNOW_VERSION_MAJOR, MINOR and PATCH.
VERSION := $(shell sed -n 's/^\#define WINNOW_VERSION_[A-Z]* \([0-9]*\)$$/\1/p' src/winnow.h | paste -s -d.)
BUILD ?= build
SHELL := /bin/sh

ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc 2> /dev/null),gcc,cc)
endif

# What the results depend on; contraction into FMA would change last digits.
CODE_FLAGS = -std=c11 -O2 -g -ffp-contract=off $(if $(NATIVE),-march=native) $(CFLAGS)
WARNING_FLAGS = -Wall -Wextra -Wpedantic -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
COMPILE = $(CC) -D_GNU_SOURCE -Isrc $(LIBRARY_CFLAGS) $(CODE_FLAGS) -fPIC -fno-semantic-interposition $(WARNING_FLAGS) \
          $(CPPFLAGS)
LIBRARIES = $(LIBRARY_LIBS) $(LDLIBS)
FUZZ_SANITIZE = -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all

# ---- files

LIBRARY_SOURCES := $(filter-out src/main.c,$(wildcard src/*.c src/*/*.c src/*/*/*.c))
UNIT_SOURCES := $(wildcard tests/unit/*.c tests/unit/*/*.c)
CONTROL_SOURCES := $(wildcard tests/controls/*.c)
FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
BENCH_SHARED := tests/bench/game.c tests/bench/timing.c
BENCH_SOURCES := $(filter-out $(BENCH_SHARED),$(wildcard tests/bench/*.c))

OBJECTS := $(BUILD)/obj
LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(OBJECTS)/%.o) $(OBJECTS)/registry.o $(OBJECTS)/report_assets.o
MAIN_OBJECT := $(OBJECTS)/src/main.o
UNIT_OBJECTS := $(UNIT_SOURCES:%.c=$(OBJECTS)/%.o)
CONTROL_OBJECTS := $(CONTROL_SOURCES:%.c=$(OBJECTS)/%.o) $(OBJECTS)/registry_controls.o
FUZZ_OBJECTS := $(FUZZ_SOURCES:%.c=$(OBJECTS)/%.o)
BENCH_OBJECTS := $(BENCH_SOURCES:%.c=$(OBJECTS)/%.o) $(BENCH_SHARED:%.c=$(OBJECTS)/%.o)
BUILD_INFO_OBJECT := $(OBJECTS)/src/base/build_info.o

# Of everything, for our own programs; the libraries for others have what winnow.h needs, and show no other name.
LIBRARY := $(OBJECTS)/all.a
STATIC_LIBRARY := $(BUILD)/libwinnow.a
SHARED_LIBRARY := $(BUILD)/libwinnow.so.$(VERSION)
SONAME := libwinnow.so.$(firstword $(subst ., ,$(VERSION)))
LIBRARIES_FOR_OTHERS := $(STATIC_LIBRARY) $(SHARED_LIBRARY)
PROGRAM := $(BUILD)/winnow
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

# ---- building

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: FORCE
FORCE:

.PHONY: all
all: $(PROGRAM) $(LIBRARIES_FOR_OTHERS) ## build the program build/winnow and the library build/libwinnow.* (default)
.DEFAULT_GOAL := all

# Flags of the libraries. Made first: scripts/setup.sh looks for the packages, or installs them, before anything compiles.
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL: # `make -j clean all`
endif
NO_BUILD_GOALS := help clean uninstall test-package
ifneq ($(filter-out $(NO_BUILD_GOALS),$(or $(MAKECMDGOALS),all)),)
include $(BUILD)/libraries.mk
endif
$(BUILD)/libraries.mk: scripts/setup.sh $(BUILD)/optional.txt
	@mkdir -p $(@D)
	@sh scripts/setup.sh build
	@WITHOUT=$(call quote,$(WITHOUT)) sh scripts/setup.sh --flags > $@
# Optional libraries are looked for again when one of them has come or gone, or WITHOUT="glpk libsvm zlib" has changed.
OPTIONAL_HEADERS = $(wildcard $(foreach folder,/usr/include /usr/local/include,$(addprefix $(folder)/,glpk.h svm.h libsvm/svm.h zlib.h)))
$(BUILD)/optional.txt: FORCE
	$(call write_if_changed,without: $(WITHOUT); headers: $(OPTIONAL_HEADERS))

# Packages of the other tasks, checked once per build folder.
$(BUILD)/.setup-%: scripts/setup.sh
	@mkdir -p $(@D)
	@sh scripts/setup.sh $*
	@touch $@

quote = '$(subst ','\'',$(1))'
# write_if_changed TEXT: what depends on $@ is made again only when the text differs.
define write_if_changed
@mkdir -p $(@D)
@printf '%s\n' $(call quote,$(1)) | cmp -s - $@ || printf '%s\n' $(call quote,$(1)) > $@
endef

$(BUILD)/compile.txt: FORCE
	$(call write_if_changed,$(filter-out -Werror,$(COMPILE)))

$(BUILD)/link.txt: FORCE
	$(call write_if_changed,$(CC) $(LDFLAGS) $(LIBRARIES))

$(BUILD)/objects.txt: FORCE
	$(call write_if_changed,$(LIBRARY_OBJECTS) $(UNIT_OBJECTS) $(CONTROL_OBJECTS))

# REVISION=text for sources without history.
REVISION = $(shell test -e .git && \
             GIT_OPTIONAL_LOCKS=0 git -c safe.directory='$(CURDIR)' describe --always --dirty 2> /dev/null || echo unknown)
COMPILER = $(shell $(CC) --version 2> /dev/null | head -n 1)
string_define = -D$(1)='"$(subst ','\'',$(subst ",\",$(2)))"'
BUILD_INFO_DEFINES = $(call string_define,BUILD_VERSION,$(VERSION)) $(call string_define,BUILD_REVISION,$(REVISION)) \
                     $(call string_define,BUILD_COMPILER,$(COMPILER)) $(call string_define,BUILD_FLAGS,$(strip $(call without_folders,$(CODE_FLAGS)))) \
                     $(DATA_DEFINE)
# What says where the sources lie is no property of the program.
without_folders = $(filter-out -ffile-prefix-map=% -fdebug-prefix-map=% -fmacro-prefix-map=%,$(1))
$(BUILD)/build_info.txt: FORCE
	$(call write_if_changed,$(BUILD_INFO_DEFINES))
$(BUILD_INFO_OBJECT): $(BUILD)/build_info.txt
$(BUILD_INFO_OBJECT): EXTRA_FLAGS = $(BUILD_INFO_DEFINES)
$(UNIT_OBJECTS): EXTRA_FLAGS = -Itests -Wno-gnu-zero-variadic-macro-arguments

# The lists of all learners, problems, bounds and eigensolvers. winnow-controls knows the tests' own ones as well.
$(BUILD)/registry.c: REGISTRY_FOLDERS = src
$(BUILD)/registry_controls.c: REGISTRY_FOLDERS = src tests/controls
$(BUILD)/registry.c $(BUILD)/registry_controls.c: FORCE
	@mkdir -p $(@D)
	@sh scripts/registry.sh $(REGISTRY_FOLDERS) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Style sheet and script of reports.
REPORT_ASSETS := src/report/report.css src/report/report.js
$(BUILD)/report_assets.c: scripts/embed.sh $(REPORT_ASSETS)
	@mkdir -p $(@D)
	@sh scripts/embed.sh report_style=src/report/report.css report_script=src/report/report.js > $@

ifdef V
say = @:
quiet =
else
say = @printf '  %-4s %s\n'
quiet = @
endif

define compile
@mkdir -p $(@D)
$(say) CC $<
$(quiet)$(COMPILE) $(EXTRA_FLAGS) -MMD -MP -c -o $@ $<
endef

$(OBJECTS)/%.o: %.c $(BUILD)/compile.txt
	$(compile)

GENERATED_OBJECTS := $(addprefix $(OBJECTS)/,registry.o registry_controls.o report_assets.o)
$(GENERATED_OBJECTS): $(OBJECTS)/%.o: $(BUILD)/%.c $(BUILD)/compile.txt
	$(compile)

$(LIBRARY): $(LIBRARY_OBJECTS) $(BUILD)/objects.txt
	$(say) AR $@
	$(quiet)rm -f $@ && ar rcs $@ $(filter %.o,$^)

PUBLIC_OBJECT := $(OBJECTS)/src/winnow.o
$(SHARED_LIBRARY): $(PUBLIC_OBJECT) $(LIBRARY) src/winnow.map $(BUILD)/link.txt
	$(say) LINK $@
	$(quiet)$(CC) $(CODE_FLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,src/winnow.map -Wl,--as-needed $(LDFLAGS) \
	  -o $@ $(PUBLIC_OBJECT) $(LIBRARY) $(LIBRARIES)

# One object of all that the public one needs, whose other names are then made local.
$(STATIC_LIBRARY): $(PUBLIC_OBJECT) $(LIBRARY) src/winnow.map
	$(say) AR $@
	$(quiet)$(LD) -r -o $(OBJECTS)/libwinnow.o $(PUBLIC_OBJECT) $(LIBRARY)
	$(quiet)sed -n 's/^ *\(winnow_[a-z_]*\);$$/\1/p' src/winnow.map > $(OBJECTS)/libwinnow.names
	$(quiet)objcopy --keep-global-symbols=$(OBJECTS)/libwinnow.names $(OBJECTS)/libwinnow.o
	$(quiet)rm -f $@ && ar rcs $@ $(OBJECTS)/libwinnow.o

define link
@mkdir -p $(@D)
$(say) LINK $@
$(quiet)$(CC) $(CODE_FLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBRARIES)
endef

$(PROGRAM): $(MAIN_OBJECT) $(LIBRARY) $(BUILD)/link.txt
	$(link)

# Its registry comes before the archive, whose own is then not taken.
$(CONTROLS_PROGRAM): $(MAIN_OBJECT) $(CONTROL_OBJECTS) $(LIBRARY) $(BUILD)/objects.txt $(BUILD)/link.txt
	$(link)

# With an allocator and system calls of their own, which can be told to fail. These are called before a sanitizer is ready.
$(HOSTILE_OBJECTS): EXTRA_FLAGS = $(if $(findstring -fsanitize=address,$(CFLAGS)),-fno-sanitize=all -DSANITIZED)
$(STARVED_PROGRAM): $(MAIN_OBJECT) $(HOSTILE_OBJECTS) $(LIBRARY) $(BUILD)/link.txt
	$(link)
$(STARVED_EXAMPLE): $(OBJECTS)/tests/library/example.o $(HOSTILE_OBJECTS) $(LIBRARY) $(BUILD)/link.txt
	$(link)

$(UNIT_PROGRAM): LDLIBS += -lcriterion
$(UNIT_PROGRAM): $(UNIT_OBJECTS) $(LIBRARY) $(BUILD)/objects.txt $(BUILD)/link.txt
	$(link)
$(UNIT_OBJECTS) $(OBJECTS)/tests/sanitizer_control/control.o: | $(BUILD)/.setup-test

$(SANITIZER_CONTROL): LDLIBS += -lcriterion
$(SANITIZER_CONTROL): $(OBJECTS)/tests/sanitizer_control/control.o $(BUILD)/link.txt
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

-include $(patsubst %.o,%.d,$(LIBRARY_OBJECTS) $(MAIN_OBJECT) $(UNIT_OBJECTS) $(CONTROL_OBJECTS) $(FUZZ_OBJECTS) \
           $(BENCH_OBJECTS) $(HOSTILE_OBJECTS))

# ---- experiments

DATA_OPTION = $(if $(DATA),--data $(call quote,$(DATA)))
RUN_OPTIONS = $(foreach item,$(SET),--set $(call quote,$(item))) $(if $(SEEDS),--seeds $(SEEDS)) \
              $(if $(TRIALS),--trials $(TRIALS)) $(if $(JOBS),--jobs $(JOBS)) $(DATA_OPTION) \
              $(if $(OUT),--out $(call quote,$(OUT)))

# A run that failed in part (1) or met a violated bound (3) is plotted all the same; the recipe ends with its status.
.PHONY: experiment
experiment: $(PROGRAM) ## run and plot SCEN=name [SET="n=128 r=8"] [SEEDS=] [TRIALS=] [JOBS=] [DATA=] [OUT=]
	@test -n '$(SCEN)' || { echo 'make experiment: say which, SCEN=name (build/winnow list scenarios)' >&2; exit 2; }
	@table=$$(mktemp); trap 'rm -f "$$table"' EXIT; status=0; \
	$(PROGRAM) run $(call quote,$(SCEN)) $(strip $(RUN_OPTIONS)) > "$$table" || status=$$?; \
	cat "$$table"; dir=$$(sed -n 's/^results: //p' "$$table" | tail -n 1); \
	case $$status in 0|1|3) test -z "$$dir" || $(PROGRAM) plot "$$dir" || test $$status -ne 0 || status=1 ;; esac; \
	exit $$status

.PHONY: quick
quick: $(PROGRAM) ## a verdict for every family of learners in seconds
	@WINNOW=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) DATA=$(call quote,$(DATA)) sh scripts/quick.sh

REPRODUCE ?= $(notdir $(patsubst %/,%,$(wildcard results/reference/*/)))
.PHONY: reproduce
reproduce: $(PROGRAM) ## run results/reference again and compare, all or REPRODUCE="name..." [DATA=]
	@WINNOW=$(abspath $(PROGRAM)) DATA=$(call quote,$(DATA)) sh scripts/reproduce.sh $(REPRODUCE)

.PHONY: plot
plot: $(PROGRAM) ## draw the plots of DIR=results/..., or of all results
	@status=0; list=$$(mktemp); trap 'rm -f "$$list"' EXIT; \
	if test -n $(call quote,$(DIR)); then printf '%s\n' $(call quote,$(DIR)); \
	else find results \( -path results/reference -o -path 'results/*/shards' \) -prune -o -name manifest.json -exec dirname {} \; | LC_ALL=C sort; fi > "$$list"; \
	while read -r dir; do $(PROGRAM) plot "$$dir" < /dev/null || status=1; done < "$$list"; exit $$status

.PHONY: report
report: $(PROGRAM) ## one page of REPORT="results/a results/b" (all results) [OUT=report.html]
	@list=$$(mktemp); trap 'rm -f "$$list"' EXIT; \
	if test -n $(call quote,$(REPORT)); then printf '%s\n' $(REPORT); \
	else find results \( -path results/reference -o -path 'results/*/shards' \) -prune -o -name manifest.json -exec dirname {} \; | LC_ALL=C sort; fi > "$$list"; \
	test -s "$$list" || { echo 'make report: no results yet (make experiment SCEN=name)' >&2; exit 2; }; \
	tr '\n' '\0' < "$$list" | xargs -0 -x $(PROGRAM) report --out $(call quote,$(or $(OUT),report.html))

FIGURES ?= $(basename $(notdir $(wildcard scenarios/*.lua)))
# Figures that gnuplot computes by itself; scripts/figures/NAME.gp writes the svg to its standard output.
DRAWINGS ?= $(basename $(notdir $(wildcard scripts/figures/*.gp)))
.PHONY: figures
figures: $(PROGRAM) ## draw plots/gallery again: figures, and runs of FIGURES="name..." (all scenarios) [DATA=]
	@status=0; mkdir -p plots/gallery/figures; for name in $(DRAWINGS); do \
	  if LC_ALL=C.UTF-8 gnuplot -d "scripts/figures/$$name.gp" > "plots/gallery/figures/$$name.new"; \
	  then mv "plots/gallery/figures/$$name.new" "plots/gallery/figures/$$name.svg"; \
	  else rm -f "plots/gallery/figures/$$name.new"; status=1; fi; \
	done; for name in $(FIGURES); do \
	  if test -z $(call quote,$(DATA)) && grep -q '[ {,]file2* = ' "scenarios/$$name.lua"; then \
	    echo "figures: $$name is left out: it needs DATA=folder"; continue; fi; \
	  $(PROGRAM) run "$$name" --quiet --out "results/$$name" $(if $(JOBS),--jobs $(JOBS)) $(DATA_OPTION) || status=1; \
	  $(PROGRAM) plot "results/$$name" --format svg --out "plots/gallery/$$name" && rm -f "plots/gallery/$$name"/*.dat \
	    "plots/gallery/$$name"/*.gp || status=1; \
	done; exit $$status

.PHONY: bench
bench: $(PROGRAM) $(BENCH_PROGRAMS) $(BUILD)/.setup-bench ## measure speed, all or BENCH=name
	@WINNOW=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) BENCH=$(call quote,$(BENCH)) DATA=$(call quote,$(DATA)) \
	  sh scripts/bench/run.sh

# ---- tests

.PHONY: test-programs
test-programs: $(PROGRAM) $(TEST_PROGRAMS)

TEST_ENVIRONMENT = WINNOW=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) DATA=$(call quote,$(abspath $(DATA))) \
                   COVERAGE=$(COVERAGE) CC=$(call quote,$(CC)) MAKE=$(call quote,$(firstword $(MAKE))) MAKEFLAGS= MFLAGS=
.PHONY: test
test: test-programs $(LIBRARIES_FOR_OTHERS) $(MAN_PAGES) $(BUILD)/.setup-test ## build and run all tests [DATA=folder of data sets]
	@$(TEST_ENVIRONMENT) sh tests/run.sh

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

# Each of these is the same Makefile on a build folder of its own.
# A double beyond the range of an integer is not among what `undefined` looks for.
SANITIZE_FLAGS := -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
# With the shared run-time libraries of gcc, UBSan ignores log_path and its reports would be lost on stderr.
SANITIZE_LINK = $(if $(findstring clang,$(COMPILER)),,-static-libasan -static-libubsan)
.PHONY: sanitize
sanitize: ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/sanitize WERROR= CFLAGS=$(call quote,$(CFLAGS) $(SANITIZE_FLAGS)) \
	  LDFLAGS=$(call quote,$(LDFLAGS) $(SANITIZE_LINK)) sanitize-here
.PHONY: sanitize-here
sanitize-here: test-programs $(SANITIZER_CONTROL) $(BUILD)/.setup-test
	@$(TEST_ENVIRONMENT) TEST_TIMEOUT=1200 sh tests/sanitizer_control/run.sh

COVERAGE_LEAST := 90
.PHONY: coverage
coverage: $(BUILD)/.setup-coverage ## run all tests and print how many lines of src/ they reach; at least 90 % or it fails
	@find $(BUILD)/coverage -name '*.gcda' -delete 2> /dev/null; true
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/coverage WERROR= CFLAGS=$(call quote,$(CFLAGS) -O1 --coverage -DCOVERAGE) COVERAGE=1 test \
	  || echo 'coverage: some tests failed, the figures are those of the others' >&2
	@gcovr --root . --filter src/ --exclude-unreachable-branches --print-summary --fail-under-line $(COVERAGE_LEAST) \
	  --output $(BUILD)/coverage/report.txt $(BUILD)/coverage/obj; status=$$?; \
	  echo "lines not reached: $(BUILD)/coverage/report.txt"; exit $$status

# The unit tests without Criterion, which would start valgrind anew for each; and the errors that must be found.
VALGRIND_PROGRAMS := $(BUILD)/tests/valgrind-unit $(BUILD)/tests/valgrind-control
.PHONY: valgrind
valgrind: $(PROGRAM) $(VALGRIND_PROGRAMS) $(BUILD)/.setup-valgrind ## run unit tests and every command under valgrind's memcheck
	@$(TEST_ENVIRONMENT) sh tests/valgrind/run.sh
$(BUILD)/tests/valgrind-unit: $(UNIT_OBJECTS) $(LIBRARY)
$(BUILD)/tests/valgrind-control: $(OBJECTS)/tests/sanitizer_control/control.o
$(VALGRIND_PROGRAMS): $(OBJECTS)/tests/valgrind/runner.o $(BUILD)/objects.txt $(BUILD)/link.txt
	$(link)

FUZZ_SECONDS ?= 10
FUZZ ?= $(FUZZ_SOURCES:tests/fuzz/fuzz_%.c=%)
.PHONY: fuzz
fuzz: $(BUILD)/.setup-fuzz ## feed random input to every reader, or to FUZZ="name...", FUZZ_SECONDS=10 each (needs clang)
	@$(MAKE) --no-print-directory -k BUILD=$(BUILD)/fuzz CC=clang WERROR= FUZZ=$(call quote,$(FUZZ)) \
	  CFLAGS=$(call quote,$(CFLAGS) $(FUZZ_SANITIZE) -fsanitize=fuzzer-no-link) fuzz-here
.PHONY: fuzz-here
fuzz-here: $(FUZZ:%=fuzz-one-%)
# The committed corpus is replayed first, whole, however short the time.
fuzz-one-%: $(BUILD)/tests/fuzz_%
	@corpus=$(BUILD)/corpus/$*; seeds=tests/fuzz/corpus/$*; words=tests/fuzz/dictionaries/$*.dict; \
	  mkdir -p "$$corpus"; test -d "$$seeds" || seeds=; test -f "$$words" && words=-dict=$$words || words=; \
	  echo "  FUZZ $*, $(FUZZ_SECONDS) s"; \
	  $< -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 $$words \
	    -artifact_prefix="$$corpus-" "$$corpus" $$seeds > "$$corpus.log" 2>&1 \
	    || { tail -n 40 "$$corpus.log"; echo "fuzz: $*: failed, input kept as $$corpus-*" >&2; exit 1; }
$(FUZZ_PROGRAMS): $(BUILD)/tests/%: $(OBJECTS)/tests/fuzz/%.o $(LIBRARY) $(BUILD)/link.txt
	@mkdir -p $(@D)
	$(say) LINK $@
	$(quiet)$(CC) $(CODE_FLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBRARIES)

# ---- style

C_FILES = $(sort $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] tests/unit/*/*.[ch] examples/*/*.c))
TIDY_FILES = $(filter %.c,$(C_FILES))
LUA_FOLDERS = $(wildcard scenarios examples scripts/bench) tests
SHELL_FILES = .ci/run scripts/completion/winnow.bash $(addprefix debian/tests/,completion library program) $(sort $(wildcard scripts/*.sh scripts/*/*.sh scripts/slurm/* tests/*.sh tests/*/*.sh))
.PHONY: lint lint-format lint-tidy lint-cppcheck lint-lua lint-shell
lint: lint-format lint-cppcheck lint-lua lint-shell lint-tidy ## clang-format, clang-tidy, cppcheck, luacheck, shellcheck
lint-format: $(BUILD)/.setup-lint
	@clang-format --dry-run -Werror $(C_FILES)
# Per file and in parallel under -j: a file is looked at again when it or a header changed. Tests without the analyzer, which takes ten
# seconds for the macros of one file; they run under the sanitizers.
TIDY_STAMPS = $(TIDY_FILES:%.c=$(BUILD)/lint/%.tidy)
lint-tidy: $(TIDY_STAMPS)
$(BUILD)/lint/%.tidy: %.c .clang-tidy $(filter %.h,$(sort $(wildcard src/*.h src/*/*.h src/*/*/*.h tests/*/*.h))) \
    | $(BUILD)/.setup-lint $(BUILD)/.setup-test
	@mkdir -p $(@D)
	$(say) TIDY $<
	@clang-tidy --quiet $(if $(filter tests/%,$<),--checks=-clang-analyzer-*) $< -- -std=c11 -D_GNU_SOURCE -Isrc -Itests $(LIBRARY_CFLAGS) -ffp-contract=off \
	  $(call string_define,BUILD_VERSION,0) $(call string_define,BUILD_REVISION,0) \
	  $(call string_define,BUILD_COMPILER,0) $(call string_define,BUILD_FLAGS,0) > $@.log 2>&1 \
	  || { grep -v 'warnings generated\|^Suppressed\|^Use -header-filter' $@.log; exit 1; }
	@touch $@
lint-cppcheck: $(BUILD)/.setup-lint
	@mkdir -p $(BUILD)/lint/cppcheck
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 -Isrc \
	  --suppress=missingIncludeSystem --suppress='*:/usr/*' --cppcheck-build-dir=$(BUILD)/lint/cppcheck src
lint-lua: $(BUILD)/.setup-lint
	@files=$$(find $(LUA_FOLDERS) -name '*.lua'); test -z "$$files" || luacheck --quiet --no-color $$files
lint-shell: $(BUILD)/.setup-lint
	@shellcheck --severity=warning $(SHELL_FILES)

include scripts/install.mk

# ---- documentation

# Made from the project's own sources alone; every link in it, and in the Markdown files as they are, is followed.
.PHONY: site
site: $(PROGRAM) $(MAN_PAGES) $(BUILD)/.setup-site ## the documentation as a static site in OUT=build/site, with its links checked
	@WINNOW=$(abspath $(PROGRAM)) MANUALS=$(BUILD)/man python3 -B scripts/site/build.py $(call quote,$(or $(OUT),$(BUILD)/site))
	@python3 -B scripts/site/check_links.py $(call quote,$(or $(OUT),$(BUILD)/site)) && \
	  python3 -B scripts/site/check_links.py $(MARKDOWN_FILES)
MARKDOWN_FILES = $(wildcard *.md docs/*.md examples/*.md)

.PHONY: clean
clean: ## remove the build folder; results and plots stay
	rm -rf $(BUILD)

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile scripts/install.mk | awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo
	@echo '  BUILD=dir builds elsewhere, CC=clang with another compiler, CFLAGS=.. adds flags, WERROR=1 makes warnings errors,'
	@echo '  NATIVE=1 optimises for this CPU (last digits of results may differ), V=1 shows the commands,'
	@echo '  WITHOUT="glpk libsvm zlib" builds without these optional libraries although they are installed.'

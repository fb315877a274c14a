# Winnow Lab. `make help` lists what can be done.
#
# Everything is made under $(BUILD). Files are found by wildcards: a new .c file in a folder of src/, in tests/unit/,
# tests/controls/ or tests/fuzz/ (fuzz_NAME.c) needs no change here.

# The version is that of the library's header: WINNOW_VERSION_MAJOR, MINOR and PATCH.
VERSION := $(shell sed -n 's/^\#define WINNOW_VERSION_[A-Z]* \([0-9]*\)$$/\1/p' src/winnow.h | paste -s -d.)
BUILD ?= build
ifneq ($(word 2,$(BUILD)),)
$(error BUILD=$(BUILD): expected a folder without blanks in its name)
endif
SHELL := /bin/sh

# All cores, unless -j says how many, which wins over this line; a make within another one takes its share.
ifeq ($(MAKELEVEL)$(filter -j%,$(shell printenv MAKEFLAGS)),0)
MAKEFLAGS += -j$(or $(shell nproc 2> /dev/null),1)
endif

# Several goals are made one after the other: `make clean all`, `make test bench`.
ifneq ($(word 2,$(MAKECMDGOALS)),)
.NOTPARALLEL:
.PHONY: $(MAKECMDGOALS)
$(sort $(MAKECMDGOALS)):
	@$(MAKE) --no-print-directory $@
else

ifeq ($(origin CC),default)
CC := $(if $(shell command -v gcc 2> /dev/null),gcc,cc)
endif

# What the results depend on; contraction into FMA would change last digits.
CODE_FLAGS = -std=c11 -O2 -g -ffp-contract=off $(if $(NATIVE),-march=native) $(CFLAGS)
WARNING_FLAGS = -Wall -Wextra -Wpedantic -Wstrict-prototypes -Wmissing-prototypes -Wno-unused-parameter -Wshadow -Wcast-qual $(if $(WERROR),-Werror)
COMPILE = $(CC) -D_GNU_SOURCE -Isrc $(LIBRARY_CFLAGS) $(CODE_FLAGS) -fPIC -fno-semantic-interposition $(WARNING_FLAGS) \
          $(CPPFLAGS)
LIBRARIES = $(LIBRARY_LIBS) $(LDLIBS)

# ---- files

# alone/NAME.c takes the place of NAME.c in a build without processes (scripts/play/play.mk).
ALONE_SOURCES := $(wildcard src/*/alone/*.c src/*/*/alone/*.c)
LIBRARY_SOURCES := $(filter-out src/main.c src/play.c $(ALONE_SOURCES),$(wildcard src/*.c src/*/*.c src/*/*/*.c))
OBJECTS := $(BUILD)/obj
LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(OBJECTS)/%.o) $(addprefix $(OBJECTS)/,registry.o report_assets.o templates.o)
MAIN_OBJECT := $(OBJECTS)/src/main.o
BUILD_INFO_OBJECT := $(OBJECTS)/src/base/build_info.o

# Of everything, for our own programs; the libraries for others have what winnow.h needs, and show no other name.
LIBRARY := $(OBJECTS)/all.a
STATIC_LIBRARY := $(BUILD)/libwinnow.a
SHARED_LIBRARY := $(BUILD)/libwinnow.so.$(VERSION)
SONAME := libwinnow.so.$(firstword $(subst ., ,$(VERSION)))
LIBRARIES_FOR_OTHERS := $(STATIC_LIBRARY) $(SHARED_LIBRARY)
PROGRAM := $(BUILD)/winnow

# ---- building

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: FORCE
FORCE:

.PHONY: all
all: $(PROGRAM) $(LIBRARIES_FOR_OTHERS) ## build the program build/winnow and the library build/libwinnow.* (default)
.DEFAULT_GOAL := all

# Flags of the libraries. Made first: scripts/setup.sh looks for the packages, or installs them, before anything compiles.
NO_BUILD_GOALS := help clean uninstall test-package proofs
ifneq ($(filter-out $(NO_BUILD_GOALS),$(or $(MAKECMDGOALS),all)),)
include $(BUILD)/libraries.mk
endif
$(BUILD)/libraries.mk: scripts/setup.sh $(BUILD)/optional.txt
	@mkdir -p $(@D)
	@WITHOUT=$(call quote,$(WITHOUT)) sh scripts/setup.sh build
	@WITHOUT=$(call quote,$(WITHOUT)) sh scripts/setup.sh --flags > $@.$$$$ && mv $@.$$$$ $@
# Optional libraries are looked for again when one of those that WITHOUT="glpk libsvm zlib seccomp" does not leave out has come or gone.
headers_glpk := glpk.h
headers_libsvm := svm.h libsvm/svm.h
headers_zlib := zlib.h
headers_seccomp := seccomp.h
OPTIONAL_HEADERS = $(wildcard $(foreach library,$(filter-out $(WITHOUT),glpk libsvm zlib seccomp), \
                     $(foreach folder,/usr/include /usr/local/include,$(addprefix $(folder)/,$(headers_$(library))))))
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
	$(call write_if_changed,$(patsubst $(OBJECTS)/%,%,$(LIBRARY_OBJECTS) $(UNIT_OBJECTS) $(CONTROL_OBJECTS)))

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

# The lists of all learners, problems, bounds and eigensolvers. winnow-controls knows the tests' own ones as well.
$(BUILD)/registry.c: REGISTRY_FOLDERS = src
$(BUILD)/registry_controls.c: REGISTRY_FOLDERS = src tests/controls
$(BUILD)/registry.c $(BUILD)/registry_controls.c: FORCE
	@mkdir -p $(@D)
	@list() { sh scripts/registry.sh $(REGISTRY_FOLDERS); }; list | cmp -s - $@ || { list > $@.$$$$ && mv $@.$$$$ $@; }

# Style sheet and script of reports.
REPORT_ASSETS := $(addprefix src/report/,report.css figure.js report.js)
$(BUILD)/report_assets.c: scripts/embed.sh $(REPORT_ASSETS)
	@mkdir -p $(@D)
	@cat src/report/figure.js src/report/report.js > $@.script && sh scripts/embed.sh report_style=src/report/report.css report_script=$@.script > $@.$$$$ && \
	  mv $@.$$$$ $@ && rm -f $@.script

# The scenarios that `winnow new` writes; src/commands/templates/NAME.lua.in is template_NAME.
TEMPLATES := $(wildcard src/commands/templates/*.lua.in)
$(BUILD)/templates.c: scripts/embed.sh src/commands/watch.html $(TEMPLATES)
	@mkdir -p $(@D)
	@sh scripts/embed.sh watch_page=src/commands/watch.html $(foreach file,$(TEMPLATES),template_$(basename $(basename $(notdir $(file))))=$(file)) > $@.$$$$ && mv $@.$$$$ $@

ifdef V
say = @:
quiet =
else ifneq ($(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS)))),)
say = @: # make -s
quiet = @
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

GENERATED_OBJECTS := $(addprefix $(OBJECTS)/,registry.o registry_controls.o report_assets.o templates.o)
$(GENERATED_OBJECTS): $(OBJECTS)/%.o: $(BUILD)/%.c $(BUILD)/compile.txt
	$(compile)

$(LIBRARY): $(LIBRARY_OBJECTS) $(BUILD)/objects.txt
	$(say) AR $@
	$(quiet)rm -f $@ && ar rcs $@ $(filter %.o,$^)

PUBLIC_OBJECT := $(OBJECTS)/src/winnow.o
$(SHARED_LIBRARY): $(PUBLIC_OBJECT) $(LIBRARY) src/winnow.map $(BUILD)/link.txt
	$(say) LINK $@
	$(quiet)$(link_shared)
link_shared = $(CC) $(CODE_FLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,src/winnow.map -Wl,--as-needed $(LDFLAGS) \
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

-include $(patsubst %.o,%.d,$(LIBRARY_OBJECTS) $(MAIN_OBJECT))

# The Python module with the program and all that both need but the C and C++ libraries, which are looked for beside them, also by each other.
WHEEL := $(BUILD)/wheel
WHEEL_FILES := $(WHEEL)/bin/winnow $(WHEEL)/lib/$(SONAME)
$(WHEEL_FILES): private LDFLAGS += -s -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib'
$(WHEEL)/bin/winnow: $(MAIN_OBJECT) $(LIBRARY) $(BUILD)/link.txt
	$(link)
$(WHEEL)/lib/$(SONAME): $(SHARED_LIBRARY)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(quiet)$(link_shared)
.PHONY: wheel
wheel: $(WHEEL_FILES) $(BUILD)/.setup-wheel ## a wheel of the Python module that needs nothing else, in OUT=build [needs python3]
	@python3 -B python/build_backend.py $(call quote,$(WHEEL)) $(call quote,$(or $(OUT),$(BUILD)))

# ---- experiments

DATA_OPTION = $(if $(DATA),--data $(call quote,$(DATA)))
RUN_OPTIONS = $(foreach item,$(SET),--set $(call quote,$(item))) $(if $(SEEDS),--seeds $(SEEDS)) \
              $(if $(TRIALS),--trials $(TRIALS)) $(if $(JOBS),--jobs $(JOBS)) $(DATA_OPTION) \
              $(if $(OUT),--out $(call quote,$(OUT)))

# A run that failed in part (1) or met a violated bound (3) is plotted all the same; the recipe ends with its status. With OUT nothing is written
# elsewhere.
.PHONY: experiment
experiment: $(PROGRAM) ## run and plot SCEN=name [SET="n=128 r=8"] [SEEDS=] [TRIALS=] [JOBS=] [DATA=] [OUT=]
	@test -n '$(SCEN)' || { echo 'make experiment: say which, SCEN=name (build/winnow list scenarios)' >&2; exit 2; }
	@table=$$(mktemp); trap 'rm -f "$$table"' EXIT; status=0; \
	$(PROGRAM) run $(call quote,$(SCEN)) $(strip $(RUN_OPTIONS)) > "$$table" || status=$$?; \
	cat "$$table"; dir=$$(sed -n 's/^results: //p' "$$table" | tail -n 1); \
	case $$status in 0|1|3) test -z "$$dir" || $(PROGRAM) plot "$$dir" $(if $(OUT),--out "$$dir/plots") || test $$status -ne 0 || status=1 ;; esac; \
	exit $$status

.PHONY: watch
watch: $(PROGRAM) ## run SCEN=name again whenever it is saved; plots/name/index.html shows it
	@$(PROGRAM) run $(call quote,$(SCEN)) $(strip $(RUN_OPTIONS)) --watch

.PHONY: quick
quick: $(PROGRAM) ## verdicts for every family of learners in seconds; ROWS=1: all rows
	@WINNOW=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) ROWS=$(ROWS) sh scripts/quick.sh

REPRODUCE ?= $(notdir $(patsubst %/,%,$(wildcard results/reference/*/)))
.PHONY: reproduce
reproduce: $(PROGRAM) ## run results/reference again and compare, all or REPRODUCE="name..." [DATA=]
	@WINNOW=$(abspath $(PROGRAM)) DATA=$(call quote,$(DATA)) sh scripts/reproduce.sh $(REPRODUCE)

# The result folders, reference results and shards left out.
RESULTS = find results \( -path results/reference -o -path 'results/*/shards' \) -prune -o -name manifest.json -exec dirname {} \; | LC_ALL=C sort

.PHONY: plot
plot: $(PROGRAM) ## draw the plots of DIR=results/..., or of all results
	@status=0; list=$$(mktemp); trap 'rm -f "$$list"' EXIT; \
	{ $(if $(DIR),printf '%s\n' $(call quote,$(DIR)),$(RESULTS)); } > "$$list"; \
	while read -r dir; do $(PROGRAM) plot "$$dir" < /dev/null || status=1; done < "$$list"; exit $$status

.PHONY: report
report: $(PROGRAM) ## one page of REPORT="results/a results/b" (all results) [OUT=report.html]
	@list=$$(mktemp); trap 'rm -f "$$list"' EXIT; \
	{ $(if $(REPORT),printf '%s\n' $(REPORT),$(RESULTS)); } > "$$list"; \
	test -s "$$list" || { echo 'make report: no results yet (make experiment SCEN=name)' >&2; exit 2; }; \
	tr '\n' '\0' < "$$list" | xargs -0 -x $(PROGRAM) report --out $(call quote,$(or $(OUT),report.html))

FIGURES ?= $(basename $(notdir $(wildcard scenarios/*.lua)))
.PHONY: figures
figures: $(PROGRAM) ## draw plots/gallery again: figures, and runs of FIGURES="name..." (all scenarios) [DATA=]
	@WINNOW=$(abspath $(PROGRAM)) DATA=$(call quote,$(DATA)) JOBS=$(call quote,$(JOBS)) sh scripts/figures/draw.sh $(FIGURES)

include scripts/play/play.mk
include tests/tests.mk
include scripts/lint.mk
include scripts/install.mk

# ---- documentation

# The figures of lessons are live where `make play` came first. Made from the project's own sources alone; every link in it, and in the Markdown files as they are, is followed.
.PHONY: site
site: $(PROGRAM) $(MAN_PAGES) $(BUILD)/.setup-site ## the documentation as a static site in OUT=build/site, with its links checked
	@WINNOW=$(abspath $(PROGRAM)) MANUALS=$(BUILD)/man PLAY=$(wildcard $(BUILD)/play/index.html) python3 -B scripts/site/build.py $(call quote,$(or $(OUT),$(BUILD)/site))
	@python3 -B scripts/site/check_links.py $(call quote,$(or $(OUT),$(BUILD)/site)) && \
	  python3 -B scripts/site/check_links.py $(MARKDOWN_FILES)
MARKDOWN_FILES = $(wildcard *.md docs/*.md docs/lessons/*.md examples/*.md)

.PHONY: clean
clean: ## remove the build folder; results and plots stay
	rm -rf $(BUILD)

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(filter-out %.d %/libraries.mk,$(MAKEFILE_LIST)) | awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo
	@echo '  BUILD=dir builds elsewhere, CC=clang with another compiler, CFLAGS=.. adds flags, WERROR=1 makes warnings errors,'
	@echo '  NATIVE=1 optimises for this CPU (last digits of results may differ), V=1 shows the commands,'
	@echo '  WITHOUT="glpk libsvm zlib seccomp" neither installs nor uses these optional libraries.'

endif # of one goal

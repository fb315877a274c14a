# Style: `make lint`. Each linter can be run alone: lint-format, lint-tidy, lint-cppcheck, lint-lua, lint-shell, lint-layers.

C_FILES = $(sort $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] tests/unit/*/*.[ch] examples/*/*.c))
TIDY_FILES = $(filter %.c,$(C_FILES))
LUA_FOLDERS = $(wildcard scenarios examples scripts/bench) tests
SHELL_FILES = .ci/run proofs/check.sh scripts/completion/winnow.bash $(addprefix debian/tests/,completion library program python) $(sort $(wildcard scripts/*.sh scripts/*/*.sh scripts/slurm/* tests/*.sh tests/*/*.sh))
.PHONY: lint lint-layers lint-format lint-tidy lint-cppcheck lint-lua lint-shell
lint: lint-layers lint-format lint-cppcheck lint-lua lint-shell lint-tidy ## order of the folders, clang-format, clang-tidy, cppcheck, luacheck, shellcheck
# Asks scripts/setup.sh for the linters only where that one is missing.
linter = $(if $(shell command -v $(1) 2> /dev/null),,$(BUILD)/.setup-lint)
lint-layers:
	@python3 -B scripts/layers.py
lint-format: $(call linter,clang-format)
	@clang-format --dry-run -Werror $(C_FILES)
# Per file and in parallel under -j: a file is looked at again when it or a header changed. Tests without the analyzer, which takes ten
# seconds for the macros of one file; they run under the sanitizers.
TIDY_STAMPS = $(TIDY_FILES:%.c=$(BUILD)/lint/%.tidy)
lint-tidy: $(TIDY_STAMPS)
$(BUILD)/lint/%.tidy: %.c .clang-tidy $(filter %.h,$(sort $(wildcard src/*.h src/*/*.h src/*/*/*.h tests/*/*.h))) \
    | $(call linter,clang-tidy) $(BUILD)/.setup-test
	@mkdir -p $(@D)
	$(say) TIDY $<
	@clang-tidy --quiet $(if $(filter tests/%,$<),--checks=-clang-analyzer-*) $< -- -std=c11 -D_GNU_SOURCE -Isrc -Itests $(LIBRARY_CFLAGS) -ffp-contract=off \
	  $(call string_define,BUILD_VERSION,0) $(call string_define,BUILD_REVISION,0) \
	  $(call string_define,BUILD_COMPILER,0) $(call string_define,BUILD_FLAGS,0) > $@.log 2>&1 \
	  || { grep -v 'warnings generated\|^Suppressed\|^Use -header-filter' $@.log; exit 1; }
	@touch $@
lint-cppcheck: $(call linter,cppcheck)
	@mkdir -p $(BUILD)/lint/cppcheck
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 -Isrc \
	  --suppress=missingIncludeSystem --suppress='*:/usr/*' --cppcheck-build-dir=$(BUILD)/lint/cppcheck src
lint-lua: $(call linter,luacheck)
	@files=$$(find $(LUA_FOLDERS) -name '*.lua'); test -z "$$files" || luacheck --quiet --no-color $$files
lint-shell: $(call linter,shellcheck)
	@shellcheck --severity=warning $(SHELL_FILES)


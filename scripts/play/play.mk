# The program as one function, src/play.c: for this machine without processes (the tests compare it), and for browsers.

PLAY_OBJECT := $(OBJECTS)/src/play.o
ALONE_OBJECTS := $(ALONE_SOURCES:%.c=$(OBJECTS)/%.o)
PLAY_PROGRAM := $(BUILD)/winnow-play
# The objects come before the archive, whose own of the same functions are then not taken.
$(PLAY_PROGRAM): $(PLAY_OBJECT) $(ALONE_OBJECTS) $(LIBRARY) $(BUILD)/link.txt
	$(link)

-include $(patsubst %.o,%.d,$(PLAY_OBJECT) $(ALONE_OBJECTS))

# ---- for browsers

# 3.1.6 of Debian 12 finds its own modules of node only where it is told.
EMCC = NODE_PATH=/usr/share/nodejs:/usr/share/node_modules emcc
WEB := $(BUILD)/play
WEB_SOURCES := $(WEB)/sources
WEB_OBJECTS := $(WEB)/obj
WEB_FLAGS := -std=c11 -O2 -ffp-contract=off -D_GNU_SOURCE -Isrc -I$(WEB)/include -Wall -Wextra -Wpedantic -Wno-unused-parameter

# Of our own what a run and a trace need: a second implementation replaces the first.
WEB_FIRST := $(subst /alone/,/,$(ALONE_SOURCES))
WEB_LEFT_OUT := src/winnow.c src/listing/% src/plot/% src/report/% src/attack/%
WEB_FROM_FOLDERS := src/plot/spec.c src/plot/page/letters.c src/audit/trace.c src/commands/play.c src/commands/scenario.c
WEB_OWN := $(filter-out $(WEB_FIRST) $(WEB_LEFT_OUT) src/audit/% src/commands/%,$(LIBRARY_SOURCES)) \
           $(WEB_FROM_FOLDERS) $(ALONE_SOURCES) src/play.c
WEB_OWN_OBJECTS := $(WEB_OWN:src/%.c=$(WEB_OBJECTS)/%.o) $(WEB_OBJECTS)/registry.o

# Of the libraries what those need.
gsl_files = $(foreach name,$(2),gsl/$(1)/$(name).c)
WEB_GSL := $(call gsl_files,blas,blas) $(call gsl_files,block,init) $(call gsl_files,cdf,beta binomial gauss gaussinv tdist tdistinv) \
  $(call gsl_files,eigen,sort symm symmv) $(call gsl_files,err,error stream strerror) $(call gsl_files,fit,linear) \
  $(call gsl_files,linalg,householder symmtd) $(call gsl_files,matrix,init matrix rowcol submatrix view copy) \
  $(call gsl_files,randist,beta binomial chisq exponential gamma gauss gausszig tdist) $(call gsl_files,sort,sort sortvec) \
  $(call gsl_files,specfunc,beta elementary erfc exp expint gamma gamma_inc log psi trig zeta) \
  $(call gsl_files,sys,coerce fdiv infnan) $(call gsl_files,vector,init vector subvector view copy) gsl/version.c
WEB_LUA := $(foreach name,api auxlib baselib code corolib ctype debug do dump func gc init lex mathlib mem oadlib object opcodes parser state string \
  strlib table tablib tm undump vm zio,lua/src/l$(name).c)
WEB_OTHERS := cjson/cJSON.c xxhash/xxhash.c libmd/src/sha2.c
WEB_LIBRARY_OBJECTS = $(patsubst %.c,$(WEB_OBJECTS)/library/%.o,$(WEB_GSL) $(WEB_LUA) $(WEB_OTHERS)) $(WEB_OBJECTS)/library/cblas.a

# Headers keep their times: what they are included by is compiled again when they change, not when they are copied.
$(WEB)/.sources: scripts/play/sources.sh scripts/play/gsl_config.h $(BUILD)/.setup-play
	$(quiet)sh scripts/play/sources.sh $(WEB_SOURCES)
	$(quiet)rm -rf $(WEB)/include && mkdir -p $(WEB)/include/gsl $(WEB)/include/cjson
	$(quiet)find $(WEB_SOURCES)/gsl -name 'gsl_*.h' -type f -exec cp -p {} $(WEB)/include/gsl/ \;
	$(quiet)cp -p scripts/play/gsl_config.h $(WEB)/include/config.h
	$(quiet)cp -p $(WEB_SOURCES)/cjson/cJSON.h $(WEB)/include/cjson/
	$(quiet)cp -p $(WEB_SOURCES)/lua/src/*.h $(WEB_SOURCES)/xxhash/xxh*.h $(WEB_SOURCES)/libmd/include/*.h $(WEB)/include/
	$(quiet)echo '#define DEB_HOST_MULTIARCH ""' > $(WEB)/include/lua5.4-deb-multiarch.h
	$(quiet)touch -r $(WEB)/include/lua.h $(WEB)/include/lua5.4-deb-multiarch.h
	$(quiet)touch $@

define compile_web
@mkdir -p $(@D)
$(say) WASM $<
$(quiet)$(EMCC) $(WEB_FLAGS) $(EXTRA_FLAGS) -MMD -MP -c -o $@ $<
endef
$(WEB_OBJECTS)/%.o: src/%.c | $(WEB)/.sources
	$(compile_web)
$(WEB_OBJECTS)/registry.o: $(BUILD)/registry.c | $(WEB)/.sources
	$(compile_web)
$(WEB_OBJECTS)/base/build_info.o: EXTRA_FLAGS = $(BUILD_INFO_DEFINES)
$(WEB_OBJECTS)/base/build_info.o: $(BUILD)/build_info.txt
$(WEB_OBJECTS)/library/%.o: | $(WEB)/.sources
	@mkdir -p $(@D)
	$(say) WASM $*.c
	$(quiet)$(EMCC) -O2 -ffp-contract=off -w -DHAVE_CONFIG_H -I$(WEB)/include -I$(dir $(WEB_SOURCES)/$*) -I$(WEB_SOURCES)/gsl -c -o $@ $(WEB_SOURCES)/$*.c
$(WEB_OBJECTS)/library/cblas.a: | $(WEB)/.sources
	@mkdir -p $(WEB_OBJECTS)/library/cblas
	$(say) WASM gsl/cblas
	$(quiet)cd $(WEB_OBJECTS)/library/cblas && $(EMCC) -O2 -ffp-contract=off -w -I$(abspath $(WEB)/include) \
	  -c $(filter-out %/test.c %/test_%.c,$(wildcard $(abspath $(WEB_SOURCES))/gsl/cblas/*.c)) && emar rcs ../cblas.a *.o

WEB_LINK_FLAGS := -O2 -sINVOKE_RUN=0 -sEXPORTED_RUNTIME_METHODS=callMain,FS -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB -sINITIAL_MEMORY=32MB \
  -sTOTAL_STACK=4MB -sMODULARIZE=1 -sEXPORT_NAME=winnowModule -sENVIRONMENT=worker,node -sEXIT_RUNTIME=0
$(WEB)/winnow.js: $(WEB_OWN_OBJECTS) $(WEB_LIBRARY_OBJECTS) scripts/play/play.mk
	$(say) LINK $@
	$(quiet)$(EMCC) $(WEB_LINK_FLAGS) -o $@ $(filter %.o %.a,$^)

-include $(patsubst %.o,%.d,$(WEB_OWN_OBJECTS))

.PHONY: play
# The site is replaced as a whole: it takes the page from $(WEB)/index.html (scripts/site/build.py).
play: $(WEB)/index.html ## the laboratory in a browser: build/site/play/index.html, one file that needs nothing else
	@mkdir -p $(BUILD)/site/play && cp $< $(BUILD)/site/play/index.html
PLAY_PAGE_SOURCES := $(addprefix scripts/play/,build.py page.html play.css play.js worker.js) $(addprefix src/report/,report.css figure.js) $(wildcard scenarios/*.lua)
$(WEB)/index.html: $(WEB)/winnow.js $(PLAY_PAGE_SOURCES) $(PROGRAM)
	@WINNOW=$(abspath $(PROGRAM)) python3 -B scripts/play/build.py $(WEB) $@

# Skipped where emscripten, the source packages, a browser or its modules cannot be had; a page that does not compile is a failure.
.PHONY: test-play
test-play: $(PROGRAM) $(PLAY_PROGRAM) ## the page of `make play` in a headless Chromium, against the program
	@sh scripts/setup.sh play browser || true
	@for part in $(WEB)/.sources $(BUILD)/browser/package.json; do $(MAKE) --no-print-directory $$part || true; done
	@if [ -e $(WEB)/.sources ]; then $(MAKE) --no-print-directory play; fi
	@mkdir -p $(BUILD)/browser; $(TEST_ENVIRONMENT) sh tests/browser/play.sh > $(BUILD)/browser/play.log; status=$$?; \
	  if [ $$status -ne 0 ]; then echo "not ok play in a browser: exit status $$status" >> $(BUILD)/browser/play.log; fi; \
	  cat $(BUILD)/browser/play.log; echo "$$(grep -c '^ok ' $(BUILD)/browser/play.log) passed, $$(grep -c '^not ok ' $(BUILD)/browser/play.log) failed"; \
	  ! grep -q '^not ok ' $(BUILD)/browser/play.log

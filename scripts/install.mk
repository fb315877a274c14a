# Installation: `make install PREFIX=/usr/local`, staged below DESTDIR. Every folder can be given as the GNU standards name it.

PREFIX ?= /usr/local
DESTDIR ?=
prefix = $(PREFIX)
exec_prefix = $(prefix)
bindir = $(exec_prefix)/bin
libdir = $(exec_prefix)/lib
includedir = $(prefix)/include
datadir = $(prefix)/share
mandir = $(datadir)/man
pkgconfigdir = $(libdir)/pkgconfig
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions

# The program looks for its scenarios in ../share/winnow-lab, wherever it is moved to. Only folders that do not lie like this are built in.
DATA_DEFINE = $(if $(filter-out $(abspath $(bindir)/../share),$(abspath $(datadir))), \
                $(call string_define,BUILD_DATA,$(abspath $(datadir))/winnow-lab))

MAN_PAGES := $(BUILD)/man/made
$(MAN_PAGES): scripts/man.sh CHANGELOG.md $(wildcard docs/man/*.in) $(PROGRAM)
	@mkdir -p $(@D)
	@sh scripts/man.sh $(PROGRAM) $(@D)
	@touch $@
.PHONY: man
man: $(MAN_PAGES) ## make the manual pages in build/man

INSTALL_FOLDERS := DESTDIR prefix bindir libdir includedir datadir mandir pkgconfigdir bashcompletiondir zshcompletiondir
INSTALL_ENVIRONMENT = $(foreach name,$(INSTALL_FOLDERS),$(name)=$(call quote,$($(name)))) BUILD=$(call quote,$(BUILD)) \
                      VERSION=$(VERSION) SONAME=$(SONAME)
# Lua, and what confines it, are the program's only.
.PHONY: install
install: $(PROGRAM) $(LIBRARIES_FOR_OTHERS) $(MAN_PAGES) ## install under PREFIX=/usr/local [DESTDIR=] [bindir= libdir= ...]
	@$(INSTALL_ENVIRONMENT) STATIC_LIBS=$(call quote,$(filter-out -llua% -lseccomp,$(LIBRARIES))) sh scripts/install.sh install

.PHONY: uninstall
uninstall: ## remove what install put there; the same PREFIX and folders
	@$(INSTALL_ENVIRONMENT) sh scripts/install.sh uninstall

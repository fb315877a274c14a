#!/bin/sh
# Completion for bash and zsh offers what the program has: bash driven by COMP_WORDS, zsh by keys on a terminal.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
PATH=$BUILD:$PATH
export ROOT

mkdir -p scenarios 'a folder'
echo "return { params = { width = 3, depth = 2 }, trials = 5, problem = problem.disjunction { n = 8 }, learners = learner.winnow {} }" \
  > scenarios/mine.lua
cp scenarios/mine.lua 'a folder/other.lua'
echo 'return 1' > here.lua

cat > complete.bash << 'END'
. "$ROOT/scripts/completion/winnow.bash"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
current=${!#}
[ "$current" != = ] || current=
_winnow winnow "$current" "" 2> errors
cat errors
printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort
END

# offers NAME EXPECTED WORD...: exactly these words, sorted, in one line.
offers() {
  name=$1
  expected=$2
  shift 2
  same "bash: $name" "$expected" "$(bash --norc complete.bash "$@" | tr '\n' ' ' | sed 's/ *$//')"
}
sorted() { LC_ALL=C sort | tr '\n' ' ' | sed 's/ *$//'; }
options() { "$WINNOW" "$1" --help | grep -o '^  --[a-z-]*' | tr -d ' ' | sorted; }
commands=$("$WINNOW" --help | sed -n 's/^  winnow \([a-z][a-z]*\) .*/\1/p')

offers 'commands' "$( (echo "$commands" && echo help) | sorted)" winnow ''
offers 'what help explains' "$(echo "$commands" | sorted)" winnow help ''
for command in $commands; do
  offers "options of $command" "$(options "$command")" winnow "$command" --
done
offers 'a learner of serve' 'balanced_winnow' winnow serve balanc
offers 'a scenario of the folder' 'mine' winnow run mi
offers 'scenarios of a path' 'a folder/other.lua' winnow run 'a folder/o'
offers 'parameters of a scenario' 'depth= width=' winnow run mine --set ''
offers 'no parameters of a broken scenario' '' winnow run here.lua --set ''
offers 'parameters of a learner' 'margin=' winnow serve winnow_threshold --set mar
offers 'nothing for the value of a parameter' '' winnow run mine --set width = 1
offers 'a scenario behind a parameter' 'mine' winnow run --set width = 1 mi
offers 'a choice' 'gsl own' winnow run mine --eigen ''
offers 'a choice behind =' 'gsl' winnow run mine --eigen = g
offers 'the choices behind =' 'gsl own' winnow run mine --eigen =
offers 'some of a list' 'svg,pdf svg,png' winnow plot x --format svg,p
offers 'folders of results' 'a folder scenarios' winnow plot ''
offers 'a second folder of results' 'a folder' winnow report scenarios 'a '
offers 'nothing behind the last argument' '' winnow plot scenarios 'a '
offers 'kinds of list' 'bounds learners problems scenarios' winnow list ''
offers 'names of list' 'max_cut max_cut_lower' winnow list problems max_
offers 'bounds of attack' 'meg_loss' winnow attack mine --bound meg
offers 'learners of trace' 'meg' winnow trace mine --learner me
offers 'nothing for a command that is none' '' winnow rin ''
same 'bash: nothing is left on the terminal' '' "$(bash --norc complete.bash winnow run mi 2>&1 > nothing)"

if ! command -v zsh > zsh.path; then
  skip 'completion for zsh' 'zsh is not installed'
  exit
fi
if ! zsh -f -c 'zmodload zsh/zpty && zpty probe true' 2> zsh.path; then
  skip 'completion for zsh' 'no terminal can be made here: /dev/pts'
  exit
fi
# Types a text and the tabulator into an interactive zsh and prints the line that it makes of it.
cat > complete.zsh << 'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; PS2=; RPS1=; cd ${(q)PWD}; stty cols 200; fpath=(${(q)ROOT}/scripts/completion \$fpath); autoload -U compinit
compinit -D -u; compdef _winnow winnow; zstyle ':completion:*' insert-tab no; bindkey '^I' complete-word
show() { print -r -- \"<\${BUFFER}>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; print begin ''now"
while zpty -r shell line && [[ $line != *'begin now'* ]]; do :; done
for text; do
  zpty -w -n shell $text$'\t\x18'
  zpty -r shell line $'*<*>\r\n'
  print -r -- "${${line##*<}%%>*}"
done
END
# The terminal writes what is typed; a list of choices may come between.
timeout 60 zsh -f complete.zsh 'winnow comp' 'winnow run mi' 'winnow run mine --save' 'winnow run mine --set wi' 'winnow run mine --eigen=g' \
  'winnow serve balanc' 'winnow list learners matrix_mul' 'winnow plot x --format svg,pd' 'winnow serve winnow_threshold --set mar' \
  'winnow report scenarios a' 'winnow attack mine --bound meg' 'winnow run a\ folder/o' \
  'winnow help att' 'winnow trace mine --learner meg' > zsh.lines 2> zsh.errors
cat > zsh.expected << 'END'
winnow compare 
winnow run mine 
winnow run mine --save-state 
winnow run mine --set width=
winnow run mine --eigen=gsl 
winnow serve balanced_winnow 
winnow list learners matrix_multiplicative_weights 
winnow plot x --format svg,pdf,
winnow serve winnow_threshold --set margin=
winnow report scenarios a\ folder/
winnow attack mine --bound meg_loss 
winnow run a\ folder/other.lua 
winnow help attack 
winnow trace mine --learner meg 
END
same 'zsh completes what bash does' '' "$(diff zsh.expected zsh.lines 2>&1 | tr '\n' '|'; cat zsh.errors)"

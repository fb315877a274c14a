# shellcheck shell=bash
# Completion of winnow for bash. The program itself says what can be typed: --help lists commands, options and arguments, `winnow list`
# the names. Needs only bash.

# Names of a kind: learners, problems, bounds, scenarios.
_winnow_names() { "$program" list "$1" 2> /dev/null | sed -n 's/^  \([^ ]*\) .*/\1/p'; }

# Parameters of a learner or, with data files where it needs some, of a scenario.
_winnow_parameters() {
  if [ "$command" = serve ]; then
    # the second line of a parameter is indented further
    "$program" list learners "$subject" 2> /dev/null | awk '/^          / { if (name != "") print name; name = ""; next } { name = $1 }'
  else
    "$program" list scenarios "$subject" ${data:+--data "$data"} 2> /dev/null | sed -n 's/^  \(\w*\)  .*/\1/p'
  fi
}

_winnow_words() { mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$current"); }
_winnow_files() {
  compopt -o filenames 2> /dev/null
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$@" -- "$current")
}

_winnow_commands() { "$program" --help 2> /dev/null | sed -n 's/^  winnow \([a-z][a-z]*\) .*/\1/p'; }

# The value of an option, by the word that --help shows for it.
_winnow_value() {
  local given item
  case $1 in
    NAME=VALUE)
      case $current$joined in
        *=*) ;;
        *)
          compopt -o nospace 2> /dev/null
          mapfile -t COMPREPLY < <(compgen -S = -W "$(_winnow_parameters)" -- "$current")
          ;;
      esac
      ;;
    DIR) _winnow_files -d ;;
    FILE) _winnow_files -f ;;
    NAME) if [ "$option" = --learner ]; then _winnow_words "$(_winnow_names learners)"; else _winnow_words "$(_winnow_names bounds)"; fi ;;
    [a-z]*'|'*) _winnow_words "${1//'|'/ }" ;;
    [a-z]*,*) # some of these, each once
      given=
      case $current in *,*) given=${current%,*}, ;; esac
      for item in ${1//,/ }; do
        case ,$given in *",$item,"*) ;; *) _winnow_words "$given$item" ;; esac
      done
      ;;
  esac
}

# An argument of the command, by its name in the usage.
_winnow_argument() {
  case $1 in
    SCENARIO)
      case $current in */*) ;; *) _winnow_words "$(_winnow_names scenarios)" ;; esac
      if [ "${#COMPREPLY[@]}" -eq 0 ]; then
        _winnow_files -f -X '!*.lua'
        _winnow_files -d
      fi
      ;;
    RESULT_DIR*) _winnow_files -d ;;
    STATE | FILE) _winnow_files -f ;;
    LEARNER) _winnow_words "$(_winnow_names learners)" ;;
    '['*'|'*']') item=${1#[} && _winnow_words "$(printf '%s' "${item%]}" | tr '|' ' ')" ;;
    '[NAME]') _winnow_words "$(_winnow_names "$subject")" ;;
  esac
}

_winnow() {
  local program=${COMP_WORDS[0]} current=$2 command='' subject='' data='' joined='' help usage option word item i
  local -a words=() arguments=()
  local LC_ALL=C
  COMPREPLY=()
  case $program in '~'*) program=$HOME${program#\~} ;; esac
  # bash splits words at "="; they are joined again, and `joined` is the text before the part to complete.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]} > 0)) && { [ "$word" = = ] || [ "${COMP_WORDS[i - 1]}" = = ]; }; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
  done
  word=${words[${#words[@]} - 1]-}
  [ "$current" != = ] || current=
  joined=${word%"$current"}

  if ((${#words[@]} <= 1)); then
    case $current in
      -*) _winnow_words '--help --version' ;;
      *) _winnow_words "help $(_winnow_commands)" ;;
    esac
    return
  fi
  command=${words[0]}
  if [ "$command" = help ]; then
    ((${#words[@]} > 2)) || _winnow_words "$(_winnow_commands)"
    return
  fi
  help=$("$program" "$command" --help 2> /dev/null) || return
  # The option whose value is missing, and the arguments before the word to complete.
  option=
  for ((i = 1; i < ${#words[@]} - 1; i++)); do
    word=${words[i]}
    if [ -n "$option" ]; then
      [ "$option" != --data ] || data=$word
      option=
    elif [ "${word#--}" != "$word" ]; then
      case $word in *=*) ;; *) [ -z "$(_winnow_takes "$word")" ] || option=$word ;; esac
    else
      arguments+=("$word")
    fi
  done
  subject=${arguments[0]-}
  case $joined in --*=) option=${joined%%=*} && joined= ;; esac

  if [ -n "$option" ]; then
    _winnow_value "$(_winnow_takes "$option")"
  elif [ "${current#-}" != "$current" ]; then
    _winnow_words "$(printf '%s\n' "$help" | sed -n 's/^  \(--[a-z-]*\) .*/\1/p')"
  else
    # a required option is in the usage, too
    usage=$(printf '%s\n' "$help" | sed -n '1s/--[a-z-]* [A-Z]* //g; 1s/^winnow [a-z]* //p; 1q')
    read -r -a words <<< "${usage% \[options\]}"
    i=${#arguments[@]}
    case ${words[${#words[@]} - 1]-} in *...) ((i < ${#words[@]})) || i=$((${#words[@]} - 1)) ;; esac
    _winnow_argument "${words[i]-}"
  fi
}

# The value that the option takes, as --help shows it; empty for flags.
_winnow_takes() { printf '%s\n' "$help" | sed -n "s/^  $1 \([^ ][^ ]*\) .*/\1/p"; }

complete -F _winnow winnow

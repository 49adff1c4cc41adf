# bash completion for whetstone and wst. To load it: source <(whetstone completion bash)
_whetstone_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_whetstone_files() { compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")); }
_whetstone_folders() { compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")); }

_whetstone() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}" place="" word index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="${COMP_WORDS[index]}"
    case "$place $word" in
      " --root" | "status --root" | "record --root" | "lessons --root" | "lessons list --root" | "lessons forget --root" | " --set" | "status --set" | "record --tag" | "record --set" | "lessons --set" | "lessons list --set" | "lessons forget --set" | "record --result" | "record -r" | "record --from")
        [[ "${COMP_WORDS[index + 1]}" == "=" ]] && ((index++))
        ((index++))
        ;;
      " status" | " record" | " lessons" | " help" | "lessons list" | "lessons forget" | "help status" | "help record" | "help lessons" | "help lessons list" | "help lessons forget") place="${place:+$place }$word" ;;
    esac
  done
  if [[ "$current" == "=" ]]; then
    current=""
  elif [[ "$previous" == "=" ]]; then
    previous="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  case "$place $previous" in
    " --root" | "status --root" | "record --root" | "lessons --root" | "lessons list --root" | "lessons forget --root") _whetstone_folders; return ;;
    " --set" | "status --set" | "record --tag" | "record --set" | "lessons --set" | "lessons list --set" | "lessons forget --set") :; return ;;
    "record --result" | "record -r") _whetstone_words "success partial failure"; return ;;
    "record --from") _whetstone_files; return ;;
  esac
  if [[ "$current" == -* ]]; then
    case "$place" in
      "") _whetstone_words "--help --json --root --set --no-color --quiet --version" ;;
      "status") _whetstone_words "--config --help --json --root --set --no-color --quiet" ;;
      "record") _whetstone_words "--result --from --tag --help --json --root --set --no-color --quiet" ;;
      "lessons") _whetstone_words "--help --json --root --set --no-color --quiet" ;;
      "lessons list") _whetstone_words "--help --json --root --set --no-color --quiet" ;;
      "lessons forget") _whetstone_words "--help --json --root --set --no-color --quiet" ;;
      "help") _whetstone_words "" ;;
      "help lessons") _whetstone_words "" ;;
    esac
    return
  fi
  case "$place" in
    "") _whetstone_words "status record lessons help" ;;
    "status") : ;;
    "record") _whetstone_files ;;
    "lessons") _whetstone_words "list forget" ;;
    "lessons list") : ;;
    "lessons forget") : ;;
    "help") _whetstone_words "status record lessons" ;;
    "help lessons") _whetstone_words "list forget" ;;
  esac
}
complete -F _whetstone whetstone wst

#compdef whetstone wst
# zsh completion for whetstone and wst. To load it: source <(whetstone completion zsh)
_whetstone() {
  local place="" word="" current="${words[CURRENT]}" previous="${words[CURRENT - 1]}"
  local -i index
  local -a entries
  for (( index = 2; index < CURRENT; index++ )); do
    word="${words[index]}"
    case "$place $word" in
      (" --root"|"status --root"|"record --root"|"lessons --root"|"lessons list --root"|"lessons forget --root"|" --set"|"status --set"|"record --tag"|"record --set"|"lessons --set"|"lessons list --set"|"lessons forget --set"|"record --result"|"record -r"|"record --from") (( index++ )) ;;
      (" status"|" record"|" lessons"|" help"|"lessons list"|"lessons forget"|"help status"|"help record"|"help lessons"|"help lessons list"|"help lessons forget") place="${place:+$place }$word" ;;
    esac
  done
  if [[ "$current" == --*=* ]]; then
    previous="${current%%=*}"
    compset -P '*='
  fi
  case "$place $previous" in
    (" --root"|"status --root"|"record --root"|"lessons --root"|"lessons list --root"|"lessons forget --root") _files -/; return ;;
    (" --set"|"status --set"|"record --tag"|"record --set"|"lessons --set"|"lessons list --set"|"lessons forget --set") :; return ;;
    ("record --result"|"record -r") compadd -- success partial failure; return ;;
    ("record --from") _files; return ;;
  esac
  if [[ "$current" == -* ]]; then
    case "$place" in
      ("") entries=('--help:Show help for the command.' '--json:Print one JSON document on standard output, errors included.' '--root:Start from this folder instead of the current one.' '--set:Override a setting for this call, such as store.kind=memory.' '--no-color:Print without colour.' '--quiet:Print results and errors only\: no notes, no progress.' '--version:Print the version.') ;;
      ("status") entries=('--config:Show every setting and where its value came from.' '--help:Show help for the command.' '--json:Print one JSON document on standard output, errors included.' '--root:Start from this folder instead of the current one.' '--set:Override a setting for this call, such as store.kind=memory.' '--no-color:Print without colour.' '--quiet:Print results and errors only\: no notes, no progress.') ;;
      ("record") entries=('--result:How it ended.' '--from:Read it from a file.' '--tag:A label.' '--help:Show help for the command.' '--json:Print one JSON document on standard output, errors included.' '--root:Start from this folder instead of the current one.' '--set:Override a setting for this call, such as store.kind=memory.' '--no-color:Print without colour.' '--quiet:Print results and errors only\: no notes, no progress.') ;;
      ("lessons") entries=('--help:Show help for the command.' '--json:Print one JSON document on standard output, errors included.' '--root:Start from this folder instead of the current one.' '--set:Override a setting for this call, such as store.kind=memory.' '--no-color:Print without colour.' '--quiet:Print results and errors only\: no notes, no progress.') ;;
      ("lessons list") entries=('--help:Show help for the command.' '--json:Print one JSON document on standard output, errors included.' '--root:Start from this folder instead of the current one.' '--set:Override a setting for this call, such as store.kind=memory.' '--no-color:Print without colour.' '--quiet:Print results and errors only\: no notes, no progress.') ;;
      ("lessons forget") entries=('--help:Show help for the command.' '--json:Print one JSON document on standard output, errors included.' '--root:Start from this folder instead of the current one.' '--set:Override a setting for this call, such as store.kind=memory.' '--no-color:Print without colour.' '--quiet:Print results and errors only\: no notes, no progress.') ;;
      ("help") entries=() ;;
      ("help lessons") entries=() ;;
    esac
    _describe -o option entries
    return
  fi
  case "$place" in
    ("") entries=('status:Show what there is' 'record:Record an outcome\: what'\''s done' 'lessons:List and drop lessons' 'help:Show help for a command'); _describe command entries ;;
    ("status") : ;;
    ("record") _files ;;
    ("lessons") entries=('list:Fail\: busy' 'forget:Break'); _describe command entries ;;
    ("lessons list") : ;;
    ("lessons forget") : ;;
    ("help") entries=('status:Show what there is' 'record:Record an outcome\: what'\''s done' 'lessons:List and drop lessons'); _describe command entries ;;
    ("help lessons") entries=('list:Fail\: busy' 'forget:Break'); _describe command entries ;;
  esac
}
if [[ "${funcstack[1]}" == _whetstone ]]; then _whetstone "$@"; else compdef _whetstone whetstone wst; fi

import { singleQuoted } from "../../../base/text/shell-word.js";
import { valueCases, valuePatterns, verbPatterns } from "./patterns.js";
import type { Offer, Spot } from "./spots.js";

export function zshScript(spots: readonly Spot[]): string {
  return `#compdef whetstone wst
# zsh completion for whetstone and wst. To load it: source <(whetstone completion zsh)
_whetstone() {
  local place="" word="" current="\${words[CURRENT]}" previous="\${words[CURRENT - 1]}"
  local -i index
  local -a entries
  for (( index = 2; index < CURRENT; index++ )); do
    word="\${words[index]}"
    case "$place $word" in
      (${valuePatterns(spots).join("|")}) (( index++ )) ;;
      (${verbPatterns(spots).join("|")}) place="\${place:+$place }$word" ;;
    esac
  done
  if [[ "$current" == --*=* ]]; then
    previous="\${current%%=*}"
    compset -P '*='
  fi
  case "$place $previous" in
${valueCases(spots)
  .map(([offer, patterns]) => `    (${patterns.join("|")}) ${action(offer)}; return ;;\n`)
  .join("")}  esac
  if [[ "$current" == -* ]]; then
    case "$place" in
${spots.map((spot) => `      ("${spot.path}") entries=(${flagEntries(spot)}) ;;\n`).join("")}    esac
    _describe -o option entries
    return
  fi
  case "$place" in
${spots.map((spot) => `    ("${spot.path}") ${next(spot)} ;;\n`).join("")}  esac
}
if [[ "\${funcstack[1]}" == _whetstone ]]; then _whetstone "$@"; else compdef _whetstone whetstone wst; fi
`;
}

function next({ verbs, argument }: Spot): string {
  if (verbs.length === 0) return action(argument);
  const entries = verbs.map((verb) => entry(verb.name, verb.about)).join(" ");
  return `entries=(${entries}); _describe command entries`;
}

function flagEntries({ flags }: Spot): string {
  return flags.map((flag) => entry(`--${flag.name}`, flag.about)).join(" ");
}

function action(offer: Offer): string {
  if (offer === "files") return "_files";
  if (offer === "folders") return "_files -/";
  return offer === "nothing" ? ":" : `compadd -- ${offer.join(" ")}`;
}

/** `_describe` splits at the first colon that has no backslash. */
function entry(name: string, about: string): string {
  return singleQuoted(`${name}:${about.replaceAll("\\", "\\\\").replaceAll(":", "\\:")}`);
}

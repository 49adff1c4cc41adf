import { valueCases, valuePatterns, verbPatterns } from "./patterns.js";
import type { Offer, Spot } from "./spots.js";

/** Works in bash 3.2 too, the one that macOS has: no `mapfile`, and `compopt` only where there is one. */
export function bashScript(spots: readonly Spot[]): string {
  return `# bash completion for whetstone and wst. To load it: source <(whetstone completion bash)
_whetstone_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_whetstone_files() { compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")); }
_whetstone_folders() { compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")); }

_whetstone() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" place="" word index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$place $word" in
      ${valuePatterns(spots).join(" | ")})
        [[ "\${COMP_WORDS[index + 1]}" == "=" ]] && ((index++))
        ((index++))
        ;;
      ${verbPatterns(spots).join(" | ")}) place="\${place:+$place }$word" ;;
    esac
  done
  if [[ "$current" == "=" ]]; then
    current=""
  elif [[ "$previous" == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  case "$place $previous" in
${valueCases(spots)
  .map(([offer, patterns]) => `    ${patterns.join(" | ")}) ${action(offer)}; return ;;\n`)
  .join("")}  esac
  if [[ "$current" == -* ]]; then
    case "$place" in
${spots
  .map((spot) => `      "${spot.path}") ${words(spot.flags.map((flag) => `--${flag.name}`))} ;;\n`)
  .join("")}    esac
    return
  fi
  case "$place" in
${spots.map((spot) => `    "${spot.path}") ${next(spot)} ;;\n`).join("")}  esac
}
complete -F _whetstone whetstone wst
`;
}

function next({ verbs, argument }: Spot): string {
  return verbs.length > 0 ? words(verbs.map((verb) => verb.name)) : action(argument);
}

function action(offer: Offer): string {
  if (offer === "files") return "_whetstone_files";
  if (offer === "folders") return "_whetstone_folders";
  return offer === "nothing" ? ":" : words(offer);
}

function words(list: readonly string[]): string {
  return `_whetstone_words "${list.join(" ")}"`;
}

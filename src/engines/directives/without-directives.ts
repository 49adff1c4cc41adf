import { closingTag, contract, openingTag } from "./render-directives.js";

const begin = `${openingTag}\n${contract}\n`;
const gap = "\n\n";

/**
 * A prompt without the blocks that an earlier brief put into it, and without the empty line behind each. Only
 * what begins with our contract is taken for a block: a task may speak of the tags.
 */
export function withoutDirectives(prompt: string): string {
  let rest = "";
  let from = 0;
  for (let start = prompt.indexOf(begin); start !== -1; start = prompt.indexOf(begin, from)) {
    const end = prompt.indexOf(`\n${closingTag}`, start);
    if (end === -1) break;
    rest += prompt.slice(from, start);
    from = end + closingTag.length + 1;
    if (prompt.startsWith(gap, from)) from += gap.length;
  }
  return rest + prompt.slice(from);
}

import { complianceWords } from "../contract-words.js";
import type { VisibleLine } from "../statements/visible-lines.js";

const title = new RegExp(
  `^[\\s#*_\`>\\[("'\\d.)|-]{0,40}${complianceWords}(?![a-z0-9])(?:\\s{1,5}section)?([^a-z0-9].*)?$`,
  "i",
);
/** A Markdown heading, or a line that is only a name in capitals or bold, such as SKILL_COMPLIANCE. */
const otherTitle =
  /^\s{0,3}(?:#{1,6}\s|[*_`]{0,3}[A-Z][A-Z0-9]*(?:\\?_[A-Z0-9]+)+[*_`]{0,3}\s*(?::|$)|(?:\*\*|__)[^*_]{1,80}(?:\*\*|__):?\s*$|<\/?[a-z]|(?:-{3,}|={3,}|\*{3,})\s*$)/;
/** An introduction and the head of a table; a section whose verdicts come later than that has none. */
const linesBeforeVerdicts = 6;

type IsVerdict = (text: string) => boolean;

/**
 * The lines of the last section with a verdict: verdicts are read nowhere else, so that prose cannot forge
 * one. It ends at another heading or section name, or at an empty line behind which comes no verdict.
 */
export function complianceSection(
  lines: readonly VisibleLine[],
  isVerdict: IsVerdict,
): readonly VisibleLine[] {
  for (let start = lines.length - 1; start >= 0; start -= 1) {
    const head = lines[start];
    if (head === undefined || !isTitle(head.text, isVerdict)) continue;
    const first = { text: title.exec(head.text)?.[1] ?? "", line: head.line };
    const section = [first, ...sectionBody(lines, start + 1, isVerdict, isVerdict(first.text))];
    if (section.some(({ text }) => isVerdict(text))) return section;
  }
  return [];
}

/**
 * The name in a heading, alone on its line, or with verdicts behind it: a sentence that mentions it begins
 * nothing.
 */
function isTitle(text: string, isVerdict: IsVerdict): boolean {
  const rest = title.exec(text);
  if (rest === null) return false;
  return /^\s{0,3}#/.test(text) || !/[\p{L}\p{N}]/u.test(rest[1] ?? "") || isVerdict(rest[1] ?? "");
}

function sectionBody(
  lines: readonly VisibleLine[],
  from: number,
  isVerdict: IsVerdict,
  begunInTitle: boolean,
): readonly VisibleLine[] {
  const body: VisibleLine[] = [];
  let begun = begunInTitle;
  let afterBlank = false;
  let preface = 0;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    const blank = line.text.trim() === "";
    const verdict = !blank && isVerdict(line.text);
    if (!blank && !verdict) {
      preface += begun ? 0 : 1;
      const over = (begun && afterBlank) || preface > linesBeforeVerdicts;
      if (over || otherTitle.test(line.text) || isTitle(line.text, isVerdict)) break;
    }
    begun ||= verdict;
    afterBlank = blank;
    body.push(line);
  }
  return body;
}

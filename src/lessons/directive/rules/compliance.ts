import { complianceWords, verdictWords } from "../../unconfirmed/contract-words.js";
import { assignToLessons } from "./short-ids.js";
import { keywordPattern, readStatements } from "./statements/read-statements.js";
import { type VisibleLine, visibleLines } from "./statements/visible-lines.js";

type Verdict = "verified" | "violated" | "n_a";

/** One verdict as a reviewer wrote it. The id is as written; `resolveCompliance` finds its lesson. */
export interface ComplianceEntry {
  readonly id: string;
  readonly verdict: Verdict;
  readonly evidence?: string;
  /** Counted from 1. */
  readonly line: number;
}

const keywords = keywordPattern(verdictWords);

/** The verdicts of a reviewer's DIRECTIVE_COMPLIANCE sections, in their order; none without such a section. */
export function parseCompliance(output: string): readonly ComplianceEntry[] {
  const sections = complianceSections(visibleLines(output), isVerdict);
  return sections
    .flatMap((section) => readStatements(section, keywords))
    .map(({ keyword, id, detail, line }) => ({
      id,
      verdict: complianceVerdict(keyword),
      line,
      ...(detail === undefined ? {} : { evidence: detail }),
    }));
}

/** A keyword alone on its line counts too: its ids are listed below it. */
function isVerdict(text: string): boolean {
  keywords.lastIndex = 0;
  if (!keywords.test(text)) return false;
  const bare = text.replace(keywords, "");
  return !/[\p{L}\p{N}]/u.test(bare) || readStatements([{ text, line: 1 }], keywords).length > 0;
}

function complianceVerdict(keyword: string): Verdict {
  if (/^verified$/i.test(keyword)) return "verified";
  return /^violated$/i.test(keyword) ? "violated" : "n_a";
}

const sectionTitle = new RegExp(
  `^[\\s#*_\`>\\[("'\\d.)|-]{0,40}${complianceWords}(?![a-z0-9])(?:\\s{1,5}section)?([^a-z0-9].*)?$`,
  "i",
);
/** A Markdown heading, or a line that is only a name in capitals or bold, such as SKILL_COMPLIANCE. */
const otherTitle = new RegExp(
  `^\\s{0,3}(?:${[
    /#{1,6}\s/,
    /[*_`]{0,3}[A-Z][A-Z0-9]*(?:\\?_[A-Z0-9]+)+[*_`]{0,3}\s*(?::|$)/,
    /(?:\*\*|__)[^*_]{1,80}(?:\*\*|__):?\s*$/,
    /<\/?[a-z]/,
    /(?:-{3,}|={3,}|\*{3,})\s*$/,
  ]
    .map(({ source }) => source)
    .join("|")})`,
);
/** An introduction and the head of a table; a section whose verdicts come later than that has none. */
const linesBeforeVerdicts = 6;

type IsVerdict = (text: string) => boolean;

/**
 * The lines of each section: verdicts are read nowhere else, so that prose cannot forge one. A section ends at
 * another heading or section name, or at an empty line that no verdict follows.
 */
function complianceSections(
  lines: readonly VisibleLine[],
  isVerdict: IsVerdict,
): readonly (readonly VisibleLine[])[] {
  return lines.flatMap((head, start) => {
    if (!isTitle(head.text, isVerdict)) return [];
    const first = { text: sectionTitle.exec(head.text)?.[1] ?? "", line: head.line };
    return [[first, ...sectionBody(lines, start + 1, isVerdict, isVerdict(first.text))]];
  });
}

/**
 * The name in a heading, alone on its line, or followed by verdicts: a sentence that mentions it does not
 * begin a section.
 */
function isTitle(text: string, isVerdict: IsVerdict): boolean {
  const rest = sectionTitle.exec(text);
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
    if (line === undefined || isTitle(line.text, isVerdict)) break;
    const blank = line.text.trim() === "";
    const verdict = !blank && isVerdict(line.text);
    if (!blank && !verdict) {
      preface += begun ? 0 : 1;
      const over = (begun && afterBlank) || preface > linesBeforeVerdicts;
      if (over || otherTitle.test(line.text)) break;
    }
    begun ||= verdict;
    afterBlank = blank;
    body.push(line);
  }
  return body;
}

export interface KnownVerdict {
  readonly lesson: string;
  readonly verdict: Verdict;
  readonly evidence?: string;
}

export interface ResolvedCompliance {
  /** One for each judged lesson, in the order in which they were shown. */
  readonly known: readonly KnownVerdict[];
  /** About lessons that were not shown in the phase: counted, and otherwise dropped. */
  readonly unknown: readonly ComplianceEntry[];
  readonly ambiguous: readonly ComplianceEntry[];
  /** Shown lessons without a verdict. */
  readonly omitted: readonly string[];
}

/**
 * Assigns verdicts to the lessons that were shown. Of several for one lesson the last violation counts, else
 * the last verdict: no later line can talk a violation away.
 */
export function resolveCompliance(
  entries: readonly ComplianceEntry[],
  shown: readonly string[],
): ResolvedCompliance {
  const { byLesson, unknown, ambiguous } = assignToLessons(entries, shown);
  return {
    known: [...byLesson].flatMap(([lesson, given]) => verdictFor(lesson, given)),
    unknown,
    ambiguous,
    omitted: [...byLesson].filter(([, given]) => given.length === 0).map(([lesson]) => lesson),
  };
}

function verdictFor(lesson: string, given: readonly ComplianceEntry[]): readonly KnownVerdict[] {
  const entry = given.findLast(({ verdict }) => verdict === "violated") ?? given.at(-1);
  if (entry === undefined) return [];
  const { verdict, evidence } = entry;
  return [{ lesson, verdict, ...(evidence === undefined ? {} : { evidence }) }];
}

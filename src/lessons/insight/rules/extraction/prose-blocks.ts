import { headingLevel, isHorizontalRule } from "../../../../reading/language/markdown.js";
import { oneOf } from "../../../../reading/language/patterns.js";
import { withoutFindingIds } from "./clean-item.js";
import { isLog } from "./machine-made.js";
import { isProcedure, isWorkTitle } from "./work-lists.js";

/** A paragraph or list item, and the ids of the findings in the heading right above it. */
export interface ProseBlock {
  readonly text: string;
  readonly findings: readonly string[];
  readonly listed: boolean;
}

interface Draft {
  text: string;
  readonly findings: readonly string[];
  readonly listed: boolean;
  /** Blocks with nothing but a line break between them have the same number. */
  readonly group: number;
}

/** "coder: understood", "Security: 3/5": a line of its own. */
const spoken = /^\s*[\p{L}][\p{L}\p{N}_-]{0,20}: \S/u;
const bullet = /^\s*(?:[-*+•▪◦‣·–]|\(?\d{1,3}[.)])\s+/;
const checkbox = /^\s*(?:[-*+]|\d{1,3}[.)])?\s*\[[ xX✓-]\]\s/;
/** Far longer than what decides about a line, and short enough that no pattern costs much. */
const charsRead = 500;

/**
 * The author's prose without headings, tables, lines of logs and diffs, and without what only manages the
 * work: plans, steps, checklists. A heading that names a finding is read too.
 */
export function proseBlocks(lines: readonly string[]): readonly ProseBlock[] {
  const drafts = draftsOf(lines, workLines(lines));
  const steps = procedures(drafts);
  return drafts.filter(({ listed, group }) => !(listed && steps.has(group)));
}

/** The groups whose items are steps of some work. */
function procedures(drafts: readonly Draft[]): ReadonlySet<number> {
  const items = new Map<number, string[]>();
  for (const { text, listed, group } of drafts)
    if (listed) items.set(group, [...(items.get(group) ?? []), text.replace(bullet, "")]);
  return new Set([...items].filter(([, texts]) => isProcedure(texts)).map(([group]) => group));
}

function draftsOf(lines: readonly string[], work: ReadonlySet<number>): Draft[] {
  const drafts: Draft[] = [];
  let findings: readonly string[] = [];
  let open = false;
  let group = 0;
  for (const [index, line] of lines.entries()) {
    const heading = headingLevel(line, lines[index + 1]) !== undefined;
    if (heading) {
      const named = withoutFindingIds(line.slice(0, charsRead).replace(/^[\s#]+/, ""));
      findings = named.findings;
      if (findings.length > 0) drafts.push({ text: named.text, findings, listed: false, group });
    }
    const skipped =
      heading ||
      line.trim() === "" ||
      work.has(index) ||
      isNotProse(line) ||
      isBareTitle(line, lines[index + 1]);
    if (skipped) group += 1;
    const last = drafts.at(-1);
    if (!skipped && open && last !== undefined && goesOn(lines[index - 1], line))
      last.text += ` ${line.trim()}`;
    else if (!skipped) {
      drafts.push({ text: line.trim(), findings, listed: bullet.test(line), group });
      findings = [];
    }
    open = !skipped;
  }
  return drafts;
}

/**
 * The lines under a heading or a short title that announces work: below a heading up to the next one, below a
 * bare title up to the end of its list.
 */
function workLines(lines: readonly string[]): ReadonlySet<number> {
  const work = new Set<number>();
  let within: "heading" | "title" | undefined;
  for (const [index, line] of lines.entries()) {
    const heading = headingLevel(line, lines[index + 1]) !== undefined;
    const titled = !bullet.test(line) && isWorkTitle(line.slice(0, charsRead));
    if (heading) within = titled ? "heading" : undefined;
    else if (titled) within ??= "title";
    else if (within === "title" && endsList(lines, index)) within = undefined;
    if (within !== undefined) work.add(index);
  }
  return work;
}

function endsList(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  return line.trim() !== "" && !bullet.test(line) && !/^\s/.test(line);
}

/** Prose is wrapped far to the right: a line that ends before this column ends what it says. */
const wrappedFrom = 45;

/** Whether a line continues the one before it. */
function goesOn(before = "", line: string): boolean {
  if (bullet.test(line) || spoken.test(line)) return false;
  return !(
    before.trim().length < wrappedFrom &&
    /[^,;:(–—-]\s*$/u.test(before) &&
    /^\s*[\p{Lu}`]/u.test(line)
  );
}

/** A few words on a line of their own, with text right below: "Decision". */
function isBareTitle(line: string, next = ""): boolean {
  return /^\p{Lu}[\p{L}-]*(?: [\p{L}-]+){0,2}$/u.test(line) && /^\p{Lu}/u.test(next);
}

function isNotProse(line: string): boolean {
  const text = line.slice(0, charsRead).trim();
  if (isHorizontalRule(line) || /^\||^[=-]{2,}$/.test(text) || checkbox.test(line)) return true;
  return isDiffLine(text) || isLog(text);
}

const keywords = oneOf(
  "const, let, var, return, import, export, if, for, def, class, func, fn, public, private",
);
const code = new RegExp(`^(?:${keywords}\\b.*[=({;]|.*[;{}]$|.*;\\s*//)`);

/** "@@ -14,7 +14,9 @@", "+ const limit = 20", "-  return rows;": a mark, and then code. */
function isDiffLine(text: string): boolean {
  if (/^@@ |^(?:\+\+\+|---) [ab/]|^diff --git /.test(text)) return true;
  return /^[+-]\s*\S/.test(text) && code.test(text.replace(/^[+-]\s*/, ""));
}

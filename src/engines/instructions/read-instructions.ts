import { headingLevel, isHorizontalRule, numberedLines } from "../../reading/language/markdown.js";
import { sentencesOf } from "../../reading/language/sentences.js";
import { stripEmphasis } from "../../reading/language/strip-markup.js";
import { categoryOf } from "../insights/extraction/category-of.js";
import { isImperative } from "../insights/extraction/reusable.js";

/** A point of a list or a paragraph, in one line. */
interface Passage {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly bullet: boolean;
}

/** A statement of an instruction file, and where it stands. */
export interface Instruction {
  readonly line: number;
  readonly text: string;
}

/** More than a file for agents holds; a larger one is a document of another kind. */
const mostInstructions = 2_000;

/** Every statement of a file: whole points and paragraphs, and each of their sentences. */
export function statementsIn(markdown: string): readonly Instruction[] {
  const found = passagesIn(markdown).flatMap(({ line, text }) => {
    const sentences = sentencesOf(text, { semicolons: true });
    return [text, ...(sentences.length > 1 ? sentences : [])].map((each) => ({ line, text: each }));
  });
  return found.slice(0, mostInstructions);
}

/** What a person would call rules: points of lists, unless they only describe; and imperative sentences. */
export function rulesIn(markdown: string): readonly Instruction[] {
  const found = passagesIn(markdown).flatMap(({ line, text, bullet }) => {
    if (bullet) return isDescription(text) ? [] : [{ line, text }];
    return sentencesOf(text)
      .filter(isInstruction)
      .map((sentence) => ({ line, text: sentence }));
  });
  return found.slice(0, mostInstructions);
}

function isInstruction(sentence: string): boolean {
  return categoryOf(sentence) === "rule" || isImperative(stripEmphasis(sentence));
}

/** "`src/app/`: what verbs share", "[Guide](docs/guide.md)": a name and what it is, or a link. */
const described = /^(?:\*{1,2}|_{1,2})?(?:`[^`]+`|\[[^\]]*\]\([^)]*\))(?:\*{1,2}|_{1,2})?\s*(?:[:–—-]\s|$)/u;

function isDescription(text: string): boolean {
  if (!described.test(text)) return false;
  return !isInstruction(text.replace(described, ""));
}

const bulletMark = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

function passagesIn(markdown: string): readonly Passage[] {
  const passages: Passage[] = [];
  const lines = numberedLines(withoutFrontMatter(markdown));
  let open: { line: number; parts: string[]; bullet: boolean } | undefined;
  const close = () => {
    if (open !== undefined) passages.push({ ...open, text: open.parts.join(" ") });
    open = undefined;
  };
  for (const [index, { line, text }] of lines.entries()) {
    const bare = text.trim();
    const bullet = bulletMark.test(text);
    if (!bullet && isBetweenPassages(bare, lines[index + 1]?.text)) close();
    else if (bullet || open === undefined) {
      close();
      open = { line, parts: [text.replace(bulletMark, "").trim()], bullet };
    } else open.parts.push(bare);
  }
  close();
  return passages.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Empty lines, headings, rules, tables, and imports of other files. */
function isBetweenPassages(line: string, next: string | undefined): boolean {
  if (line === "" || isHorizontalRule(line) || /^=+$/.test(line)) return true;
  return line.startsWith("|") || importedPath(line) !== undefined || headingLevel(line, next) !== undefined;
}

/** The path of a line that names another file and nothing else. */
function importedPath(line: string): string | undefined {
  return /^@([^\s@]+)$/.exec(line)?.[1];
}

/** The files that lines of this one name, for agents that read them too. */
export function importsIn(markdown: string): readonly string[] {
  const inLines = numberedLines(markdown).flatMap(({ text }) =>
    [...text.matchAll(/(?:^|\s)@([\w./~-]+\.(?:md|mdc|txt))(?=[\s.,;:)]|$)/g)].map(([, path = ""]) => path),
  );
  return [...new Set(inLines)];
}

const frontMatter = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/;

/** Its lines become empty, so that the others keep their numbers. */
function withoutFrontMatter(markdown: string): string {
  return markdown.replace(frontMatter, (head) => head.replace(/[^\r\n]/g, ""));
}

/** Whether an agent reads a file at every start: rules for some files only come when those are touched. */
export function isAlwaysRead(path: string, markdown: string): boolean {
  const head = frontMatter.exec(markdown)?.[0] ?? "";
  if (path.endsWith(".mdc")) return /^alwaysApply:\s*true\s*$/m.test(head);
  return !/^(?:paths|globs):/m.test(head);
}

import {
  type FencedBlock,
  headingLevel,
  isHorizontalRule,
  numberedLines,
  ownText,
  placedBlocks,
} from "../../../reading/language/markdown.js";
import { sentencesOf } from "../../../reading/language/sentences.js";

/** A point of a list, a paragraph, or a command of a shell block, in one line, and what stands above it. */
export interface Passage {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly kind: "point" | "paragraph" | "shell";
  /** The nearest heading above; empty where there is none. */
  readonly heading: string;
  /** The point that holds this one, or the paragraph above the list that ends in a colon. */
  readonly lead: string;
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
  const found = saidIn(markdown).flatMap(({ line, text }) => {
    const sentences = sentencesOf(text, { semicolons: true });
    return [text, ...(sentences.length > 1 ? sentences : [])].map((each) => ({ line, text: each }));
  });
  return found.slice(0, mostInstructions);
}

/** What the writer says in words. */
function saidIn(markdown: string): readonly Passage[] {
  return passagesIn(markdown).filter(({ kind }) => kind !== "shell");
}

const bulletMark = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const shellLanguages = /^(?:bash|sh|shell|zsh|console|terminal)?$/i;

/** What stands above a passage: the last heading, the paragraph that leads in, and the points that hold it. */
interface Above {
  heading: string;
  lead: string;
  readonly points: { readonly indent: number; readonly text: string }[];
}

/** The points and paragraphs of a file with what stands above them, and the commands of its shell blocks. */
export function passagesIn(markdown: string): readonly Passage[] {
  const passages: Passage[] = [];
  const blocks = [...placedBlocks(withoutFrontMatter(markdown))];
  const above: Above = { heading: "", lead: "", points: [] };
  let open:
    | { line: number; parts: string[]; kind: "point" | "paragraph"; lead: string; indent: number }
    | undefined;
  const close = () => {
    if (open === undefined) return;
    const { line, parts, kind, lead, indent } = open;
    const text = parts.join(" ");
    passages.push({ line, text, kind, heading: above.heading, lead });
    if (kind === "point") above.points.push({ indent, text });
    else setLead(above, text);
    open = undefined;
  };
  for (const [index, { block, at }] of blocks.entries()) {
    const line = at + 1;
    if (block.kind === "fence") {
      close();
      passages.push(...shellLines(block, line, above));
      continue;
    }
    const text = ownText(block);
    const bare = text.trim();
    const bullet = bulletMark.test(text);
    const following = blocks[index + 1]?.block;
    const next = following === undefined ? undefined : ownText(following);
    if (!bullet && isBetweenPassages(bare, next)) {
      close();
      if (headingLevel(bare, next) !== undefined) setHeading(above, bare);
    } else if (bullet || open === undefined) {
      close();
      const indent = text.length - text.trimStart().length;
      const lead = bullet ? leadOfPoint(above, indent) : "";
      const parts = [text.replace(bulletMark, "").trim()];
      open = { line, parts, kind: bullet ? "point" : "paragraph", lead, indent };
    } else open.parts.push(bare);
  }
  close();
  return passages.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function setHeading(above: Above, line: string): void {
  above.heading = line.replace(/^#{1,6}\s*|\s*#+$/g, "");
  setLead(above, "");
}

/** A paragraph leads in what follows if it ends in a colon. */
function setLead(above: Above, text: string): void {
  above.lead = /:[*_]{0,3}$/.test(text) ? text : "";
  above.points.length = 0;
}

/** The point that holds this one, or the paragraph above the list. */
function leadOfPoint(above: Above, indent: number): string {
  while ((above.points.at(-1)?.indent ?? -1) >= indent) above.points.pop();
  return above.points.at(-1)?.text ?? above.lead;
}

/** Below the point that the block stands in, or the paragraph that leads in. */
function shellLines(block: FencedBlock, line: number, above: Above): readonly Passage[] {
  if (!shellLanguages.test(block.info)) return [];
  const { heading } = above;
  const lead = (block.nested ? above.points.at(-1)?.text : undefined) ?? above.lead;
  return block.lines.flatMap((text, index) => {
    const command = text.replace(/^\s*\$\s+|\s+#\s.*$/g, "").trim();
    if (command === "" || command.startsWith("#")) return [];
    return [{ line: line + 1 + index, text: command, kind: "shell" as const, heading, lead }];
  });
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

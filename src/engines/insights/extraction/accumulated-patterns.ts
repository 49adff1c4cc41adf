interface Title {
  /** Of the heading. A bold or bare line is below every heading. */
  readonly level: number;
  /** How many lines it takes: an underlined one takes two. */
  readonly lines: number;
}

const belowHeadings = 7;
const wording = /^(?:\d{1,2}[.)] )?accumulated patterns?(?: \([^)]{0,60}\))?$/i;

/**
 * The lines of the last section that is titled "Accumulated Patterns", without its title; nothing if there is
 * none.
 */
export function accumulatedPatterns(lines: readonly string[]): readonly string[] | undefined {
  const start = lines.findLastIndex((_, index) => titleAt(lines, index) !== undefined);
  const title = start < 0 ? undefined : titleAt(lines, start);
  if (title === undefined) return undefined;
  const body = lines.slice(start + title.lines);
  const end = body.findIndex((_, index) => endsAt(body, index, title.level));
  return end < 0 ? body : body.slice(0, end);
}

/** Three or more of the same mark and nothing else. */
export function isHorizontalRule(line: string): boolean {
  return line.length < 200 && /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/\s/g, ""));
}

/** The level of an ATX or underlined heading. */
export function headingLevel(line: string, next: string | undefined): number | undefined {
  const marks = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1];
  if (marks !== undefined) return marks.length;
  const underline = /^ {0,3}(=|-)\1+\s*$/.exec(next ?? "")?.[1];
  const isText = /^ {0,3}[^\s>|+*-]/.test(line) && !isHorizontalRule(line);
  return underline === undefined || !isText ? undefined : underline === "=" ? 1 : 2;
}

function titleAt(lines: readonly string[], index: number): Title | undefined {
  const line = lines[index] ?? "";
  if (line.length > 200 || !/accumulated pattern/i.test(line) || /^\s{4}/.test(line)) return undefined;
  const words = line
    .replace(/^\s*#{1,6}\s/, "")
    .replace(/[*_#:]/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/\s+/g, " ")
    .trim();
  if (/^\s*[-+•]\s|^\s*\*\s/.test(line) || !wording.test(words)) return undefined;
  const level = headingLevel(line, lines[index + 1]);
  const underlined = level !== undefined && !/^\s*#/.test(line);
  return { level: level ?? belowHeadings, lines: underlined ? 2 : 1 };
}

/** Under a bold or bare title, the next bold or bare title ends the section too. */
function endsAt(lines: readonly string[], index: number, level: number): boolean {
  const line = lines[index] ?? "";
  const heading = headingLevel(line, lines[index + 1]);
  if (heading !== undefined) return heading <= level;
  if (isHorizontalRule(line)) return true;
  return level === belowHeadings && /^(?:\*\*[^*]{1,80}\*\*:?|\p{Lu}[\p{L} ]{1,40}:)\s*$/u.test(line);
}

/** A frame of a brief, by its first and last line: "=== NAME (role) ===" to "=== END NAME ===". */
const frameStart = /^\s*(?:>\s*)?=== (?!END )([A-Z][A-Z ]{2,40}?)(?: \([^)]{0,100}\))? ===\s*$/;
const tagStart = /^\s*(?:>\s*)?<(delegate_knowledge_directives|whetstone[\w-]*)>\s*$/;
/** The record behind a line of a brief: "[5x validated]", "[score:1.30]", "[-2 net, 3x ignored]". */
const record = new RegExp(
  [
    "\\[(?:(?:seen )?\\d+x(?: validated)?|score:\\d\\.\\d+|[+-]\\d+ net, \\d+x ignored)",
    "(?:, (?:regressed|via:[^\\],]{1,40}))*\\]\\s*$",
  ].join(""),
);

/** A text without the lessons of a brief that its author pasted: repeating them tells nothing new. */
export function withoutShownLessons(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const ends = new Set(lines.map(bare).filter((line) => /^(?:=== END .* ===|<\/\w.*>)$/.test(line)));
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of lines) {
    const opened = endOf(line);
    if (end === undefined && opened !== undefined && ends.has(opened)) end = opened;
    else if (end === undefined) kept.push(record.test(line) ? "" : line);
    else if (bare(line) === end) end = undefined;
  }
  return kept.join("\n");
}

function bare(line: string): string {
  return line.replace(/^\s*(?:>\s*)?/, "").trimEnd();
}

function endOf(line: string): string | undefined {
  const frame = frameStart.exec(line)?.[1];
  const tag = tagStart.exec(line)?.[1];
  return frame !== undefined ? `=== END ${frame} ===` : tag !== undefined ? `</${tag}>` : undefined;
}

import { cutToWidth, textWidth } from "./text-width.js";

export interface TableOptions {
  /** Columns that are numbers, aligned right. */
  readonly right?: readonly number[];
  /** How wide a line may be: cells of the last column are cut to what the others leave them. */
  readonly width?: number;
}

/** A cell with fewer columns says nothing: then lines are wider than was asked for. */
const leastCut = 12;

/** Rows as aligned columns, two blanks apart. Cells may be styled; line breaks in them become blanks. */
export function table(
  rows: readonly (readonly string[])[],
  { right = [], width = Number.POSITIVE_INFINITY }: TableOptions = {},
): string {
  const whole = rows.map((row) => row.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, " ")));
  const columns = Math.max(0, ...whole.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    whole.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? "")), 0),
  );
  const others = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  const last = Math.max(leastCut, width - others);
  const cells = whole.map((row) =>
    row.map((cell, at) => (at === columns - 1 ? cutToWidth(cell, last) : cell)),
  );
  const pad = (cell: string, column: number) => {
    const blanks = " ".repeat((widths[column] ?? 0) - textWidth(cell));
    return right.includes(column) ? blanks + cell : cell + blanks;
  };
  return cells.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");
}

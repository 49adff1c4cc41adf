import { textWidth } from "./text-width.js";

export interface TableOptions {
  /** Columns that are numbers, aligned right. */
  readonly right?: readonly number[];
}

/** Rows as aligned columns, two blanks apart. Cells may be styled; line breaks in them become blanks. */
export function table(rows: readonly (readonly string[])[], { right = [] }: TableOptions = {}): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, " ")));
  const columns = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    cells.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? "")), 0),
  );
  const pad = (cell: string, column: number) => {
    const blanks = " ".repeat((widths[column] ?? 0) - textWidth(cell));
    return right.includes(column) ? blanks + cell : cell + blanks;
  };
  return cells.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");
}

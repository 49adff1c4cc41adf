const columns = [
  ["", (row) => row.name],
  ["A", (row) => row.subject],
  ["B", (row) => row.baseline],
  ["A ms", (row) => shown(row.subjectMs)],
  ["B ms", (row) => shown(row.baselineMs)],
  ["A / B", (row) => shown(row.ratio)],
  ["rounds", (row) => String(row.rounds)],
  ["", (row) => row.note ?? ""],
];

const shown = ({ median, low, high }) => `${short(median)} (${short(low)}–${short(high)})`;
const short = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/**
 * The median and, in brackets, the middle half of the rounds.
 *
 * @param {import("./interleaved.mjs").Row[]} rows
 */
export function table(rows) {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

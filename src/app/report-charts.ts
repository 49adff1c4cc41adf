import { dayMs } from "../events/time.js";
/** Small charts as inline SVG: no script, no font, no request. Colours come from the page's style. */

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** A class of the page's style. */
  readonly kind: "good" | "middling" | "bad" | "plain";
}

const width = 640;
const rowHeight = 26;
const labelWidth = 190;

/** Horizontal bars with their numbers, longest possible for the largest value. */
export function barChart(bars: readonly Bar[], title: string): string {
  const largest = Math.max(1, ...bars.map((bar) => bar.value));
  const room = width - labelWidth - 60;
  const rows = bars.map(({ label, value, kind }, index) => {
    const y = index * rowHeight;
    const length = Math.max(value > 0 ? 2 : 0, Math.round((room * value) / largest));
    return (
      `<text x="${labelWidth - 10}" y="${y + 17}" text-anchor="end">${escaped(shortened(label))}</text>` +
      `<rect class="${kind}" x="${labelWidth}" y="${y + 4}" width="${length}" height="${rowHeight - 8}" ` +
      `rx="3"/>` +
      `<text x="${labelWidth + length + 8}" y="${y + 17}">${value}</text>`
    );
  });
  return svg(width, bars.length * rowHeight, title, rows.join(""));
}

export interface Column {
  readonly label: string;
  /** From the bottom up. */
  readonly parts: readonly { readonly value: number; readonly kind: Bar["kind"] }[];
}

const columnPlot = { top: 18, height: 180, bottom: 22, widest: 44 };

/** Columns in a row, each with its sum above it. Of many, only some are labelled. */
export function columnChart(columns: readonly Column[], title: string): string {
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = (columnPlot.height - columnPlot.top - columnPlot.bottom) / Math.max(1, ...sums);
  const step = width / Math.max(1, columns.length);
  const bar = Math.min(columnPlot.widest, step * 0.7);
  const labelEvery = Math.ceil(columns.length / 12);
  const drawn = columns.map(({ label, parts }, index) => {
    const x = step * index + step / 2;
    let y = columnPlot.height - columnPlot.bottom;
    const rects = parts.map(({ value, kind }) => {
      const height = value * scale;
      y -= height;
      return (
        `<rect class="${kind}" x="${round(x - bar / 2)}" y="${round(y)}" width="${round(bar)}" ` +
        `height="${round(height)}"/>`
      );
    });
    const named = index % labelEvery === 0;
    const middle = `x="${round(x)}" text-anchor="middle"`;
    const below = `<text ${middle} y="${columnPlot.height - 6}">${escaped(label)}</text>`;
    const above = `<text ${middle} y="${round(y - 5)}">${sums[index] ?? 0}</text>`;
    return rects.join("") + (named ? below + above : "");
  });
  return svg(width, columnPlot.height, title, drawn.join(""));
}

const plot = { left: 36, right: 150, top: 10, bottom: 24, height: 220 };

/** Lines over time with values from 0 to 1; each line is named at its end. */
export function lineChart(series: readonly Series[], title: string): string {
  const times = series.flatMap((each) => each.points.map((point) => point.at));
  const to = Math.max(...times);
  // A day at least, so that the points of a single day stand at its end and not at both ends.
  const from = Math.min(...times, to - dayMs);
  const x = (at: number) =>
    plot.left + ((width - plot.left - plot.right) * (at - from)) / Math.max(1, to - from);
  const y = (value: number) => plot.top + (plot.height - plot.top - plot.bottom) * (1 - value);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line class="grid" x1="${plot.left}" x2="${width - plot.right}" y1="${y(value)}" y2="${y(value)}"/>` +
      `<text x="${plot.left - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const dates = [from, to].map(
    (at, index) =>
      `<text x="${round(x(at))}" y="${plot.height - 4}" ` +
      `text-anchor="${index === 0 ? "start" : "end"}">${new Date(at).toISOString().slice(0, 10)}</text>`,
  );
  const ends = spread(series.map((each) => y(each.points.at(-1)?.value ?? 0)));
  const lines = series.map(({ name, points }, index) => {
    const path = points.map(({ at, value }) => `${round(x(at))},${round(y(value))}`).join(" ");
    const last = points.at(-1);
    const end =
      last === undefined ? "" : `<circle cx="${round(x(last.at))}" cy="${round(y(last.value))}" r="3"/>`;
    const label =
      `<text x="${width - plot.right + 10}" ` +
      `y="${round(ends[index] ?? 0) + 4}">${escaped(shortened(name))}</text>`;
    return `<g class="line line-${index % 6}"><polyline points="${path}"/>${end}${label}</g>`;
  });
  return svg(width, plot.height, title, grid.join("") + dates.join("") + lines.join(""));
}

/** Moves labels apart that would stand on top of each other. */
function spread(positions: readonly number[]): readonly number[] {
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const placed = [...positions];
  let free = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    placed[index] = Math.max(positions[index] ?? 0, free);
    free = (placed[index] ?? 0) + 15;
  }
  return placed;
}

/** A difference with the interval that holds it, from -1 to 1. */
export interface Difference {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly kind: Bar["kind"];
  /** Stands for the others, which are drawn below it. */
  readonly isSum?: boolean;
}

const forest = { top: 22, right: 132 };

/** Differences as points on their intervals, around a line at zero; left of it is less. */
export function forestPlot(
  differences: readonly Difference[],
  { title, left, right }: { readonly title: string; readonly left: string; readonly right: string },
): string {
  const room = width - labelWidth - forest.right;
  const x = (value: number) => round(labelWidth + (room * (Math.min(1, Math.max(-1, value)) + 1)) / 2);
  const height = forest.top + differences.length * rowHeight + 6;
  const points = (value: number) => `${value > 0 ? "+" : ""}${Math.round(value * 100)}`;
  const rows = differences.map(({ label, value, low, high, kind, isSum = false }, index) => {
    const y = forest.top + index * rowHeight + rowHeight / 2;
    const weight = isSum ? ' font-weight="600"' : "";
    const shape = isSum
      ? `<path class="${kind}" d="M${x(low)} ${y}L${x(value)} ${y - 7}L${x(high)} ${y}L${x(value)} ${y + 7}Z"/>`
      : `<rect class="${kind}" x="${x(low)}" y="${y - 1}" width="${round(x(high) - x(low))}" height="2"/>` +
        `<circle class="${kind}" cx="${x(value)}" cy="${y}" r="5"/>`;
    return (
      `<text x="${labelWidth - 10}" y="${y + 4}" text-anchor="end"${weight}>${escaped(shortened(label))}</text>` +
      `${shape}<text x="${width - forest.right + 8}" y="${y + 4}"${weight}>${points(value)} ` +
      `(${points(low)} to ${points(high)})</text>`
    );
  });
  const middle = x(0);
  const frame =
    `<line class="grid" x1="${middle}" x2="${middle}" y1="${forest.top - 4}" y2="${height}"/>` +
    `<text x="${middle - 8}" y="12" text-anchor="end">${escaped(left)}</text>` +
    `<text x="${middle + 8}" y="12">${escaped(right)}</text>`;
  return svg(width, height, title, frame + rows.join(""));
}

function svg(chartWidth: number, height: number, title: string, content: string): string {
  return (
    `<svg viewBox="0 0 ${chartWidth} ${height}" role="img" ` +
    `aria-label="${escaped(title)}">${content}</svg>`
  );
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= 24 ? text : `${characters.slice(0, 23).join("")}…`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Stored texts are untrusted: in a page nothing of them may be markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

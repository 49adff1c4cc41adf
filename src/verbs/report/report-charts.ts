import { withVisibleSigns } from "../../base/text/visible-signs.js";
import { dayMs } from "../../log/events/time.js";

/** Small charts as inline SVG: no script, no font, no request. Colours come from the page's style. */

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** A class of the page's style. */
  readonly kind: "good" | "middling" | "bad" | "plain" | "past";
}

/**
 * A chart is drawn twice, for a screen and for a phone, and the style shows one of them: a drawing that is only
 * scaled down cannot be read any more.
 */
interface Layout {
  readonly name: "on-screen" | "on-phone";
  readonly width: number;
  /** The room to the left of what is drawn; without any a label stands above. */
  readonly labelWidth: number;
  readonly labelHeight: number;
  readonly labelChars: number;
}

const layouts: readonly Layout[] = [
  { name: "on-screen", width: 640, labelWidth: 190, labelHeight: 0, labelChars: 24 },
  { name: "on-phone", width: 320, labelWidth: 0, labelHeight: 17, labelChars: 43 },
];

function drawn(
  title: string,
  draw: (layout: Layout) => { readonly height: number; readonly content: string },
) {
  return layouts
    .map((layout) => {
      const { height, content } = draw(layout);
      return (
        `<svg class="${layout.name}" viewBox="0 0 ${layout.width} ${round(height)}" role="img" ` +
        `aria-label="${escaped(title)}">${content}</svg>`
      );
    })
    .join("");
}

const rowHeight = 26;

/** What a row is about, beside it or above it. */
function labelOf(layout: Layout, label: string, y: number, weight = ""): string {
  const { labelWidth, labelHeight, labelChars } = layout;
  const place =
    labelHeight === 0
      ? `x="${labelWidth - 10}" y="${y + 17}" text-anchor="end"`
      : `x="0" y="${y - labelHeight + 15}"`;
  return `<text ${place}${weight}>${escaped(shortened(label, labelChars))}</text>`;
}

/** Horizontal bars with their numbers, longest possible for the largest value. */
export function barChart(bars: readonly Bar[], title: string): string {
  const largest = Math.max(1, ...bars.map((bar) => bar.value));
  return drawn(title, (layout) => {
    const height = rowHeight + layout.labelHeight;
    const rows = bars.map((bar, index) => barRow(layout, bar, index * height + layout.labelHeight, largest));
    return { height: bars.length * height, content: rows.join("") };
  });
}

function barRow(layout: Layout, { label, value, kind }: Bar, y: number, largest: number): string {
  const { width, labelWidth } = layout;
  const room = width - labelWidth - 60;
  const length = Math.max(value > 0 ? 2 : 0, Math.round((room * value) / largest));
  return (
    labelOf(layout, label, y) +
    `<rect class="${kind}" x="${labelWidth}" y="${y + 4}" width="${length}" height="${rowHeight - 8}" rx="3"/>` +
    `<text x="${labelWidth + length + 8}" y="${y + 17}">${value}</text>`
  );
}

export interface Column {
  readonly label: string;
  /** From the bottom up. */
  readonly parts: readonly { readonly value: number; readonly kind: Bar["kind"] }[];
}

const columnPlot = { top: 18, height: 180, bottom: 22, widest: 44 };

/** The least room between the labels of two columns. */
const columnLabelWidth = 53;

/** Columns in a row, each with its sum above it. Of many, only some are labelled. */
export function columnChart(columns: readonly Column[], title: string): string {
  const sums = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = (columnPlot.height - columnPlot.top - columnPlot.bottom) / Math.max(1, ...sums);
  return drawn(title, ({ width }) => {
    const step = width / Math.max(1, columns.length);
    const labelEvery = Math.ceil((columns.length * columnLabelWidth) / width);
    const content = columns.map((column, index) =>
      columnOf(column, { x: step * index + step / 2, step, scale, named: index % labelEvery === 0 }),
    );
    return { height: columnPlot.height, content: content.join("") };
  });
}

interface ColumnPlace {
  readonly x: number;
  readonly step: number;
  readonly scale: number;
  readonly named: boolean;
}

function columnOf({ label, parts }: Column, { x, step, scale, named }: ColumnPlace): string {
  const bar = Math.min(columnPlot.widest, step * 0.7);
  let y = columnPlot.height - columnPlot.bottom;
  const rects = parts.map(({ value, kind }) => {
    const height = value * scale;
    y -= height;
    return (
      `<rect class="${kind}" x="${round(x - bar / 2)}" y="${round(y)}" width="${round(bar)}" ` +
      `height="${round(height)}"/>`
    );
  });
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const middle = `x="${round(x)}" text-anchor="middle"`;
  const below = `<text ${middle} y="${columnPlot.height - 6}">${escaped(label)}</text>`;
  const above = `<text ${middle} y="${round(y - 5)}">${sum}</text>`;
  return rects.join("") + (named ? below + above : "");
}

const plot = { left: 36, right: 150, top: 10, bottom: 24, height: 220, nameHeight: 18 };

/** Lines over time with values from 0 to 1; each line is named at its end, or below. */
export function lineChart(series: readonly Series[], title: string): string {
  const times = series.flatMap((each) => each.points.map((point) => point.at));
  const to = Math.max(...times);
  // A day at least, so that the points of a single day stand at its end and not at both ends.
  const from = Math.min(...times, to - dayMs);
  const y = (value: number) => plot.top + (plot.height - plot.top - plot.bottom) * (1 - value);
  return drawn(title, (layout) => {
    const namesBelow = layout.labelHeight > 0;
    const right = layout.width - (namesBelow ? 10 : plot.right);
    const x = (at: number) => plot.left + ((right - plot.left) * (at - from)) / Math.max(1, to - from);
    const ends = namesBelow
      ? series.map((_, index) => plot.height + (index + 0.5) * plot.nameHeight)
      : spread(series.map((each) => y(each.points.at(-1)?.value ?? 0)));
    const lines = series.map(({ name, points }, index) => {
      const path = points.map(({ at, value }) => `${round(x(at))},${round(y(value))}`).join(" ");
      const last = points.at(-1);
      const end =
        last === undefined ? "" : `<circle cx="${round(x(last.at))}" cy="${round(y(last.value))}" r="3"/>`;
      const label =
        `<text x="${namesBelow ? plot.left : right + 10}" ` +
        `y="${round(ends[index] ?? 0) + 4}">${escaped(shortened(name, layout.labelChars))}</text>`;
      return `<g class="line line-${index % 6}"><polyline points="${path}"/>${end}${label}</g>`;
    });
    const height = plot.height + (namesBelow ? series.length * plot.nameHeight : 0);
    return { height, content: gridOf(right, y) + datesOf([from, to], x) + lines.join("") };
  });
}

function gridOf(right: number, y: (value: number) => number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map(
      (value) =>
        `<line class="grid" x1="${plot.left}" x2="${right}" y1="${y(value)}" y2="${y(value)}"/>` +
        `<text x="${plot.left - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
    )
    .join("");
}

function datesOf(times: readonly number[], x: (at: number) => number): string {
  return times
    .map(
      (at, index) =>
        `<text x="${round(x(at))}" y="${plot.height - 4}" ` +
        `text-anchor="${index === 0 ? "start" : "end"}">${new Date(at).toISOString().slice(0, 10)}</text>`,
    )
    .join("");
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

const forest = { top: 22, right: 132, bottom: 22 };

/** Where the axis is marked, in percentage points. */
const forestTicks = [-100, -50, 0, 50, 100];
const tickRoom = 16;

/** Differences as points on their intervals, around a line at zero; left of it is less. */
export function forestPlot(
  differences: readonly Difference[],
  { title, left, right }: { readonly title: string; readonly left: string; readonly right: string },
): string {
  return drawn(title, (layout) => {
    const { width, labelWidth, labelHeight } = layout;
    const room = width - labelWidth - forest.right;
    const x = (value: number) => round(labelWidth + (room * (Math.min(1, Math.max(-1, value)) + 1)) / 2);
    const step = rowHeight + labelHeight;
    const foot = forest.top + differences.length * step + 6;
    const rows = differences.map((each, index) =>
      forestRow(layout, each, forest.top + index * step + labelHeight, x),
    );
    const middle = x(0);
    const ticks = forestTicks.map((points) => {
      const at = x(points / 100);
      // At the very edge half of a mark would be cut.
      const anchor = at < tickRoom ? "start" : "middle";
      return (
        `<line class="grid" x1="${at}" x2="${at}" y1="${forest.top - 4}" y2="${foot}"/>` +
        `<text x="${at}" y="${foot + 15}" text-anchor="${anchor}">${signed(points)}</text>`
      );
    });
    const frame =
      ticks.join("") +
      (labelHeight === 0
        ? `<text x="${middle - 8}" y="12" text-anchor="end">${escaped(left)}</text>` +
          `<text x="${middle + 8}" y="12">${escaped(right)}</text>`
        : `<text x="0" y="12">${escaped(left)}</text>` +
          `<text x="${width}" y="12" text-anchor="end">${escaped(right)}</text>`);
    return { height: foot + forest.bottom, content: frame + rows.join("") };
  });
}

function signed(points: number): string {
  return `${points > 0 ? "+" : ""}${points}`;
}

function forestRow(
  layout: Layout,
  { label, value, low, high, kind, isSum = false }: Difference,
  top: number,
  x: (value: number) => number,
): string {
  const y = top + rowHeight / 2;
  const weight = isSum ? ' font-weight="600"' : "";
  const points = (each: number) => signed(Math.round(each * 100));
  const shape = isSum
    ? `<path class="${kind}" d="M${x(low)} ${y}L${x(value)} ${y - 7}L${x(high)} ${y}L${x(value)} ${y + 7}Z"/>`
    : `<rect class="${kind}" x="${x(low)}" y="${y - 1}" width="${round(x(high) - x(low))}" height="2"/>` +
      `<circle class="${kind}" cx="${x(value)}" cy="${y}" r="5"/>`;
  return (
    labelOf(layout, label, top, weight) +
    `${shape}<text x="${layout.width - forest.right + 8}" y="${y + 4}"${weight}>${points(value)} ` +
    `(${points(low)} to ${points(high)})</text>`
  );
}

function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Stored texts are untrusted: in a page nothing of them may be markup. */
export function escaped(text: string): string {
  return withVisibleSigns(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { Drawn, type Layout, round, shortened } from "./drawn.js";

export interface Series {
  readonly name: string;
  /** Times in milliseconds, values from 0 to 1. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

const plot = { left: 36, right: 150, top: 10, bottom: 24, height: 220, nameHeight: 18 };
const dayMs = 86_400_000;
const colours = 6;

interface LineChartProps {
  readonly title: string;
  readonly series: readonly Series[];
}

/** Lines over time with values from 0 to 1; each line is named at its end, or below. */
export function LineChart({ title, series }: LineChartProps) {
  const times = series.flatMap((each) => each.points.map((point) => point.at));
  const to = Math.max(...times);
  // A day at least, so that the points of a single day stand at its end and not at both ends.
  const from = Math.min(...times, to - dayMs);
  const draw = (layout: Layout) => {
    const namesBelow = layout.labelHeight > 0;
    const right = layout.width - (namesBelow ? 10 : plot.right);
    const x = (at: number) => plot.left + ((right - plot.left) * (at - from)) / Math.max(1, to - from);
    const ends = namesBelow
      ? series.map((_, index) => plot.height + (index + 0.5) * plot.nameHeight)
      : spread(series.map((each) => y(each.points.at(-1)?.value ?? 0)));
    const nameX = namesBelow ? plot.left : right + 10;
    return {
      height: plot.height + (namesBelow ? series.length * plot.nameHeight : 0),
      content: (
        <>
          <Grid right={right} />
          <Dates times={[from, to]} x={x} />
          {series.map(({ name, points }, index) => (
            <g key={name} class={`line line-${index % colours}`}>
              <Path {...{ points, x }} />
              <text x={nameX} y={round(ends[index] ?? 0) + 4}>
                {shortened(name, layout.labelChars)}
              </text>
            </g>
          ))}
        </>
      ),
    };
  };
  return <Drawn title={title} draw={draw} />;
}

function y(value: number): number {
  return plot.top + (plot.height - plot.top - plot.bottom) * (1 - value);
}

type Scale = (value: number) => number;

function Path({ points, x }: Pick<Series, "points"> & { readonly x: Scale }) {
  const last = points.at(-1);
  return (
    <>
      <polyline points={points.map(({ at, value }) => `${round(x(at))},${round(y(value))}`).join(" ")} />
      {last === undefined ? null : <circle cx={round(x(last.at))} cy={round(y(last.value))} r="3" />}
    </>
  );
}

function Grid({ right }: { readonly right: number }) {
  return (
    <>
      {[0, 0.25, 0.5, 0.75, 1].map((value) => (
        <>
          <line class="grid" x1={plot.left} x2={right} y1={y(value)} y2={y(value)} />
          <text x={plot.left - 6} y={y(value) + 4} text-anchor="end">
            {value}
          </text>
        </>
      ))}
    </>
  );
}

function Dates({ times, x }: { readonly times: readonly number[]; readonly x: Scale }) {
  return (
    <>
      {times.map((at, index) => (
        <text key={at} x={round(x(at))} y={plot.height - 4} text-anchor={index === 0 ? "start" : "end"}>
          {new Date(at).toISOString().slice(0, 10)}
        </text>
      ))}
    </>
  );
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

import { Drawn, type Layout, RowLabel, round, rowHeight, type Tone } from "./drawn.js";

/** A difference with the interval that holds it, from -1 to 1. */
export interface Difference {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly kind: Tone;
  /** Stands for the others, which are drawn below it. */
  readonly isSum?: boolean;
}

const plot = { top: 22, right: 132, bottom: 22 };

/** Where the axis is marked, in percentage points. */
const ticks = [-100, -50, 0, 50, 100];
const tickRoom = 16;

interface ForestPlotProps {
  readonly title: string;
  /** What stands above each side of zero. */
  readonly left: string;
  readonly right: string;
  readonly differences: readonly Difference[];
}

/** Differences as points on their intervals, around a line at zero; left of it is less. */
export function ForestPlot({ title, left, right, differences }: ForestPlotProps) {
  const draw = (layout: Layout) => {
    const { width, labelWidth, labelHeight } = layout;
    const room = width - labelWidth - plot.right;
    const x = (value: number) => round(labelWidth + (room * (Math.min(1, Math.max(-1, value)) + 1)) / 2);
    const step = rowHeight + labelHeight;
    const foot = plot.top + differences.length * step + 6;
    const sides =
      labelHeight === 0
        ? ([
            { x: x(0) - 8, y: 12, "text-anchor": "end" },
            { x: x(0) + 8, y: 12 },
          ] as const)
        : ([
            { x: 0, y: 12 },
            { x: width, y: 12, "text-anchor": "end" },
          ] as const);
    return {
      height: foot + plot.bottom,
      content: (
        <>
          {ticks.map((points) => (
            <Tick key={points} points={points} x={x(points / 100)} foot={foot} />
          ))}
          <text {...sides[0]}>{left}</text>
          <text {...sides[1]}>{right}</text>
          {differences.map((each, index) => (
            <Row key={each.label} {...{ layout, each, x }} top={plot.top + index * step + labelHeight} />
          ))}
        </>
      ),
    };
  };
  return <Drawn title={title} draw={draw} />;
}

function Tick({ points, x, foot }: { readonly points: number; readonly x: number; readonly foot: number }) {
  return (
    <>
      <line class="grid" x1={x} x2={x} y1={plot.top - 4} y2={foot} />
      {/* At the very edge half of a mark would be cut. */}
      <text x={x} y={foot + 15} text-anchor={x < tickRoom ? "start" : "middle"}>
        {signed(points)}
      </text>
    </>
  );
}

interface RowProps {
  readonly layout: Layout;
  readonly each: Difference;
  readonly top: number;
  readonly x: (value: number) => number;
}

function Row({ layout, each: { label, value, low, high, kind, isSum = false }, top, x }: RowProps) {
  const y = top + rowHeight / 2;
  const points = (share: number) => signed(Math.round(share * 100));
  const diamond = `M${x(low)} ${y}L${x(value)} ${y - 7}L${x(high)} ${y}L${x(value)} ${y + 7}Z`;
  return (
    <>
      <RowLabel {...{ layout, label }} y={top} isStrong={isSum} />
      {isSum ? (
        <path class={kind} d={diamond} />
      ) : (
        <>
          <rect class={kind} x={x(low)} y={y - 1} width={round(x(high) - x(low))} height="2" />
          <circle class={kind} cx={x(value)} cy={y} r="5" />
        </>
      )}
      <text x={layout.width - plot.right + 8} y={y + 4} font-weight={isSum ? "600" : undefined}>
        {`${points(value)} (${points(low)} to ${points(high)})`}
      </text>
    </>
  );
}

function signed(points: number): string {
  return `${points > 0 ? "+" : ""}${points}`;
}

import { Drawn, type Layout, RowLabel, rowHeight, type Tone } from "./drawn.js";

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly kind: Tone;
}

interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** Horizontal bars with their numbers, longest possible for the largest value. */
export function BarChart({ title, bars }: BarChartProps) {
  const largest = Math.max(1, ...bars.map((bar) => bar.value));
  const draw = (layout: Layout) => {
    const height = rowHeight + layout.labelHeight;
    return {
      height: bars.length * height,
      content: bars.map((bar, index) => (
        <Row key={bar.label} {...{ layout, bar, largest }} y={index * height + layout.labelHeight} />
      )),
    };
  };
  return <Drawn title={title} draw={draw} />;
}

interface RowProps {
  readonly layout: Layout;
  readonly bar: Bar;
  readonly y: number;
  readonly largest: number;
}

function Row({ layout, bar: { label, value, kind }, y, largest }: RowProps) {
  const { width, labelWidth } = layout;
  const room = width - labelWidth - 60;
  const length = Math.max(value > 0 ? 2 : 0, Math.round((room * value) / largest));
  return (
    <>
      <RowLabel {...{ layout, label, y }} />
      <rect class={kind} x={labelWidth} y={y + 4} width={length} height={rowHeight - 8} rx="3" />
      <text x={labelWidth + length + 8} y={y + 17}>
        {value}
      </text>
    </>
  );
}

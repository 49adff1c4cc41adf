import { Drawn, type Layout, round, type Tone } from "./drawn.js";

interface Column {
  readonly label: string;
  /** From the bottom up. */
  readonly parts: readonly { readonly value: number; readonly kind: Tone }[];
}

const plot = { top: 18, height: 180, bottom: 22, widest: 44 };

/** The least room between the labels of two columns. */
const labelWidth = 53;

interface ColumnChartProps {
  readonly title: string;
  readonly columns: readonly Column[];
}

/** Columns in a row, each with its sum above it. Of many, only some are labelled. */
export function ColumnChart({ title, columns }: ColumnChartProps) {
  const scale = (plot.height - plot.top - plot.bottom) / Math.max(1, ...columns.map(sumOf));
  const draw = ({ width }: Layout) => {
    const step = width / Math.max(1, columns.length);
    const labelEvery = Math.ceil((columns.length * labelWidth) / width);
    const content = columns.map((column, index) => {
      const isNamed = index % labelEvery === 0;
      return <Stack key={column.label} {...{ column, step, scale, isNamed }} x={step * index + step / 2} />;
    });
    return { height: plot.height, content };
  };
  return <Drawn title={title} draw={draw} />;
}

function sumOf({ parts }: Column): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

interface StackProps {
  readonly column: Column;
  readonly x: number;
  readonly step: number;
  readonly scale: number;
  readonly isNamed: boolean;
}

function Stack({ column, x, step, scale, isNamed }: StackProps) {
  const width = Math.min(plot.widest, step * 0.7);
  const left = round(x - width / 2);
  const floor = plot.height - plot.bottom;
  const heights = column.parts.map(({ value }) => value * scale);
  const top = (index: number) => floor - heights.slice(0, index + 1).reduce((sum, each) => sum + each, 0);
  const middle = { x: round(x), "text-anchor": "middle" as const };
  return (
    <>
      {column.parts.map(({ kind }, index) => {
        const place = { x: left, y: round(top(index)), height: round(heights[index] ?? 0) };
        return <rect key={kind} class={kind} {...place} width={round(width)} />;
      })}
      {isNamed ? (
        <>
          <text {...middle} y={plot.height - 6}>
            {column.label}
          </text>
          <text {...middle} y={round(top(heights.length - 1) - 5)}>
            {sumOf(column)}
          </text>
        </>
      ) : null}
    </>
  );
}

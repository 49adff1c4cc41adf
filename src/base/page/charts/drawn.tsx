import type { ComponentChildren } from "preact";

/** What colour something has: good or bad for people, neither, or what was before. */
export type Tone = "good" | "middling" | "bad" | "plain" | "past";

/**
 * A chart is drawn twice, for a screen and for a phone, and the style shows one of them: a drawing that is only
 * scaled down cannot be read any more.
 */
export interface Layout {
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

interface DrawnProps {
  readonly title: string;
  draw(layout: Layout): { readonly height: number; readonly content: ComponentChildren };
}

/** A small chart as inline SVG: no script, no font, no request. Colours come from the page's style. */
export function Drawn({ title, draw }: DrawnProps) {
  return (
    <>
      {layouts.map((layout) => {
        const { height, content } = draw(layout);
        const box = `0 0 ${layout.width} ${round(height)}`;
        return (
          <svg key={layout.name} class={layout.name} viewBox={box} role="img" aria-label={title}>
            {content}
          </svg>
        );
      })}
    </>
  );
}

export const rowHeight = 26;

interface RowLabelProps {
  readonly layout: Layout;
  readonly label: string;
  readonly y: number;
  readonly isStrong?: boolean;
}

/** What a row is about, beside it or above it. */
export function RowLabel({ layout, label, y, isStrong = false }: RowLabelProps) {
  const { labelWidth, labelHeight, labelChars } = layout;
  const place =
    labelHeight === 0
      ? { x: labelWidth - 10, y: y + 17, "text-anchor": "end" as const }
      : { x: 0, y: y - labelHeight + 15 };
  return (
    <text {...place} font-weight={isStrong ? "600" : undefined}>
      {shortened(label, labelChars)}
    </text>
  );
}

export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

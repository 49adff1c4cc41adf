import { environmentFrom } from "../config/environment.js";
import type { Io, Output } from "./io.js";

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  /** How wide a table may be: the terminal, or what a file or another program takes. */
  readonly columns: number;
}

const pipeColumns = 120;

const plain: Paint = (text) => text;
const sgr =
  (on: number, off: number): Paint =>
  (text) =>
    text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;

const noPaint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };
export const noStyle: Style = { ...noPaint, columns: pipeColumns };
const terminalPaint = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
};

/** Colour on a terminal only. `--no-color` wins, then FORCE_COLOR, then NO_COLOR and TERM=dumb. */
export function styleFor(output: Output, env: Io["env"], noColor: boolean): Style {
  // A terminal that does not know its width says 0.
  const columns = output.columns || pipeColumns;
  if (noColor) return { ...noPaint, columns };
  const { forceColor, noColor: unwanted, term } = environmentFrom(env);
  const wanted = forceColor ?? (output.isTTY === true && !unwanted && term !== "dumb");
  return { ...(wanted ? terminalPaint : noPaint), columns };
}

export function isColoured({ bold }: Style): boolean {
  return bold !== plain;
}

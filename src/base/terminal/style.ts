import { environmentFrom } from "../config/environment.js";
import type { Io, Output } from "./io.js";

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
}

const plain: Paint = (text) => text;
const sgr =
  (on: number, off: number): Paint =>
  (text) =>
    text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;

export const noStyle: Style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };
const terminalStyle: Style = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
};

/** Colour on a terminal only. `--no-color` wins, then FORCE_COLOR, then NO_COLOR and TERM=dumb. */
export function styleFor(output: Output, env: Io["env"], noColor: boolean): Style {
  if (noColor) return noStyle;
  const { forceColor, noColor: unwanted, term } = environmentFrom(env);
  const wanted = forceColor ?? (output.isTTY === true && !unwanted && term !== "dumb");
  return wanted ? terminalStyle : noStyle;
}

export function isColoured(style: Style): boolean {
  return style !== noStyle;
}

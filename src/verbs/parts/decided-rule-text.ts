import type * as z from "zod/mini";
import type { Style } from "../../base/terminal/style.js";
import type { decidedRuleOutput } from "../../lessons/directive/bound/decide-rule.js";
import type { Immutable } from "../call/immutable.js";

/** Where a rule stands after a person decided about it. */
export function decidedRuleText(
  { rule, changed }: Immutable<z.output<typeof decidedRuleOutput>>,
  style: Style,
): string {
  const { file, line, text, standing } = rule;
  return `${style.bold(`${file}:${line}`)} ${changed ? now[standing] : before[standing]}: ${text}`;
}

const now = {
  proposed: "is proposed",
  bound: "binds",
  watched: "is watched, and stops nothing",
  unbound: "no longer binds",
  wrong: "is marked: its check is wrong",
} as const;

const before = {
  proposed: "was proposed already",
  bound: "bound already",
  watched: "was watched already",
  unbound: "did not bind",
  wrong: "was marked already: its check is wrong",
} as const;

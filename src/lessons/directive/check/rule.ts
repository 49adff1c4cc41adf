import { sha256Of } from "../../../base/text/sha256.js";
import { type Check, printCheck, type Then } from "./check.js";

/** A statement of an instruction file with one check: one with three checks is three rules. */
export interface StatedRule {
  /** From the folder of the project, with slashes, or from the home of the person: `~/.claude/CLAUDE.md`. */
  readonly file: string;
  /** Where it stands, from 1. */
  readonly line: number;
  /** As it stands there, in one line. */
  readonly text: string;
  readonly check: Check;
}

/** How a check counts is up to the person, and the line changes with what stands above: neither is part of it. */
export function ruleId({ file, text, check }: Pick<StatedRule, "file" | "text" | "check">): string {
  const words = text.normalize("NFKC").replace(/\s+/gu, " ").trim();
  return `rule-${sha256Of([file, words, printCheck(withoutThen(check))].join("\n")).slice(0, 12)}`;
}

/** Where a rule stands: `CLAUDE.md:88`. */
export function ruleName({ file, line }: Pick<StatedRule, "file" | "line">): string {
  return `${file}:${line}`;
}

export function withoutThen({ then: _then, ...check }: Check): Check {
  return check as Check;
}

export function withThen(check: Check, then: Then): Check {
  return { ...check, then };
}

import { oneLine } from "../../../base/text/one-line.js";
import { passagesIn } from "../../instructions/rules/read-instructions.js";
import type { InstructionFile, InstructionFiles } from "../../kept/instruction-files.js";
import { type Check, parseCheck, printCheck } from "../check/check.js";
import { withoutThen } from "../check/rule.js";
import { compileRule, type NoCheck } from "../compile/compile-rule.js";

/** A statement of an instruction file, and the checks that its form makes of it. */
export interface WrittenRule {
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly heading: string;
  readonly lead: string;
  readonly checks: readonly Check[];
  /** Why it has none. */
  readonly why: NoCheck | undefined;
  /** The coding agents that read its file. */
  readonly agents: readonly string[];
}

/** Every statement of the files that coding agents read by themselves. */
export function writtenRules(files: InstructionFiles): readonly WrittenRule[] {
  return files.all().flatMap((file) => rulesOf(file, files.hostsOf(file.path)));
}

function rulesOf({ path, text: markdown }: InstructionFile, agents: readonly string[]): WrittenRule[] {
  return passagesIn(markdown).flatMap(({ line, text, heading, lead, kind }) => {
    const shell = kind === "shell";
    const { checks, why } = compileRule({ text, heading, lead, shell });
    // A command that stands below no request only shows how something is done.
    if (shell && checks.length === 0) return [];
    return [{ file: path, line, text, heading, lead, checks, why, agents }];
  });
}

/** The same statement with the checks that an agent wrote for it, whatever a person decided about them since. */
export function withProposed(
  rule: WrittenRule,
  decided: readonly { readonly file: string; readonly text: string; readonly check: string }[],
): WrittenRule {
  const text = oneLine(rule.text, 2_000);
  const known = new Set(rule.checks.map((check) => printCheck(withoutThen(check))));
  const own = decided
    .filter((each) => each.file === rule.file && each.text === text)
    .map(({ check }) => parseCheck(check))
    .filter((check) => !known.has(printCheck(withoutThen(check))));
  return own.length === 0 ? rule : { ...rule, checks: [...rule.checks, ...own], why: undefined };
}

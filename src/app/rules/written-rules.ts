import { passagesIn } from "../../engines/instructions/read-instructions.js";
import type { Check } from "../../lessons/directive/check/check.js";
import { compileRule, type NoCheck } from "../../lessons/directive/compile/compile-rule.js";
import type { InstructionFile, InstructionFiles } from "../instructions/instruction-files.js";

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

import { defaults } from "../../src/base/config/settings.js";
import { AllowedCommands } from "../../src/lessons/directive/predicate/allowed-commands.js";
import type { PredicateResult } from "../../src/lessons/directive/predicate/predicate.js";
import { readPredicate } from "../../src/lessons/directive/predicate/read-predicate.js";
import { type PredicatePlace, runPredicate } from "../../src/lessons/directive/predicate/run-predicate.js";

interface CheckOptions extends Partial<Omit<PredicatePlace, "commands" | "settings">> {
  /** Commands that the person allowed by the environment. */
  readonly allowed?: readonly string[];
  readonly limitMs?: number;
}

/** Reads a predicate as a directive brings it and runs it. One that is refused has not passed. */
export async function check(
  text: string,
  root: string,
  options: CheckOptions = {},
): Promise<PredicateResult> {
  const { allowed = [], limitMs = 600_000, ...place } = options;
  const read = readPredicate(text);
  if ("error" in read) return { passed: false, reason: `refused: ${read.error}` };
  return runPredicate(read.predicate, {
    root,
    settings: { ...defaults.directives, predicateTimeoutMs: limitMs },
    commands: AllowedCommands.from(allowed, { from: "environment", variable: "TEST" }),
    env: { PATH: process.env.PATH },
    ...place,
  });
}

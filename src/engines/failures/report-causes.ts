import type { Cause } from "./cause.js";
import { missingSigns } from "./missing-signs.js";
import { mayStateCause } from "./ordinary-lines.js";

/** Reports that state their cause at a fixed place, whatever its words are. */
export function reportCause(lines: readonly string[]): Cause | undefined {
  return gradleCause(lines) ?? terraformCause(lines) ?? preCommitCause(lines) ?? phpstanCause(lines);
}

/** What Gradle only repeats of a compiler's or a test's own report. */
const repeated = /There were failing tests|Compilation (?:failed|error)|non-zero exit value|finished with/;

/** Gradle explains below a heading, the innermost reason last. */
function gradleCause(lines: readonly string[]): Cause | undefined {
  const heading = lines.findIndex((line) => /^\* What went wrong:/.test(line));
  if (heading === -1) return undefined;
  const end = lines.findIndex((line, at) => at > heading && line.trim() === "");
  const block = lines.slice(heading + 1, end === -1 ? undefined : end);
  const line = block.findLast((each) => /^\s*> /.test(each)) ?? block[0];
  if (line === undefined || repeated.test(line)) return undefined;
  const named = /(?:Task|option) '([^']{1,120})'/.exec(line)?.[1];
  return { line: line.trim(), kind: named === undefined ? causeKind(line) : "misuse", named };
}

/** Terraform frames each error, and says where in the configuration it stands. */
function terraformCause(lines: readonly string[]): Cause | undefined {
  const frame = lines.findIndex((line) => /^╷/.test(line));
  const line = lines.find((each, at) => at > frame && /^Error: \S/.test(each));
  // The flag itself stands below, and is said as by any other program.
  if (frame === -1 || line === undefined || /command-line flags$/.test(line)) return undefined;
  const inCode = lines.some((each) => /^\s*on \S{1,300}\.tf(?:\.json)? line \d+/.test(each));
  return { line: line.trim(), kind: inCode ? "work" : undefined, program: "terraform" };
}

/** pre-commit prints what a hook found below the hook's exit code. */
function preCommitCause(lines: readonly string[]): Cause | undefined {
  const hook = lines.findIndex((line) => /^- hook id: /.test(line));
  if (hook === -1) return undefined;
  const line = lines.find((each, at) => at > hook && each.trim() !== "" && mayStateCause(each));
  return line === undefined ? undefined : { line: line.trim(), kind: "work" };
}

/** PHPStan prints a table below the name of each file. */
function phpstanCause(lines: readonly string[]): Cause | undefined {
  const heading = lines.findIndex((line) => /^\s+Line\s+\S{1,300}\.php$/.test(line));
  const line = lines.find((each, at) => at > heading && /^\s+:?\d+\s{2,}\S/.test(each));
  if (heading === -1 || line === undefined) return undefined;
  return { line: line.trim(), kind: "work", program: "phpstan" };
}

function causeKind(line: string): Cause["kind"] {
  return missingSigns.some((sign) => sign.test(line)) ? "environment" : "work";
}

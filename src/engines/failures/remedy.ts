import { toolFamily } from "../reflection/tool-family.js";
import type { Failure } from "./failure.js";
import { hostRemedy } from "./host-remedy.js";
import { shellRemedy } from "./shell-remedy.js";
import { otherToolRemedy, toolRemedy } from "./tool-remedy.js";

/** A call that failed, as far as a later one can undo it. */
export interface FailedCall extends Failure {
  readonly tool: string;
  /** The command of a shell, the path of a file, else the arguments as JSON. */
  readonly input: string;
}

export interface LaterCall {
  readonly tool: string;
  readonly input: string;
  /** What it answered, where that is known. */
  readonly output?: string | undefined;
}

/**
 * What a later call of the session that succeeded has to do with a failure. `again`: the same call.
 * `instead`: the same purpose, with the part changed that the cause speaks of. `helps`: it does something
 * about what the cause names.
 */
type Relation = "again" | "instead" | "helps";

export interface Remedy {
  readonly relation: Relation;
  /** What to do, as an instruction; "" for the same call again. */
  readonly advice: string;
}

/** What a later call that succeeded has to do with a failure; undefined when nothing. */
export function remedyIn(failed: FailedCall, later: LaterCall): Remedy | undefined {
  if (failed.kind === "refused" || provesNothing(failed, later)) return undefined;
  const [before, after] = [toolFamily(failed.tool), toolFamily(later.tool)];
  if (failed.kind === "host" && before !== "shell") return hostRemedy(failed, later);
  if (before === "shell" && after === "shell") return shellRemedy(failed, later.input);
  return failed.tool === later.tool ? toolRemedy(failed, later) : otherToolRemedy(failed, later);
}

/** What a program left out of its output, or a shell of its exit code. */
const masks = /\||2>\s*\/dev\/null|&>\s*\/dev\/null/;

/** A command whose failure a pipe would hide and that printed nothing, and one that says the same again. */
function provesNothing({ cause, tool }: FailedCall, { input, output }: LaterCall): boolean {
  if (output === undefined) return false;
  if (cause.length >= 8 && output.slice(0, 6_000).includes(cause)) return true;
  return toolFamily(tool) === "shell" && output.trim() === "" && masks.test(input);
}

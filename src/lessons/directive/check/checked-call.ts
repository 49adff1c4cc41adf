import { readCall, type Surroundings, type ToolUse } from "../rules/forbidden/read-call.js";
import type { FileEdit } from "./added-text.js";
import type { CheckedCall } from "./call.js";
import { placedRuns } from "./commands.js";

/** A tool call as its agent reports it. */
export interface GivenCall extends ToolUse {
  readonly writes: boolean;
  readonly edits: readonly FileEdit[];
  readonly skill?: string | undefined;
}

/** Reads a call as checks see it. `folder` is where it runs. */
export function checkedCall(use: GivenCall, folder: string, surroundings: Surroundings): CheckedCall {
  const { writes, edits, skill, ...call } = use;
  const read = readCall(call, [], surroundings);
  return {
    read,
    placed: placedRuns(read, folder),
    writes,
    edits: edits.flatMap((edit) => surroundings.inProject(edit.file).map((file) => ({ ...edit, file }))),
    folder,
    skill,
  };
}

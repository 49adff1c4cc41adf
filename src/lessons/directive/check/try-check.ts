import { withoutSurroundings } from "../rules/forbidden/read-call.js";
import type { Matchers } from "./call.js";
import type { Check } from "./check.js";
import { checkedCall } from "./checked-call.js";
import { PastRules } from "./past-rules.js";

/** One thing that an agent does, as an example for a check. */
export interface ExampleStep {
  /** A command line. */
  readonly command?: string | undefined;
  /** An edit of a file: what is written, and what stood there; without that the file is new. */
  readonly file?: string | undefined;
  readonly text?: string | undefined;
  readonly old?: string | undefined;
  /** The branch that is checked out. */
  readonly branch?: string | undefined;
  readonly skill?: string | undefined;
  /** The agent ends its turn. */
  readonly stop?: true | undefined;
}

/** Whether a check is broken by what an agent does one after the other. A step is only asked for after an edit. */
export function isBroken(check: Check, steps: readonly ExampleStep[], matchers: Matchers): boolean {
  const asked = { check, since: undefined, agents: [agent] };
  const past = new PastRules([asked], matchers, () => "example");
  const edited = "before" in check && check.since !== undefined ? [editBefore(check.since)] : [];
  for (const [index, step] of [...edited, ...steps].entries()) {
    const common = {
      session: "example",
      agent,
      at: `2026-01-01T00:00:${String(index).padStart(2, "0")}.000Z`,
    };
    if (step.stop === true) past.note({ ...common, kind: "stop" });
    else past.note({ ...common, ...callOf(step, index) });
  }
  return (past.tallies[0]?.broken ?? 0) > 0;
}

const agent = "example";

function editBefore(since: "edit" | { readonly write: string }): ExampleStep {
  const file =
    since === "edit" ? "src/edited.txt" : since.write.replaceAll("**", "part").replaceAll("*", "edited");
  return { file, text: "new", old: "old" };
}

function callOf({ command, file, text = "", old, branch, skill }: ExampleStep, index: number) {
  const edits =
    file === undefined ? [] : [{ file, before: old ?? "", after: text, whole: old === undefined }];
  const call = checkedCall(
    {
      tool: command !== undefined ? "Bash" : skill !== undefined ? "Skill" : "Write",
      ...(command === undefined ? {} : { command }),
      files: file === undefined ? [] : [file],
      writes: file !== undefined,
      edits,
      skill,
    },
    "/example",
    withoutSurroundings,
  );
  return {
    kind: "call" as const,
    id: String(index),
    thread: "example",
    call,
    did: "",
    ended: "passed" as const,
    isFault: false,
    branch,
    exists: () => old !== undefined,
  };
}

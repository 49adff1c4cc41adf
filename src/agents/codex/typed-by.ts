import { closeSync, openSync, readSync } from "node:fs";
import type { TypedBy } from "../moment.js";
import type { CodexEvent } from "./payload.js";

/** The first line of a conversation's file; what is looked for stands in its beginning. */
const headBytes = 4_096;
const byPerson: readonly string[] = ["cli", "vscode"];

/** Who typed a prompt: the file of the conversation says how Codex was started (`exec`, `cli`, `vscode`). */
export function typedBy(event: CodexEvent): TypedBy | undefined {
  if (event.hook_event_name !== "UserPromptSubmit" || event.agent_id !== undefined) return undefined;
  return startedBy(sourceIn(event.transcript_path ?? ""));
}

/** Who types in a conversation, by the source that its file names. */
export function startedBy(source: unknown): TypedBy | undefined {
  if (source === undefined) return "unknown";
  return typeof source === "string" && byPerson.includes(source) ? "person" : undefined;
}

function sourceIn(file: string): string | undefined {
  try {
    const opened = openSync(file, "r");
    try {
      const head = Buffer.alloc(headBytes);
      const text = head.toString("utf8", 0, readSync(opened, head));
      return /"type":"session_meta".*?"source":"(\w{1,40})"/s.exec(text)?.[1];
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file may not be written yet: then nothing shows who types.
    return undefined;
  }
}

import type { TypedBy } from "../moment.js";
import type { ClaudeEvent } from "./payload.js";

/** Ways to start Claude Code in which a person types. `claude -p`, the SDKs and actions have others. */
const byPerson: readonly string[] = ["cli", "claude-vscode", "claude-desktop"];

/**
 * Who typed a prompt: `CLAUDE_CODE_ENTRYPOINT` says how the program was started, and `source`, where it is
 * sent, who wrote the prompt.
 */
export function typedBy(event: ClaudeEvent, entry: string | undefined): TypedBy | undefined {
  if (event.hook_event_name !== "UserPromptSubmit" || event.agent_id !== undefined) return undefined;
  if (event.source !== undefined && event.source !== "user") return undefined;
  return startedBy(entry);
}

/** Who types in a session, by how it was started. */
export function startedBy(entry: unknown): TypedBy | undefined {
  if (entry === undefined) return "unknown";
  return typeof entry === "string" && byPerson.includes(entry) ? "person" : undefined;
}

import type { Host } from "./host.js";

/** Claude Code and Codex install the same plugin and start the same program; only their payloads differ. */
export function plugin({ claudeCode, codex }: { readonly claudeCode: Host; readonly codex: Host }): Host {
  return {
    name: "plugin",
    handle: (payload, open, diagnostics) =>
      (isCodex(payload) ? codex : claudeCode).handle(payload, open, diagnostics),
  };
}

/** Codex keeps its conversations in files named `rollout-…`, and numbers its turns. */
function isCodex(payload: unknown): boolean {
  const { transcript_path: path, turn_id: turn } = Object(payload) as Readonly<Record<string, unknown>>;
  return typeof turn === "string" || (typeof path === "string" && /(?:^|[/\\])rollout-[^/\\]*$/.test(path));
}

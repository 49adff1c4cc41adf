import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const usualEvents = [
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Stop",
  "StopFailure",
  "SubagentStop",
  "SessionEnd",
];

/**
 * Hooks in the form of Claude Code, which Codex and Gemini read too: each keeps what it was sent, a file for
 * each call.
 */
export function keepHooks(
  home: string,
  folder: string,
  events: readonly string[] = usualEvents,
  timeout = 20,
): object {
  const script = join(home, "keep-hook.mjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    script,
    `import { readFileSync, writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(folder)} + "/" + process.hrtime.bigint() + ".json", readFileSync(0));\n`,
  );
  const hooks = [{ hooks: [{ type: "command", command: `node ${script}`, timeout }] }];
  return { hooks: Object.fromEntries(events.map((event) => [event, hooks])) };
}

/** What was kept, oldest first. */
export function keptPayloads(folder: string): readonly Record<string, unknown>[] {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

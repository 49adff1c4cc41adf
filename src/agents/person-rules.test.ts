import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostSession } from "../../tests/support/host-session.js";
import { documentedPayload, recordedPayload } from "../../tests/support/recorded-payload.js";
import { claudeCodeHost } from "./claude-code/host.js";
import { codexHost } from "./codex/host.js";
import { cursorHost } from "./cursor/host.js";
import { geminiHost } from "./gemini/host.js";
import type { Host } from "./host.js";
import { opencodeHost } from "./opencode/host.js";

const rule = "Always run npm test before committing";

/** Each agent, the call that brings its first brief, and the file that it reads by itself. */
const agents: readonly (readonly [name: string, host: () => Host, first: string, file: string])[] = [
  ["claude-code", claudeCodeHost, "session-start", "CLAUDE.md"],
  ["codex", codexHost, "session-start", "AGENTS.md"],
  ["opencode", opencodeHost, "chat-message", "AGENTS.md"],
  ["gemini", geminiHost, "session-start", "GEMINI.md"],
  ["cursor", cursorHost, "session-start", "AGENTS.md"],
];
const allFiles = ["CLAUDE.md", "AGENTS.md", "GEMINI.md"];

async function firstBrief([name, host, first]: (typeof agents)[number], files: readonly string[]) {
  const payloadOf = name === "cursor" ? documentedPayload : recordedPayload;
  const { ws, send } = await hostSession<unknown>(host(), name, { payloadOf });
  await ws.lessons.add({ text: rule });
  for (const file of files)
    writeFileSync(join(ws.folder, file), "# Rules\n\n- Run `npm test` before committing.\n");
  return JSON.stringify((await send(first)) ?? "");
}

describe("a person's rule without a check and a scope", () => {
  it.each(agents)(
    "a person's rule without a check and a scope stands in the next brief of %s",
    async (...agent) => {
      expect(await firstBrief(agent, [])).toContain(rule);
    },
  );

  it.each(agents)(
    "a person's rule without a check and a scope is not repeated to %s when the file that it reads says it",
    async (...agent) => {
      expect(await firstBrief(agent, [agent[3]])).not.toContain(rule);
    },
  );

  it.each(agents.filter(([name]) => name !== "opencode"))(
    "is told to %s when only files say it that it does not read",
    async (...agent) => {
      const others = allFiles.filter((file) => file !== agent[3]);
      expect(await firstBrief(agent, others)).toContain(rule);
    },
  );
});

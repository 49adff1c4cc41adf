import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostSession } from "../../tests/support/host-session.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { codexHost } from "./codex/host.js";
import { cursorHost } from "./cursor/host.js";
import { geminiHost } from "./gemini/host.js";
import type { Host } from "./host.js";
import { opencodeHost } from "./opencode/host.js";

const rule = "never push directly to main, always open a PR";

async function heardIn(
  host: Host,
  folder: string,
  sends: readonly (readonly [name: string, fields: Readonly<Record<string, unknown>>])[],
) {
  const { ws, send } = await hostSession(host, folder);
  for (const [name, fields] of sends) await send(name, fields);
  const { waiting } = await ws.lessons.review();
  const { total: active } = await ws.lessons.list({ kind: "directive", state: "active" });
  return { waiting: waiting.map(({ text, origin }) => ({ text, origin })), active };
}

/** The first line of a conversation's file, as Codex writes it. */
function rollout(source: string): string {
  const file = join(tempFolder(), `rollout-${source}.jsonl`);
  const payload = { originator: `codex_${source}`, cli_version: "0.166.0", source, thread_source: "user" };
  writeFileSync(file, `${JSON.stringify({ timestamp: "", type: "session_meta", payload })}\n`);
  return file;
}

describe("who types a prompt in Codex", () => {
  const twice = (source: string) => {
    const fields = { prompt: rule, transcript_path: rollout(source) };
    return ["one", "two"].map((session_id) => ["user-prompt-submit", { ...fields, session_id }] as const);
  };
  const waiting = [{ text: rule, origin: "prompt:codex" }];

  it("who types a prompt in Codex is a person in the terminal: the words wait for that person", async () => {
    expect(await heardIn(codexHost(), "codex", twice("cli"))).toEqual({ waiting, active: 0 });
  });

  it("who types a prompt in codex exec is not a person: nothing is heard", async () => {
    expect(await heardIn(codexHost(), "codex", twice("exec"))).toEqual({ waiting: [], active: 0 });
  });

  it("who types a prompt in Codex is unknown without the conversation's file: the words only wait", async () => {
    const sends = ["one", "two"].map(
      (session_id) => ["user-prompt-submit", { prompt: rule, session_id }] as const,
    );
    expect(await heardIn(codexHost(), "codex", sends)).toEqual({ waiting, active: 0 });
  });

  it("who types a prompt in Codex is not a person in an agent that another one started", async () => {
    const sends = [["user-prompt-submit.subagent", { prompt: rule }]] as const;
    expect(await heardIn(codexHost(), "codex", sends)).toEqual({ waiting: [], active: 0 });
  });
});

describe("who types a prompt in Gemini CLI", () => {
  it("who types a prompt in Gemini CLI is not a person where the prompt begins with the context of hooks", async () => {
    const prompt = `<hook_context>lessons</hook_context>\n\n${rule}`;
    const sends = [["before-agent.with-context", { prompt }]] as const;
    expect(await heardIn(geminiHost(), "gemini", sends)).toEqual({ waiting: [], active: 0 });
  });

  it("who types a prompt in Gemini CLI is unknown elsewhere: the words only wait", async () => {
    const sends = ["one", "two"].map((session_id) => ["before-agent", { prompt: rule, session_id }] as const);
    expect(await heardIn(geminiHost(), "gemini", sends)).toMatchObject({ waiting: [{}], active: 0 });
  });
});

describe("who types a prompt in OpenCode", () => {
  const parts = { output: { message: { agent: "build" }, parts: [{ type: "text", text: rule }] } };

  it("who types a prompt in opencode run is not a person", async () => {
    const sends = [["chat-message", { ...parts, headless: true }]] as const;
    expect(await heardIn(opencodeHost(), "opencode", sends)).toEqual({ waiting: [], active: 0 });
  });

  it("who types a prompt in OpenCode is unknown elsewhere: the words only wait", async () => {
    const sends = [["chat-message", { ...parts, headless: false }]] as const;
    expect(await heardIn(opencodeHost(), "opencode", sends)).toMatchObject({ waiting: [{}], active: 0 });
  });

  it("who types a prompt in OpenCode is not a person in an agent that another one started", async () => {
    const sends = [["chat-message.agent", { ...parts, parent: "ses_parent" }]] as const;
    expect(await heardIn(opencodeHost(), "opencode", sends)).toEqual({ waiting: [], active: 0 });
  });
});

it("who types a prompt in Cursor is unknown: the words only wait", async () => {
  const fields = { conversation_id: "one", workspace_roots: [tempFolder()] };
  const ws = await hostSession(cursorHost(), "cursor", {
    payloadOf: (_folder, name, root) => ({
      ...fields,
      hook_event_name: name,
      workspace_roots: [root],
      ...(name === "beforeSubmitPrompt" ? { prompt: rule } : { tool_name: "Read", tool_output: "{}" }),
    }),
  });
  await ws.send("beforeSubmitPrompt");
  await ws.send("postToolUse");
  expect((await ws.ws.lessons.review()).waiting).toMatchObject([{ text: rule, origin: "prompt:cursor" }]);
});

import { describe, expect, it } from "vitest";
import { addDirective, hostSession } from "../../tests/support/host-session.js";
import { recordedPayload } from "../../tests/support/recorded-payload.js";
import { claudeCodeHost } from "./claude-code/host.js";
import { codexHost } from "./codex/host.js";
import { geminiHost } from "./gemini/host.js";
import type { Host } from "./host.js";
import { opencodeHost } from "./opencode/host.js";

interface Output {
  readonly context?: string;
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
}

type HostName = "Claude Code" | "Codex" | "Gemini CLI" | "OpenCode";
type Report = readonly [name: string, fields: Readonly<Record<string, unknown>>];

interface Reports {
  readonly host: () => Host;
  readonly folder: string;
  readonly start: Report;
  readonly prompt: (text: string) => Report;
}

/** How each host reports the start of a session and a prompt; OpenCode's first prompt is its start. */
const hosts: Readonly<Record<HostName, Reports>> = {
  "Claude Code": {
    host: () => claudeCodeHost(),
    folder: "claude-code",
    start: ["session-start", {}],
    prompt: (text: string) => ["user-prompt-submit", { prompt: text, prompt_id: text }],
  },
  Codex: {
    host: () => codexHost(),
    folder: "codex",
    start: ["session-start", {}],
    prompt: (text: string) => ["user-prompt-submit", { prompt: text, turn_id: text }],
  },
  "Gemini CLI": {
    host: () => geminiHost(),
    folder: "gemini",
    start: ["session-start", {}],
    prompt: (text: string) => ["before-agent", { prompt: text, timestamp: text }],
  },
  OpenCode: {
    host: () => opencodeHost(),
    folder: "opencode",
    start: ["chat-message", {}],
    prompt: (text: string) => {
      const output = recordedPayload("opencode", "chat-message", "/project").output as object;
      return ["chat-message", { output: { ...output, parts: [{ type: "text", text }] } }];
    },
  },
};

const tools = [
  "npm tokens",
  "docker images",
  "terraform plans",
  "kubectl contexts",
  "redis caches",
  "postgres migrations",
  "webpack bundles",
  "eslint plugins",
  "prettier options",
  "jest snapshots",
  "cypress screenshots",
  "storybook stories",
  "graphql resolvers",
  "protobuf schemas",
  "kafka topics",
  "nginx headers",
  "grafana dashboards",
  "sentry releases",
  "helm charts",
  "ansible roles",
];

/** 41 lessons, two for each of the tools and one more. */
const texts = [
  ...tools.map((tool) => `Never print ${tool} into a public log`),
  ...tools.map(
    (tool) => `Ask the owner in the wiki page ${tool.split(" ")[0]} ownership before removing ${tool}`,
  ),
  "Rebuild the search index after every import of products",
];

/** A session under way, in a project with 41 lessons. */
async function sessionOf(name: HostName) {
  const { host, folder, start, prompt } = hosts[name];
  const usual = name === "OpenCode" ? {} : { session_id: "this" };
  const { ws, send } = await hostSession<Output>(host(), folder, { usual });
  for (const text of texts)
    await addDirective(ws, { text, forbiddenActions: [], appliesToAgents: ["coder"] });
  const contextOf = (output: Output | undefined) =>
    output?.context ?? output?.hookSpecificOutput?.additionalContext ?? "";
  const started = contextOf(await send(...start));
  return { started, ask: async (text: string) => contextOf(await send(...prompt(text))) };
}

const smallTalk = [
  "Write a poem about the sea",
  "thanks, looks good",
  "continue",
  "yes",
  "What time is it?",
  "yes please, go on with the next one",
];

const ownRequests = [
  "You are a title generator. You output ONLY a thread title: remove the nginx headers",
  "Your task is to create a detailed summary of the conversation so far: nginx headers were removed",
  "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary of removing nginx headers",
];

describe.each(Object.keys(hosts) as HostName[])("a prompt in a session of %s", (name) => {
  it(`a prompt of ${name} gets the lessons that are about it, once, and small talk gets none`, async () => {
    const { started, ask } = await sessionOf(name);
    expect(started).not.toBe("");
    for (const text of smallTalk) expect(await ask(text)).toBe("");
    const aimed = "Please drop the stale kafka topics of the billing service and commit.";
    const got = await ask(aimed);
    const rows = `${started}\n${got}`.split("\n").filter((line) => line.includes("kafka"));
    expect(rows).toHaveLength(2);
    for (const tool of tools.filter((each) => each !== "kafka topics")) expect(got).not.toContain(tool);
    expect(await ask(aimed)).toBe("");
  });

  it(`a request of ${name} for a title or a summary gets no lessons`, async () => {
    const { ask } = await sessionOf(name);
    for (const text of ownRequests) expect(await ask(text)).toBe("");
  });
});

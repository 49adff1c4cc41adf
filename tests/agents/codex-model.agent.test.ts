import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import { codexProgram } from "../../src/base/model/codex-program.js";
import { readEnrichment } from "../../src/lessons/directive/rules/enrichment.js";
import { enrichmentPrompt } from "../../src/lessons/directive/rules/enrichment-prompt.js";
import { directive } from "../../src/lessons/directive/rules/example-directive.contract.js";
import { type Script, startScriptedModel } from "../support/scripted-model/start.js";
import { agentHome, noteHooks, notes, runAgent } from "./support/agent-home.js";
import { installAgent } from "./support/install-agent.js";

const never = new AbortController().signal;
const enrichment = '{"requiredActions":["bind every value"],"appliesToAgents":["coder"]}';

beforeAll(() => void installAgent("codex"));

/**
 * A person's Codex with hooks and an MCP server, and a wrapper that trusts hooks, as a person would have
 * done.
 */
async function start(script: Script | string) {
  const endpoint = await startScriptedModel(script);
  const place = agentHome("codex");
  const noted = join(place.home, "notes.jsonl");
  const folder = join(place.home, ".codex");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "hooks.json"),
    JSON.stringify(noteHooks(place.home, noted, ["SessionStart", "UserPromptSubmit", "Stop"])),
  );
  writeFileSync(join(folder, "config.toml"), config(endpoint.url, join(place.home, "note-hook.mjs")));
  const wrapped = join(place.home, "bin");
  mkdirSync(wrapped);
  const real = join(installAgent("codex"), "codex");
  const wrapper = `#!/bin/sh\nshift\nexec ${real} exec --dangerously-bypass-hook-trust "$@"\n`;
  writeFileSync(join(wrapped, "codex"), wrapper, { mode: 0o755 });
  const env = { ...place.env, PATH: `${wrapped}${delimiter}${place.env.PATH}`, SCRIPTED_KEY: "scripted" };
  const settings = {
    ...defaults.model,
    name: "gpt-scripted",
    baseUrl: `${endpoint.url}/v1`,
    apiKeyVariable: "SCRIPTED_KEY",
  };
  return { endpoint, place, noted, env, model: codexProgram(settings, { root: place.project, env }) };
}

function config(url: string, noteScript: string): string {
  return `model = "gpt-scripted"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
[mcp_servers.noting]
command = "node"
args = ["${noteScript}"]
`;
}

function toolsIn(body: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return ((body?.tools ?? []) as readonly Record<string, string>[]).map(
    ({ name, type }) => name ?? type ?? "",
  );
}

it("the real agent enriches a directive without running a hook, an MCP server or a tool that does anything", async () => {
  const { endpoint, model, noted } = await start(enrichment);
  const prompt = enrichmentPrompt(directive({ text: "Never log @/etc/hostname or $HOME" }), [
    "missing_scope",
  ]);
  const answer = await model.complete(prompt, { signal: never });
  expect(readEnrichment(answer.text)).toMatchObject({ fields: { appliesToAgents: ["coder"] } });
  expect(answer).toMatchObject({ inputTokens: 100, outputTokens: 20, costUsd: null });
  expect(endpoint.seen).toHaveLength(1);
  expect(endpoint.seen[0]?.asked.endsWith(prompt)).toBe(true);
  // Nobody is there to ask, so this one does nothing.
  expect(toolsIn(endpoint.seen[0]?.body)).toEqual(["request_user_input"]);
  expect(notes(noted)).toEqual([]);
});

it("without our flags the agent would have run the hooks, the server and tools", async () => {
  const { endpoint, place, noted, env } = await start(enrichment);
  const args = ["exec", "--skip-git-repo-check", "hello"];
  expect(await runAgent("codex", args, place.project, env)).toBe(0);
  expect(notes(noted).length).toBeGreaterThanOrEqual(4);
  expect(toolsIn(endpoint.seen[0]?.body)).toContain("exec_command");
});

it("no file that a prompt mentions is sent along", async () => {
  const { endpoint, model, place } = await start(enrichment);
  const file = join(place.home, "secret.txt");
  writeFileSync(file, "TOP-SECRET");
  await model.complete(`Look at @${file} please.`, { signal: never });
  expect(JSON.stringify(endpoint.seen)).not.toContain("TOP-SECRET");
});

it.each([500, 429, 401])(
  "the model is unavailable after one request that is answered with status %s",
  async (status) => {
    const { endpoint, model } = await start(() => ({ status }));
    await expect(model.complete("hello", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
    });
    expect(endpoint.seen).toHaveLength(1);
  },
);

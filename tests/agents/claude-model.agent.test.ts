import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import { claudeProgram } from "../../src/base/model/claude-program.js";
import { readEnrichment } from "../../src/lessons/directive/rules/enrichment.js";
import { enrichmentPrompt } from "../../src/lessons/directive/rules/enrichment-prompt.js";
import { directive } from "../../src/lessons/directive/rules/example-directive.contract.js";
import { type Script, startScriptedModel } from "../support/scripted-model/start.js";
import { agentHome, noteHooks, notes, runAgent } from "./support/agent-home.js";
import { installAgent } from "./support/install-agent.js";

const never = new AbortController().signal;
const enrichment = '{"requiredActions":["bind every value"],"appliesToAgents":["coder"]}';

beforeAll(() => void installAgent("claude"));

/** A person's Claude Code with hooks, an MCP server and instructions of its own. */
async function start(script: Script | string) {
  const endpoint = await startScriptedModel(script);
  const place = agentHome("claude");
  const noted = join(place.home, "hooks.jsonl");
  const settings = noteHooks(place.home, noted, ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"]);
  for (const folder of [join(place.home, ".claude"), join(place.project, ".claude")]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  }
  writeFileSync(join(place.home, ".claude/CLAUDE.md"), "PERSONAL-INSTRUCTIONS");
  const env = { ...place.env, ANTHROPIC_BASE_URL: endpoint.url, ANTHROPIC_API_KEY: "scripted" };
  const model = claudeProgram(defaults.model, { root: place.project, env });
  return { endpoint, place, noted, env, model };
}

it("the real agent enriches a directive without running a hook, a tool or another instruction", async () => {
  const { endpoint, model, noted } = await start(enrichment);
  const prompt = enrichmentPrompt(directive({ text: "Never log @/etc/hostname or $HOME" }), [
    "missing_scope",
  ]);
  const answer = await model.complete(prompt, { signal: never });
  expect(readEnrichment(answer.text)).toMatchObject({ fields: { appliesToAgents: ["coder"] } });
  expect(answer).toMatchObject({ inputTokens: 100, outputTokens: 20, costUsd: expect.any(Number) });
  expect(endpoint.seen).toHaveLength(1);
  expect(endpoint.seen[0]?.asked).toBe(prompt);
  expect(endpoint.seen[0]?.body.tools).toEqual([]);
  expect(JSON.stringify(endpoint.seen[0]?.body)).not.toContain("PERSONAL-INSTRUCTIONS");
  expect(notes(noted)).toEqual([]);
});

it("without our flags the agent would have run the hooks, and they would see no marker", async () => {
  const { place, noted, env } = await start(enrichment);
  expect(await runAgent("claude", ["-p", "hello"], place.project, env)).toBe(0);
  expect(notes(noted).length).toBeGreaterThanOrEqual(4);
  expect(new Set(notes(noted).map(({ nested }) => nested))).toEqual(new Set([null]));
});

it("what the agent starts is marked, in case a hook runs all the same", async () => {
  const { place, noted, env } = await start(enrichment);
  await runAgent("claude", ["-p", "hello"], place.project, { ...env, WHETSTONE_NESTED: "1" });
  expect(new Set(notes(noted).map(({ nested }) => nested))).toEqual(new Set(["1"]));
});

it("no file that a prompt mentions is sent along", async () => {
  const { endpoint, model, place } = await start(enrichment);
  const file = join(place.home, "secret.txt");
  writeFileSync(file, "TOP-SECRET");
  await model.complete(`Look at @${file} and @"${file}" please.`, { signal: never });
  expect(JSON.stringify(endpoint.seen)).not.toContain("TOP-SECRET");
});

it.each([500, 429, 401])(
  "the model is unavailable after one request that is answered with status %s",
  async (status) => {
    const { endpoint, model } = await start(() => ({ status }));
    await expect(model.complete("hello", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
      values: { status },
    });
    expect(endpoint.seen).toHaveLength(1);
  },
);

import { describe, expect, it } from "vitest";
import { agentProgram } from "../../../tests/support/agent-program.js";
import { defaults } from "../config/settings.js";
import { codexProgram } from "./codex-program.js";

const never = new AbortController().signal;

function lines(...events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

const message = { type: "item.completed", item: { type: "agent_message", text: "hello" } };
const completed = {
  type: "turn.completed",
  usage: { input_tokens: 100, cached_input_tokens: 40, output_tokens: 20 },
};
const stdout = lines(
  { type: "thread.started" },
  { type: "item.completed", item: { type: "error" } },
  message,
  completed,
);

it("codexProgram asks once through standard input, with hooks, tools and plugins turned off", async () => {
  const agent = agentProgram("codex", { stdout });
  const model = codexProgram({ ...defaults.model, name: "gpt-x" }, agent);
  expect(await model.complete("the\nquestion", { signal: never })).toEqual({
    text: "hello",
    inputTokens: 100,
    outputTokens: 20,
    costUsd: null,
  });
  const { args, input, env, cwd } = agent.asked();
  expect(input).toBe("the\nquestion");
  expect(args.slice(0, 2)).toEqual(["exec", "--json"]);
  expect(args).toEqual(expect.arrayContaining(["--ephemeral", "--ignore-user-config", "--ignore-rules"]));
  expect(args).toEqual(expect.arrayContaining(["features.hooks=false", "features.shell_tool=false"]));
  expect(args).toEqual(expect.arrayContaining(["features.plugins=false", 'web_search="disabled"']));
  expect(args[args.indexOf("--sandbox") + 1]).toBe("read-only");
  expect(args.slice(-3)).toEqual(["--model", "gpt-x", "-"]);
  expect(args.join(" ")).not.toContain("model_provider");
  expect(env).toMatchObject({ WHETSTONE_NESTED: "1" });
  expect(cwd.startsWith(agent.root)).toBe(false);
});

it("codexProgram gives another endpoint the name of the key variable, never the key", async () => {
  const agent = agentProgram("codex", { stdout });
  const settings = { ...defaults.model, baseUrl: 'http://127.0.0.1:9/"x', apiKeyVariable: "MY_KEY" };
  await codexProgram(settings, { ...agent, env: { ...agent.env, MY_KEY: "key-1" } }).complete("x", {
    signal: never,
  });
  const { args } = agent.asked();
  expect(args).toContain('model_providers.whetstone.base_url="http://127.0.0.1:9/\\"x"');
  expect(args).toContain('model_providers.whetstone.env_key="MY_KEY"');
  expect(args.join(" ")).not.toContain("key-1");
});

describe("codexProgram without a usable answer", () => {
  const failed = lines({ type: "error", message: "unexpected status 401" }, { type: "turn.failed" });
  it.each([
    ["an error", { stdout: failed, code: 1 }, /status 401/],
    ["output without the end of the turn", { stdout: lines(message) }, /exited with 0/],
    ["output without a message", { stdout: lines(completed) }, /exited with 0/],
    [
      "an unknown option",
      { stderr: "error: unexpected argument '--ephemeral'\n", code: 2 },
      /unexpected argument/,
    ],
  ])("the model is unavailable after %s", async (_, behaviour, reason) => {
    const model = codexProgram(defaults.model, agentProgram("codex", behaviour));
    await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(reason),
    });
  });
});

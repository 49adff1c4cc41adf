import { describe, expect, it } from "vitest";
import { agentProgram } from "../../../tests/support/agent-program.js";
import { defaults } from "../config/settings.js";
import { claudeProgram } from "./claude-program.js";

const never = new AbortController().signal;

/** The fields that are read from the output of `claude -p --output-format json`. */
const result = {
  type: "result",
  is_error: false,
  result: "hello",
  total_cost_usd: 0.0008,
  usage: { input_tokens: 3, cache_creation_input_tokens: 40, cache_read_input_tokens: 57, output_tokens: 20 },
};

it("claudeProgram asks once through standard input, with hooks, tools and plugins turned off", async () => {
  const agent = agentProgram("claude", { stdout: JSON.stringify(result) });
  const env = {
    ...agent.env,
    CLAUDECODE: "1",
    CLAUDE_PROJECT_DIR: "/x",
    MY_KEY: "key-1",
    HOME: "/home/of/person",
  };
  const settings = {
    ...defaults.model,
    name: "haiku",
    baseUrl: "http://127.0.0.1:9",
    apiKeyVariable: "MY_KEY",
  };
  const model = claudeProgram(settings, { root: agent.root, env });
  expect(await model.complete("the\nquestion", { signal: never })).toEqual({
    text: "hello",
    inputTokens: 100,
    outputTokens: 20,
    costUsd: 0.0008,
  });
  const { args, input, env: seen, cwd } = agent.asked();
  expect(input).toBe("the\nquestion");
  expect(args).toEqual(
    expect.arrayContaining(["--print", "--safe-mode", "--strict-mcp-config", "--model", "haiku"]),
  );
  expect(args[args.indexOf("--tools") + 1]).toBe("");
  expect(args[args.indexOf("--setting-sources") + 1]).toBe("user");
  expect(JSON.parse(args[args.indexOf("--settings") + 1] ?? "")).toEqual({
    disableAllHooks: true,
    permissions: { deny: ["Read"] },
  });
  expect(seen).toMatchObject({
    WHETSTONE_NESTED: "1",
    CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
    CLAUDE_CODE_MAX_RETRIES: "0",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
    ANTHROPIC_API_KEY: "key-1",
    HOME: "/home/of/person",
  });
  expect(seen).not.toHaveProperty("CLAUDECODE");
  expect(seen).not.toHaveProperty("CLAUDE_PROJECT_DIR");
  expect(cwd.startsWith(agent.root)).toBe(false);
});

describe("claudeProgram without a usable answer", () => {
  it.each([
    [
      "an error",
      { stdout: JSON.stringify({ ...result, is_error: true, result: "API Error: 500" }), code: 1 },
      /500/,
    ],
    ["an error with exit code 0", { stdout: JSON.stringify({ ...result, is_error: true }) }, /hello/],
    ["an unknown option", { stderr: "error: unknown option '--safe-mode'\n", code: 1 }, /unknown option/],
    ["output that is not JSON", { stdout: "Please run /login\n" }, /run \/login/],
    ["no output", {}, /exited with 0/],
  ])("the model is unavailable after %s", async (_, behaviour, message) => {
    const agent = agentProgram("claude", behaviour);
    const model = claudeProgram(defaults.model, agent);
    await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(message),
    });
  });
});

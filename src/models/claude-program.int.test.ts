import { describe, expect, it } from "vitest";
import { agentProgram } from "../../tests/support/agent-program.js";
import { defaults } from "../config/settings.js";
import { claudeProgram } from "./claude-program.js";

const never = new AbortController().signal;

/** What `claude -p --output-format json` prints, as far as anybody reads it. */
const result = {
  type: "result",
  is_error: false,
  result: "hello",
  total_cost_usd: 0.0008,
  usage: { input_tokens: 3, cache_creation_input_tokens: 40, cache_read_input_tokens: 57, output_tokens: 20 },
};

it("asks once, through the input, with everything off that could lead back to us", async () => {
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

describe("is unavailable", () => {
  it.each([
    [
      "with an error",
      { stdout: JSON.stringify({ ...result, is_error: true, result: "API Error: 500" }), code: 1 },
      /500/,
    ],
    ["with an error that ended well", { stdout: JSON.stringify({ ...result, is_error: true }) }, /hello/],
    [
      "with an unknown option",
      { stderr: "error: unknown option '--safe-mode'\n", code: 1 },
      /unknown option/,
    ],
    ["without JSON", { stdout: "Please run /login\n" }, /run \/login/],
    ["without a word", {}, /ended with 0/],
  ])("%s", async (_, behaviour, message) => {
    const agent = agentProgram("claude", behaviour);
    const model = claudeProgram(defaults.model, agent);
    await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringMatching(message),
    });
  });
});

import type { ChildEnd } from "../process/run-child.js";
import { askProgram, lastPrintedLine, type ProgramPlace, parseJsonObject } from "./ask-program.js";
import {
  type Answer,
  type EndpointSettings,
  type LanguageModel,
  modelUnavailable,
} from "./language-model.js";

const program = "claude";

/** Runs `claude -p` with the login of this machine, as a language model without tools. */
export function claudeProgram(settings: EndpointSettings, place: ProgramPlace): LanguageModel {
  const { timeoutMs } = settings;
  return {
    name: settings.name === "" ? program : settings.name,
    async complete(prompt, { signal }) {
      const env = claudeEnvironment(settings, place);
      const end = await askProgram(
        { program, args: claudeArguments(settings), env, prompt, timeoutMs, signal },
        place,
      );
      return claudeAnswer(end);
    },
  };
}

/**
 * Turns off hooks, plugins, skills, MCP servers, tools, project settings, instructions and the session log.
 */
function claudeArguments({ name }: EndpointSettings): readonly string[] {
  return [
    "--print",
    "--output-format",
    "json",
    "--safe-mode",
    "--setting-sources",
    "user",
    // Without this, a mention such as @/etc/passwd in the prompt is read and sent, even without tools.
    "--settings",
    JSON.stringify({ disableAllHooks: true, permissions: { deny: ["Read"] } }),
    "--tools",
    "",
    "--strict-mcp-config",
    "--disable-slash-commands",
    "--permission-prompts",
    "none",
    "--no-session-persistence",
    "--system-prompt",
    "You answer with one JSON object and nothing else.",
    ...(name === "" ? [] : ["--model", name]),
  ];
}

function claudeEnvironment(
  { baseUrl, apiKeyVariable }: EndpointSettings,
  { env }: ProgramPlace,
): Record<string, string> {
  const key = apiKeyVariable === "" ? undefined : env[apiKeyVariable];
  return {
    CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
    CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // Its own retries would not be counted.
    CLAUDE_CODE_MAX_RETRIES: "0",
    ...(baseUrl === "" ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(key === undefined ? {} : { ANTHROPIC_API_KEY: key }),
  };
}

function claudeAnswer({ code, stdout, stderr }: ChildEnd): Answer {
  const { result, is_error, usage, total_cost_usd, api_error_status } = parseJsonObject(
    stdout.toString("utf8"),
  );
  if (code !== 0 || is_error !== false || typeof result !== "string") {
    const reason = typeof result === "string" ? result : lastPrintedLine(stderr) || lastPrintedLine(stdout);
    throw modelUnavailable(program, `it exited with ${code}: ${reason}`, {
      next: `check that \`${program} -p hello\` works`,
      values: typeof api_error_status === "number" ? { status: api_error_status } : {},
    });
  }
  const tokens = (usage ?? {}) as Readonly<Record<string, unknown>>;
  return {
    text: result,
    inputTokens: sumTokens([
      tokens.input_tokens,
      tokens.cache_creation_input_tokens,
      tokens.cache_read_input_tokens,
    ]),
    outputTokens: sumTokens([tokens.output_tokens]),
    costUsd: typeof total_cost_usd === "number" ? total_cost_usd : null,
  };
}

/** Null when the first number is unknown; the others only add to it. */
function sumTokens([first, ...others]: readonly unknown[]): number | null {
  if (typeof first !== "number") return null;
  return others.reduce((total: number, value) => total + (typeof value === "number" ? value : 0), first);
}

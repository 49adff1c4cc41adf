import type { Config } from "../config/settings.js";
import type { ChildEnd } from "../predicates/run-child.js";
import { askProgram, type ProgramPlace } from "./ask-program.js";
import type { Answer, LanguageModel } from "./language-model.js";
import { modelUnavailable } from "./model-unavailable.js";
import { lastLine, objectIn } from "./program-output.js";

type Settings = Pick<Config["model"], "name" | "baseUrl" | "apiKeyVariable" | "timeoutMs">;

const program = "claude";

/** Claude Code on this machine, with the login that it has: `claude -p`, as a model and nothing more. */
export function claudeProgram(settings: Settings, place: ProgramPlace): LanguageModel {
  const { timeoutMs } = settings;
  return {
    name: settings.name === "" ? program : settings.name,
    async complete(prompt, { signal }) {
      const env = environment(settings, place);
      const end = await askProgram(
        { program, args: claudeArguments(settings), env, prompt, timeoutMs, signal },
        place,
      );
      return answerOf(end);
    },
  };
}

/**
 * No hooks, plugins, skills, MCP servers, tools, project settings or instructions, and nothing kept of it.
 */
function claudeArguments({ name }: Settings): readonly string[] {
  return [
    ...["--print", "--output-format", "json"],
    "--safe-mode",
    ...["--setting-sources", "user"],
    // Without the denial, a mention such as @/etc/passwd in the prompt is read and sent along, even without
    // tools.
    ...["--settings", JSON.stringify({ disableAllHooks: true, permissions: { deny: ["Read"] } })],
    ...["--tools", ""],
    "--strict-mcp-config",
    "--disable-slash-commands",
    ...["--permission-prompts", "none"],
    "--no-session-persistence",
    ...["--system-prompt", "You answer with one JSON object and nothing else."],
    ...(name === "" ? [] : ["--model", name]),
  ];
}

function environment({ baseUrl, apiKeyVariable }: Settings, { env }: ProgramPlace): Record<string, string> {
  const key = apiKeyVariable === "" ? undefined : env[apiKeyVariable];
  return {
    CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
    CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    // Nobody would count its own retries.
    CLAUDE_CODE_MAX_RETRIES: "0",
    ...(baseUrl === "" ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(key === undefined ? {} : { ANTHROPIC_API_KEY: key }),
  };
}

function answerOf({ code, stdout, stderr }: ChildEnd): Answer {
  const { result, is_error, usage, total_cost_usd, api_error_status } = objectIn(stdout.toString("utf8"));
  if (code !== 0 || is_error !== false || typeof result !== "string") {
    const said = typeof result === "string" ? result : lastLine(stderr) || lastLine(stdout);
    throw modelUnavailable(program, `it ended with ${code}: ${said}`, {
      next: `see whether \`${program} -p hello\` answers`,
      values: typeof api_error_status === "number" ? { status: api_error_status } : {},
    });
  }
  const tokens = (usage ?? {}) as Readonly<Record<string, unknown>>;
  return {
    text: result,
    inputTokens: sum([
      tokens.input_tokens,
      tokens.cache_creation_input_tokens,
      tokens.cache_read_input_tokens,
    ]),
    outputTokens: sum([tokens.output_tokens]),
    costUsd: typeof total_cost_usd === "number" ? total_cost_usd : null,
  };
}

/** Null when the first of them is unknown: the others only add to it. */
function sum([first, ...others]: readonly unknown[]): number | null {
  if (typeof first !== "number") return null;
  return others.reduce((total: number, value) => total + (typeof value === "number" ? value : 0), first);
}

import type { ChildEnd } from "../process/run-child.js";
import { askProgram, lastPrintedLine, type ProgramPlace, parseJsonObject } from "./ask-program.js";
import {
  type Answer,
  type EndpointSettings,
  type LanguageModel,
  modelUnavailable,
} from "./language-model.js";

const program = "codex";

/**
 * Features that run programs, read files, load plugins or use the network. Codex ignores names that it does
 * not know.
 */
const featuresOff = [
  "hooks",
  "shell_tool",
  "unified_exec",
  "view_image",
  "multi_agent",
  "goals",
  "plugins",
  "apps",
  "browser_use",
  "computer_use",
  "image_generation",
  "skill_search",
  "tool_suggest",
  "sleep_tool",
];

/** Runs `codex exec` with the login of this machine, as a language model without tools. */
export function codexProgram(settings: EndpointSettings, place: ProgramPlace): LanguageModel {
  const { timeoutMs } = settings;
  return {
    name: settings.name === "" ? program : settings.name,
    async complete(prompt, { signal }) {
      const question = { program, args: codexArguments(settings), env: {}, prompt, timeoutMs, signal };
      return codexAnswer(await askProgram(question, place));
    },
  };
}

/**
 * Ignores the user's config, because MCP servers and the notify program cannot be turned off one by one; the
 * login still works. Turns off hooks, rules, project instructions, tools and the session log.
 */
function codexArguments(settings: EndpointSettings): readonly string[] {
  const config = {
    ...Object.fromEntries(featuresOff.map((feature) => [`features.${feature}`, false])),
    approval_policy: "never",
    web_search: "disabled",
    project_doc_max_bytes: 0,
    instructions: "You answer with one JSON object and nothing else.",
    ...codexEndpoint(settings),
  };
  return [
    "exec",
    "--json",
    "--color",
    "never",
    "--skip-git-repo-check",
    "--ephemeral",
    "--ignore-user-config",
    "--ignore-rules",
    "--sandbox",
    "read-only",
    ...Object.entries(config).flatMap(([key, value]) => ["--config", `${key}=${JSON.stringify(value)}`]),
    ...(settings.name === "" ? [] : ["--model", settings.name]),
    "-",
  ];
}

/** Settings for an endpoint other than Codex's own. Its retries are off because they would not be counted. */
function codexEndpoint({
  baseUrl,
  apiKeyVariable,
}: EndpointSettings): Readonly<Record<string, string | number>> {
  if (baseUrl === "") return {};
  const provider = "model_providers.whetstone";
  return {
    model_provider: "whetstone",
    [`${provider}.name`]: "whetstone",
    [`${provider}.base_url`]: baseUrl,
    [`${provider}.wire_api`]: "responses",
    [`${provider}.request_max_retries`]: 0,
    [`${provider}.stream_max_retries`]: 0,
    ...(apiKeyVariable === "" ? {} : { [`${provider}.env_key`]: apiKeyVariable }),
  };
}

function codexAnswer({ code, stdout, stderr }: ChildEnd): Answer {
  const events = stdout.toString("utf8").split("\n").map(parseJsonObject);
  const text = events.map(agentMessage).findLast((message) => message !== undefined);
  const completed = events.findLast(({ type }) => type === "turn.completed");
  if (code !== 0 || text === undefined || completed === undefined) {
    throw modelUnavailable(
      program,
      `it exited with ${code}: ${errorMessageIn(events) ?? lastPrintedLine(stderr)}`,
      {
        next: `check that \`${program} exec hello\` works`,
      },
    );
  }
  const { input_tokens, output_tokens } = (completed.usage ?? {}) as Readonly<Record<string, unknown>>;
  return {
    text,
    inputTokens: typeof input_tokens === "number" ? input_tokens : null,
    outputTokens: typeof output_tokens === "number" ? output_tokens : null,
    costUsd: null,
  };
}

type ExecEvent = Readonly<Record<string, unknown>>;

function agentMessage({ type, item }: ExecEvent): string | undefined {
  if (type !== "item.completed" || typeof item !== "object" || item === null) return undefined;
  const { type: kind, text } = item as ExecEvent;
  return kind === "agent_message" && typeof text === "string" ? text : undefined;
}

function errorMessageIn(events: readonly ExecEvent[]): string | undefined {
  const message = events.findLast(({ type }) => type === "error")?.message;
  return typeof message === "string" ? message : undefined;
}

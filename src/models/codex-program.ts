import type { Config } from "../config/settings.js";
import type { ChildEnd } from "../predicates/run-child.js";
import { askProgram, type ProgramPlace } from "./ask-program.js";
import type { Answer, LanguageModel } from "./language-model.js";
import { modelUnavailable } from "./model-unavailable.js";
import { lastLine, objectIn } from "./program-output.js";

type Settings = Pick<Config["model"], "name" | "baseUrl" | "apiKeyVariable" | "timeoutMs">;

const program = "codex";

/**
 * Features that run programs, read files, load plugins or talk to others. A name that this Codex does not
 * know is ignored.
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

/** Codex on this machine, with the login that it has: `codex exec`, as a model and nothing more. */
export function codexProgram(settings: Settings, place: ProgramPlace): LanguageModel {
  const { timeoutMs } = settings;
  return {
    name: settings.name === "" ? program : settings.name,
    async complete(prompt, { signal }) {
      const question = { program, args: codexArguments(settings), env: {}, prompt, timeoutMs, signal };
      return answerOf(await askProgram(question, place));
    },
  };
}

/**
 * No config of the person, because MCP servers and a program to notify can only be left out as a whole; the
 * login stays. No hooks, rules, project instructions or tools that do anything, and nothing kept of it.
 */
function codexArguments(settings: Settings): readonly string[] {
  const config = {
    ...Object.fromEntries(featuresOff.map((feature) => [`features.${feature}`, false])),
    approval_policy: "never",
    web_search: "disabled",
    project_doc_max_bytes: 0,
    instructions: "You answer with one JSON object and nothing else.",
    ...endpoint(settings),
  };
  return [
    ...["exec", "--json", "--color", "never", "--skip-git-repo-check"],
    ...["--ephemeral", "--ignore-user-config", "--ignore-rules", "--sandbox", "read-only"],
    ...Object.entries(config).flatMap(([key, value]) => ["--config", `${key}=${JSON.stringify(value)}`]),
    ...(settings.name === "" ? [] : ["--model", settings.name]),
    "-",
  ];
}

/** Another endpoint than Codex's own. Nobody would count its own retries. */
function endpoint({ baseUrl, apiKeyVariable }: Settings): Readonly<Record<string, string | number>> {
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

function answerOf({ code, stdout, stderr }: ChildEnd): Answer {
  const events = stdout.toString("utf8").split("\n").map(objectIn);
  const said = events.map(messageOf).findLast((text) => text !== undefined);
  const completed = events.findLast(({ type }) => type === "turn.completed");
  if (code !== 0 || said === undefined || completed === undefined) {
    throw modelUnavailable(program, `it ended with ${code}: ${failureIn(events) ?? lastLine(stderr)}`, {
      next: `see whether \`${program} exec hello\` answers`,
    });
  }
  const { input_tokens, output_tokens } = (completed.usage ?? {}) as Readonly<Record<string, unknown>>;
  return {
    text: said,
    inputTokens: typeof input_tokens === "number" ? input_tokens : null,
    outputTokens: typeof output_tokens === "number" ? output_tokens : null,
    costUsd: null,
  };
}

type CodexEvent = Readonly<Record<string, unknown>>;

function messageOf({ type, item }: CodexEvent): string | undefined {
  if (type !== "item.completed" || typeof item !== "object" || item === null) return undefined;
  const { type: kind, text } = item as CodexEvent;
  return kind === "agent_message" && typeof text === "string" ? text : undefined;
}

function failureIn(events: readonly CodexEvent[]): string | undefined {
  const message = events.findLast(({ type }) => type === "error")?.message;
  return typeof message === "string" ? message : undefined;
}

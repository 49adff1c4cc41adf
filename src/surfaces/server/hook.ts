import {
  agentEntry,
  isCopilot,
  isNested,
  loopbackIsProxied,
  sessionFolderIn,
  type Variables,
} from "../../base/config/environment.js";
import type { Build } from "../../base/version.js";
import { noteUnsent } from "./client.js";
import { callGuarded } from "./guarded-call.js";

/** Long enough to start the server on a busy machine; a call to a running one takes some milliseconds. */
const usualBudgetMs = 2_000;

/** Agents take 2 for: the tool must not run, for the reason on standard error. */
export type HookExit = 0 | 2;

export interface HookCall {
  readonly host: string;
  /** The longest it may take, as text in milliseconds. */
  readonly budget: string | undefined;
  readonly env: Variables;
  /** Of this program. */
  readonly own: Build;
  /** How to call the command line, to start a server where none runs. */
  readonly command: readonly string[];
  /** Reads the agent's event. A payload that cannot be read is noted as a loss. */
  readonly read: (budgetMs: number) => string | Promise<string>;
  readonly write: (text: string) => void;
  /** Writes the reason why a call must not run, where the answer has no form of its own. */
  readonly refuse: (reason: string) => void;
}

/**
 * Passes one event of an agent to the local server and writes the answer in the agent's own format. Never
 * fails the agent: without an answer it writes nothing. Only a call that is about to run, while the server is
 * starting, is decided without it, and refused if that takes too long.
 */
export async function runHook(call: HookCall): Promise<HookExit> {
  const { budget = "", env, own, command, read, write, refuse } = call;
  const host = hostIn(env, call.host);
  if (isNested(env) || host === undefined) return 0;
  const began = Date.now();
  const budgetMs = Number.parseInt(budget, 10) || usualBudgetMs;
  const payload = await readOrFail(read, budgetMs);
  if (typeof payload !== "string") {
    await noteUnsent(`hooks/${host}`, payload.message, env);
    return 0;
  }
  // Only this process sees the agent's environment; the server does not.
  const query = [...(loopbackIsProxied(env) ? ["proxied"] : []), ...agentQuery(env)].join("&");
  const left = budgetMs - (Date.now() - began);
  const answer = await callGuarded({ host, payload, query }, { ...own, budgetMs: left, env, command });
  if (answer !== undefined && "refused" in answer) {
    refuse(answer.refused);
    return 2;
  }
  if (answer === undefined || answer.body === undefined || answer.status >= 400) return 0;
  write(typeof answer.body === "string" ? answer.body : `${JSON.stringify(answer.body)}\n`);
  return 0;
}

/**
 * Copilot CLI runs the hooks of Claude Code's settings and of its plugins too. Those of the settings are silent:
 * a call counts once, by the hooks that are its own.
 */
function hostIn(env: Variables, called: string): string | undefined {
  if (!isCopilot(env)) return called;
  return called === "plugin" ? "copilot" : called === "claude-code" ? undefined : called;
}

function agentQuery(env: Variables): readonly string[] {
  const said = { entry: agentEntry(env), from: sessionFolderIn(env) };
  return Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
}

async function readOrFail(read: HookCall["read"], budgetMs: number): Promise<string | Error> {
  try {
    return await read(budgetMs);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

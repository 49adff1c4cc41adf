import {
  agentEntry,
  isCopilot,
  isNested,
  loopbackIsProxied,
  sessionFolderIn,
  type Variables,
} from "../../base/config/environment.js";
import type { Build } from "../../base/version.js";
import { callWithText, noteUnsent } from "./client.js";

/** Long enough to start the server on a busy machine; a call to a running one takes some milliseconds. */
const usualBudgetMs = 2_000;

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
}

/**
 * Passes one event of an agent to the local server and writes the answer in the agent's own format. Never
 * fails the agent: without an answer it writes nothing.
 */
export async function runHook({ host: called, budget = "", env, own, command, read, write }: HookCall) {
  const host = hostIn(env, called);
  if (isNested(env) || host === undefined) return;
  const began = Date.now();
  const budgetMs = Number.parseInt(budget, 10) || usualBudgetMs;
  const route = `hooks/${encodeURIComponent(host)}`;
  const payload = await readOrFail(read, budgetMs);
  if (typeof payload !== "string") return noteUnsent(route, payload.message, env);
  // Only this process sees the agent's environment; the server does not.
  const query = [...(loopbackIsProxied(env) ? ["proxied"] : []), ...agentQuery(env)].join("&");
  const path = `${route}${query === "" ? "" : `?${query}`}`;
  const left = budgetMs - (Date.now() - began);
  const answer = await callWithText(path, payload, { ...own, budgetMs: left, env, command });
  if (answer === undefined || answer.body === undefined || answer.status >= 400) return;
  write(typeof answer.body === "string" ? answer.body : `${JSON.stringify(answer.body)}\n`);
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

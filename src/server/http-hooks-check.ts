import type { Check } from "../app/doctor.js";
import { environmentFrom, loopbackIsProxied, type Variables } from "../config/environment.js";
import { httpHooksIn, settingsFileOf } from "../project/http-hooks.js";
import { findServer } from "./control.js";
import { wrongHooks } from "./line-of.js";
import { usualPort } from "./listen.js";

/**
 * For `doctor`: whether what Claude Code posts itself can arrive. Empty when it posts nothing in this
 * project.
 */
export async function httpHooksCheck(
  env: Variables,
  root: string,
  warningsOf: (file: string, root: string) => readonly string[],
): Promise<readonly Check[]> {
  const host = "claude-code";
  if (httpHooksIn(host, root).length === 0) return [];
  const { places, state, token } = await findServer(env);
  const port = state?.port ?? usualPort(places.folder);
  const wrong = wrongHooks(host, root, { port, token, home: environmentFrom(env).home });
  if (wrong !== undefined)
    return [
      warning(
        `Claude Code's tool calls do not arrive: ${wrong}`,
        "run 'whetstone init' and start a new session",
      ),
    ];
  if (loopbackIsProxied(env))
    return [
      warning(
        "a proxy in this environment would take Claude Code's tool calls",
        "set NO_PROXY=127.0.0.1, or run 'whetstone init --command-hooks'",
      ),
    ];
  const unwise = warningsOf(settingsFileOf(host, root) ?? root, root);
  if (unwise.length > 0)
    return [warning("Claude Code's settings hold a key for this project", unwise.join("; "))];
  return [
    { name: "http hooks", state: "ok", detail: `Claude Code posts its tool calls to 127.0.0.1:${port}` },
  ];
}

function warning(detail: string, next: string): Check {
  return { name: "http hooks", state: "warning", detail, next };
}

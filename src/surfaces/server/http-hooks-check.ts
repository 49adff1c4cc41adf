import { join } from "node:path";
import type { Agent } from "../../agents/agent.js";
import { environmentFrom, loopbackIsProxied, type Variables } from "../../base/config/environment.js";
import { httpHooksIn } from "../../base/project/http-hooks.js";
import type { Check } from "../../verbs/doctor/check.js";
import { findServer } from "./control.js";
import { wrongHook } from "./hook-diagnostics.js";
import { usualPort } from "./listen.js";

/** For `doctor`: whether the events that an agent posts itself arrive. Empty when it posts none here. */
export async function httpHooksCheck(
  { name: host, title, postsBy }: Agent,
  root: string,
  env: Variables,
  warningsOf: (file: string, root: string) => readonly string[],
): Promise<readonly Check[]> {
  const file = postsBy === undefined ? undefined : join(root, postsBy);
  const hooks = file === undefined ? [] : httpHooksIn(file);
  if (file === undefined || hooks.length === 0) return [];
  const { places, state, token } = await findServer(env);
  const port = state?.port ?? usualPort(places.folder);
  const wrong = wrongHook(hooks, { host, root, port, token, home: environmentFrom(env).home });
  if (wrong !== undefined) {
    const detail = `the tool calls of ${title} do not arrive: ${wrong}`;
    const next = "run 'whetstone init' and start a new session";
    return [{ name: "http hooks", state: "problem", detail, next }];
  }
  if (loopbackIsProxied(env))
    return warning(
      `a proxy in this environment would intercept the tool calls of ${title}`,
      "set NO_PROXY=127.0.0.1, or run 'whetstone init --command-hooks'",
    );
  const unwise = warningsOf(file, root);
  if (unwise.length > 0)
    return warning(`the settings of ${title} hold a key for this project`, unwise.join("; "));
  return [{ name: "http hooks", state: "ok", detail: `${title} posts its tool calls to 127.0.0.1:${port}` }];
}

function warning(detail: string, next: string): readonly Check[] {
  return [{ name: "http hooks", state: "warning", detail, next }];
}

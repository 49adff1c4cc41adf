import { join } from "node:path";
import { environmentFrom, readEnvironment } from "../config/environment.js";
import { callServer } from "../server/client.js";
import { version } from "../version.js";
import { type PluginHooks, pluginHooks } from "./plugin-hooks.js";

/**
 * OpenCode waits for every hook: a call to a server that runs takes milliseconds, and one that does not come
 * is given up.
 */
const budgetMs = 3_000;

async function server({ directory }: { readonly directory: string }): Promise<Partial<PluginHooks>> {
  const env = readEnvironment();
  if (environmentFrom(env).nested) return {};
  // OpenCode is not Node, and the server needs it.
  const command = ["node", join(import.meta.dirname, "../cli/main.cjs")];
  return pluginHooks(directory, async (payload) => {
    const answer = await callServer("hooks/opencode", payload, { budgetMs, env, version, command });
    return answer !== undefined && answer.status < 400 ? answer.body : undefined;
  });
}

/**
 * OpenCode takes every function that a plugin's file exports for a plugin, so there is this one and nothing
 * else.
 */
export default { id: "whetstone", server };

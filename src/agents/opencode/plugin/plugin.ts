import { join } from "node:path";
import { environmentFrom, readEnvironment } from "../../../base/config/environment.js";
import { thisBuild } from "../../../base/version.js";
import { callGuarded } from "../../../surfaces/server/guarded-call.js";
import { type PluginHooks, pluginHooks } from "./plugin-hooks.js";

/** OpenCode waits for every hook. A call to a running server takes milliseconds; a slower one is given up. */
const budgetMs = 3_000;

async function server({ directory }: { readonly directory: string }): Promise<Partial<PluginHooks>> {
  const env = readEnvironment();
  if (environmentFrom(env).nested) return {};
  // The server needs Node, and OpenCode runs on another runtime.
  const command = ["node", join(import.meta.dirname, "../cli/main.cjs")];
  // `opencode run "…"` has no person at its prompt.
  const headless = process.argv.includes("run");
  return pluginHooks(directory, async (payload) => {
    const event = { host: "opencode", payload: JSON.stringify({ ...payload, headless }) };
    const answer = await callGuarded(event, { ...thisBuild, budgetMs, env, command });
    if (answer !== undefined && "refused" in answer) return { refusal: answer.refused };
    return answer !== undefined && answer.status < 400 ? answer.body : undefined;
  });
}

/** The only export: OpenCode treats every function that the file exports as a plugin. */
export default { id: "whetstone", server };

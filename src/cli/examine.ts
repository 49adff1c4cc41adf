import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Check, DoctorResult } from "../app/doctor.js";
import { environmentFrom } from "../config/environment.js";
import { installedFault, readInstalled } from "../project/installed.js";
import type { CommandContext } from "./command.js";
import { projectPlaces } from "./project-places.js";
import { withWhetstone } from "./with-whetstone.js";

/**
 * Every check of `doctor`: those of the project, and those that need none. Whatever is broken, there is an
 * answer: settings that cannot be read are a finding, and the rest is looked at all the same.
 */
export async function examine(
  context: CommandContext<unknown, unknown>,
  { startServer }: { readonly startServer: boolean },
): Promise<DoctorResult> {
  const checks: Check[] = [
    ...(await attempt("settings", () => projectChecks(context))),
    ...(await attempt("agent settings", () => setupChecks(context))),
    ...(await attempt("http hooks", () => postChecks(context))),
    ...(await attempt("server", () => serverChecks(context, startServer))),
  ];
  return { healthy: checks.every(({ state }) => state !== "problem"), checks };
}

async function attempt(name: string, look: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await look();
  } catch (error) {
    const { failedCheck } = await import("../app/doctor.js");
    return [failedCheck(name, error)];
  }
}

function projectChecks(context: CommandContext<unknown, unknown>): Promise<readonly Check[]> {
  return withWhetstone(context, async (ws) => {
    const { checks } = await context.printer.progress("Checking", (update) => ws.doctor(update));
    return checks;
  });
}

/** Files of coding agents, which the verb does not know of. Empty where no agent was set up. */
async function setupChecks(context: CommandContext<unknown, unknown>): Promise<readonly Check[]> {
  const { agentSetups } = await import("../setup/plan-setup.js");
  const { setupPlace } = await import("../setup/setup-place.js");
  const { examineSetup } = await import("../setup/examine-setup.js");
  const { io } = context;
  const { root, folder } = projectPlaces(context);
  const place = setupPlace(root, realpathSync(process.argv[1] ?? ""), io.env);
  const codexHome = io.env.CODEX_HOME || join(environmentFrom(io.env).home ?? homedir(), ".codex");
  const installed = readInstalled(folder);
  const found = examineSetup(agentSetups, place, installed, codexHome);
  const name = "agent settings";
  const fault = installedFault(folder);
  if (fault !== undefined) {
    const next =
      "delete the file and run 'whetstone init' again; 'whetstone uninstall' needs no note to take out what is ours";
    return [{ name, state: "warning", detail: `${fault}: what init did here is not known`, next }];
  }
  if (found.length > 0) return found.map(({ detail, next }) => ({ name, state: "warning", detail, next }));
  const agents = installed.map(({ agent }) => agent).join(", ");
  return agents === "" ? [] : [{ name, state: "ok", detail: `as init left them, for ${agents}` }];
}

/** Whether what Claude Code posts by itself can arrive. */
async function postChecks(context: CommandContext<unknown, unknown>): Promise<readonly Check[]> {
  const { httpHooksCheck } = await import("../server/http-hooks-check.js");
  const { keyWarnings } = await import("../setup/key-warnings.js");
  return httpHooksCheck(context.io.env, projectPlaces(context).root, keyWarnings);
}

/** The server belongs to the user, not to the project, so the verb does not know of it. */
async function serverChecks(
  context: CommandContext<unknown, unknown>,
  startServer: boolean,
): Promise<readonly Check[]> {
  const { serverCheck, tryServer } = await import("../server/control.js");
  const { env } = context.io;
  if (!startServer) return [await serverCheck(env, Date.now())];
  const [, script = ""] = process.argv;
  const { root } = projectPlaces(context);
  return [
    await tryServer({ env, version: context.program.version, command: [process.execPath, script], root }),
  ];
}

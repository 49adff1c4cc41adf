import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { type Agent, loadSetups } from "../../agents/agent.js";
import { agents } from "../../agents/agents.js";
import { environmentFrom } from "../../base/config/environment.js";
import { installedFault, readInstalled } from "../../base/project/installed.js";
import { thisBuild } from "../../base/version.js";
import type { Check, DoctorResult } from "../../verbs/doctor/check.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { CommandContext } from "./command.js";
import { projectPlaces } from "./project-places.js";
import { withWhetstone } from "./with-whetstone.js";

interface Examination {
  readonly startServer: boolean;
  /** Leave out what reads every row. */
  readonly quick?: boolean;
  readonly known?: readonly Agent[];
}

/**
 * Every check of `doctor`: those of the project and those of the machine. A check that fails is a finding,
 * and the others run all the same.
 */
export async function examine(
  context: CommandContext<unknown, unknown>,
  { startServer, quick = false, known = agents }: Examination,
): Promise<DoctorResult> {
  const checks: Check[] = [
    ...(await checksOf("settings", () => projectChecks(context, quick))),
    ...(await checksOf("agent settings", () => setupChecks(context, known))),
    ...(await checksOf("http hooks", () => postChecks(context, known))),
    ...(await checksOf("server", () => serverChecks(context, startServer))),
  ];
  return { healthy: checks.every(({ state }) => state !== "problem"), checks };
}

async function checksOf(name: string, check: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await check();
  } catch (error) {
    const { failedCheck } = await import("../../verbs/doctor/check.js");
    return [failedCheck(name, error)];
  }
}

function projectChecks(context: CommandContext<unknown, unknown>, quick: boolean): Promise<readonly Check[]> {
  const look = async (ws: Whetstone) => {
    const { checks } = await context.printer.progress("Checking", (onProgress) =>
      ws.doctor({ quick }, { onProgress }),
    );
    return checks;
  };
  return withWhetstone(context, look, { byLastSettings: true });
}

/** The settings files of coding agents, which the verb does not check. Empty where no agent was set up. */
async function setupChecks(
  context: CommandContext<unknown, unknown>,
  known: readonly Agent[],
): Promise<readonly Check[]> {
  const { setupPlace } = await import("../../agents/setup/setup-place.js");
  const { examineSetup } = await import("../../agents/setup/examine-setup.js");
  const { io } = context;
  const { root, folder } = projectPlaces(context);
  const place = setupPlace(root, realpathSync(process.argv[1] ?? ""), io.env);
  const home = environmentFrom(io.env).home ?? homedir();
  const user = { env: io.env, home, folder: realpathSync(context.start) };
  const installed = readInstalled(folder);
  const found = examineSetup(await loadSetups(known), place, installed, user);
  const name = "agent settings";
  const fault = installedFault(folder);
  if (fault !== undefined) {
    const next =
      "delete the file and run 'whetstone init' again; 'whetstone uninstall' works without this file";
    return [{ name, state: "warning", detail: `${fault}: it is unknown what init did here`, next }];
  }
  if (found.length > 0) return found.map(({ detail, next }) => ({ name, state: "warning", detail, next }));
  const agents = installed.map(({ agent }) => agent).join(", ");
  return agents === "" ? [] : [{ name, state: "ok", detail: `as init left them, for ${agents}` }];
}

/** Whether the events that agents post themselves arrive. */
async function postChecks(
  context: CommandContext<unknown, unknown>,
  known: readonly Agent[],
): Promise<readonly Check[]> {
  const { httpHooksCheck } = await import("../server/http-hooks-check.js");
  const { keyWarnings } = await import("../../agents/setup/setup-place.js");
  const { root } = projectPlaces(context);
  const checks = known.map((agent) => httpHooksCheck(agent, root, context.io.env, keyWarnings));
  return (await Promise.all(checks)).flat();
}

/** The server belongs to the user and not to the project, so the verb does not check it. */
async function serverChecks(
  context: CommandContext<unknown, unknown>,
  startServer: boolean,
): Promise<readonly Check[]> {
  const { serverCheck, tryServer } = await import("../server/control.js");
  const { env } = context.io;
  if (!startServer) return [await serverCheck(env, Date.now())];
  const [, script = ""] = process.argv;
  const { root } = projectPlaces(context);
  return [await tryServer({ ...thisBuild, env, command: [process.execPath, realpathSync(script)], root })];
}

import { hostname } from "node:os";
import { agentIn } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { JoinedHub } from "../../base/project/team-link.js";
import { askSecret } from "../../base/terminal/ask-secret.js";
import type { Io } from "../../base/terminal/io.js";
import { readInput } from "../../base/terminal/read-input.js";
import { version } from "../../base/version.js";
import { hubAddress } from "../../hub/rights/hub-address.js";
import { keyIn } from "../../hub/rights/key-text.js";
import { TeamProject } from "../../verbs/open/team-project.js";
import { HttpHub } from "../server/http-hub.js";
import type { CommandContext } from "./command.js";

/**
 * The project around the start folder, for a person at a terminal: an agent may not decide what is shared.
 */
export function ownTeamProject(context: CommandContext<unknown, unknown>, what: string): TeamProject {
  const { io, start, globals } = context;
  const agent = agentIn(io.env);
  if (agent !== undefined || io.stderr.isTTY !== true)
    throw new WhetstoneError("not_allowed", `only a person at a terminal may ${what}`, {
      next: agent === undefined ? "run it at a terminal" : "ask the person you work for",
    });
  return new TeamProject({ root: start, env: io.env, set: globals.set });
}

/** The address that was given, or the one that the project's file names. */
export function givenAddress(given: string | undefined, project: TeamProject): string {
  const text = given ?? project.hub?.url ?? project.namedHub;
  if (text !== "") return hubAddress(text);
  throw new WhetstoneError("invalid_usage", "which hub?", {
    field: "url",
    next: "give its address, such as https://hub.example.org",
  });
}

const keyMaxBytes = 1_000;

/** Never from the command line: that would be in the history of the shell, and shown to other users. */
export async function readKey(io: Io, file: string | undefined): Promise<string> {
  const text =
    file === undefined && io.atTerminal
      ? await askSecret("Key (it is not shown): ", io)
      : await readInput(file, io, keyMaxBytes);
  const key = keyIn(`Bearer ${(text ?? "").trim()}`);
  if (key !== undefined) return key;
  throw new WhetstoneError("invalid_input", "that is not a key of a hub", {
    field: "key",
    next: "copy the whole key, from whet_ on; an admin of the project makes one with 'whetstone team invite'",
  });
}

/** Asks the hub whose key it is. */
export async function hubOfKey(url: string, key: string, now: string): Promise<JoinedHub> {
  const { member, kind, role, project } = await new HttpHub({ url, key, version }).whoAmI();
  if (kind !== "person" || role === "reader") throw noUse(member, kind, role);
  return { url, key, project, member, kind, role, machine: hostname(), joinedAt: now };
}

function noUse(member: string, kind: string, role: string): WhetstoneError {
  const why = kind === "person" ? "a reader records nothing" : `it is a key for ${kind}, not for a person`;
  return new WhetstoneError("not_allowed", `the key of ${member} cannot join: ${why}`, {
    field: "key",
    next: `ask an admin of the project: whetstone team invite ${member} --role ${role === "reader" ? "developer" : role}`,
  });
}

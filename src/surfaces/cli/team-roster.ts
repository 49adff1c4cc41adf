import { homedir } from "node:os";
import { join } from "node:path";
import { titleOf } from "../../agents/agents.js";
import { agentIn, environmentFrom } from "../../base/config/environment.js";
import { defaults } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { serverPlaces } from "../../base/project/server-places.js";
import type { OptionSpecs } from "../../base/terminal/option-spec.js";
import { findProject } from "../../verbs/open/find-project.js";
import { OpenedHub } from "../../verbs/open/open-hub.js";
import { ownStoreUrl } from "../../verbs/open/store-url.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { CommandContext } from "./command.js";
import { speakerAt } from "./speaker-at.js";

/** The options of every command about members and keys. */
export const teamOptions = {
  store: {
    type: "string",
    value: "URL",
    about: "The hub's database, such as postgres://user@host/database; else WHETSTONE_STORE_URL.",
  },
  project: { type: "string", value: "KEY", about: "The project; that of this folder, if left out." },
} as const satisfies OptionSpecs;

/** For those that change something. */
export const reasonOption = {
  reason: { type: "string", value: "TEXT", about: "Why; the log keeps it." },
} as const satisfies OptionSpecs;

interface TeamValues {
  readonly store: string | undefined;
  readonly project: string | undefined;
}

interface TeamPlace {
  readonly url: string;
  readonly project: string;
}

/** Which database and project a command is about. Who can write to the database decides who is a member. */
function teamPlace({ values, start, io, globals }: CommandContext<TeamValues, unknown>): TeamPlace {
  const agent = agentIn(io.env);
  if (agent !== undefined)
    throw new WhetstoneError(
      "not_allowed",
      `members and keys are a person's matter, not ${titleOf(agent)}'s`,
      {
        next: "ask the person you work for",
      },
    );
  const { loaded, identity } = findProject({ start, env: io.env, set: globals.set });
  return { url: hubDatabase(values.store ?? ownStoreUrl(loaded)), project: values.project ?? identity.key };
}

/** The address, or why there has to be one. */
export function hubDatabase(url: string): string {
  if (url !== "") return url;
  throw new WhetstoneError("invalid_usage", "which database does the hub have?", {
    field: "store",
    next: "give --store postgres://user@host/database, or set WHETSTONE_STORE_URL",
  });
}

/**
 * A project in the hub's database, for the person at this command line: who can write to the database is an
 * admin of every project in it.
 */
export async function withTeam<T>(
  context: CommandContext<TeamValues, unknown>,
  work: (ws: Whetstone, project: string) => Promise<T>,
): Promise<T> {
  const { url, project } = teamPlace(context);
  const { env, atTerminal } = context.io;
  const home = environmentFrom(env).home ?? homedir();
  const folder = join(serverPlaces({ env, platform: process.platform, home }).folder, "hub");
  makeFolder(folder);
  const hub = new OpenedHub({ url, folder, env, busyWaitMs: defaults.store.busyWaitMs, clock: Date.now });
  try {
    const speaker = speakerAt({ env, atTerminal });
    const caller = { member: speaker.actor, kind: "person", role: "admin" } as const;
    return await hub.use(project, { speaker, caller }, (ws) => work(ws, project));
  } finally {
    await hub.close();
  }
}

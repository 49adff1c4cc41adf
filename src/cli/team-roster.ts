import { findProject } from "../compose/find-project.js";
import { openRoster } from "../compose/open-hub.js";
import { ownStoreUrl } from "../compose/store-url.js";
import { WhetstoneError } from "../errors.js";
import { agentIn } from "../hosts/agents.js";
import type { Roster } from "../team/roster.js";
import type { OptionSpecs } from "../terminal/option-spec.js";
import type { CommandContext } from "./command.js";

/** The options of every command about members and keys. */
export const teamOptions = {
  store: {
    type: "string",
    value: "URL",
    about: "The hub's database, such as postgres://user@host/database; else WHETSTONE_STORE_URL.",
  },
  project: { type: "string", value: "KEY", about: "The project; that of this folder, if left out." },
} as const satisfies OptionSpecs;

interface TeamValues {
  readonly store: string | undefined;
  readonly project: string | undefined;
}

export interface TeamPlace {
  readonly url: string;
  readonly project: string;
}

/** Which database and project a command is about. Who can write to the database decides who is a member. */
export function teamPlace({ values, start, io, globals }: CommandContext<TeamValues, unknown>): TeamPlace {
  const agent = agentIn(io.env);
  if (agent !== undefined)
    throw new WhetstoneError("not_allowed", `members and keys are a person's matter, not ${agent.title}'s`, {
      next: "ask the person you work for",
    });
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

export async function withRoster<T>(url: string, work: (roster: Roster) => Promise<T>): Promise<T> {
  const roster = openRoster(url);
  try {
    return await work(roster);
  } finally {
    await roster.close();
  }
}

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { agents } from "../../agents/agents.js";
import { Faults, type Transcript } from "../../agents/transcripts/transcript.js";
import { environmentFrom } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { readInstalled } from "../../base/project/installed.js";
import type { OptionSpecs } from "../../base/terminal/option-spec.js";
import { findProject } from "../../verbs/open/find-project.js";
import { commaList } from "./comma-list.js";
import type { CommandContext } from "./command.js";

/** The sessions that coding agents had in one project. */
export interface PastProject {
  readonly root: string;
  /** Equal for the worktrees of a repository; undefined for a folder that is gone or cannot be opened. */
  readonly key: string | undefined;
  /** Whether Whetstone is used in it on this machine. */
  readonly isSetUp: boolean;
  readonly transcripts: readonly Transcript[];
}

const readAgents = agents.flatMap(({ name, transcripts }) =>
  transcripts === undefined ? [] : [{ name, transcripts }],
);
const agentNames = readAgents.map(({ name }) => name);

export const sourceOptions = {
  agent: {
    type: "string",
    value: "NAME,…",
    about: `Only these coding agents: ${agentNames.join(", ")}.`,
  },
  since: { type: "string", value: "DATE", about: "Leave out calls before this day, such as 2026-01-31." },
} as const satisfies OptionSpecs;

/** Which transcripts to read. */
export interface Sources {
  readonly agent?: string | undefined;
  readonly since?: string | undefined;
}

/** The moment that `--since` names; undefined without one. */
export function sinceOf({ since }: Sources): number | undefined {
  if (since === undefined) return undefined;
  const at = Date.parse(since);
  if (!Number.isNaN(at)) return at;
  throw new WhetstoneError("invalid_usage", `option '--since': '${since}' is not a date`, {
    field: "--since",
    next: "give a day such as 2026-01-31",
    values: { since },
  });
}

/** Finds what the coding agents of this user wrote down, by project. `scratch` is for copies of databases. */
export async function findPastProjects(
  { io }: CommandContext<unknown, unknown>,
  { agent }: Sources,
  scratch: string,
): Promise<{ readonly projects: readonly PastProject[]; readonly faults: Faults }> {
  const faults = new Faults();
  const home = environmentFrom(io.env).home ?? homedir();
  const place = { env: io.env, home, now: Date.now(), scratch };
  const found: Transcript[] = [];
  for (const { transcripts } of chosenAgents(agent))
    found.push(...(await (await transcripts())(place, faults)));
  return { projects: byProject(found, io.env), faults };
}

function chosenAgents(list: string | undefined) {
  const names = commaList(list);
  const unknown = names.find((name) => !agentNames.includes(name));
  if (unknown !== undefined)
    throw new WhetstoneError("invalid_usage", `option '--agent': there are no transcripts of '${unknown}'`, {
      field: "--agent",
      next: `name one of ${agentNames.join(", ")}`,
      values: { agent: unknown },
    });
  return readAgents.filter(({ name }) => names.length === 0 || names.includes(name));
}

type Env = CommandContext<unknown, unknown>["io"]["env"];
type Place = Omit<PastProject, "transcripts">;

function byProject(found: readonly Transcript[], env: Env): readonly PastProject[] {
  const places = new Map<string, Place>();
  const projects = new Map<string, Place & { readonly transcripts: Transcript[] }>();
  for (const transcript of found) {
    const place = places.get(transcript.folder) ?? projectAt(transcript.folder, env);
    places.set(transcript.folder, place);
    const id = place.key ?? place.root;
    const project = projects.get(id) ?? { ...place, transcripts: [] };
    projects.set(id, project);
    project.transcripts.push(transcript);
  }
  return [...projects.values()].sort((a, b) => b.transcripts.length - a.transcripts.length);
}

/** The project around a folder. Settings that cannot be read do not stop the others. */
export function projectAt(folder: string, env: Env): Place {
  const unknown = { root: folder, key: undefined, isSetUp: false };
  if (!existsSync(folder)) return unknown;
  try {
    const { identity, places } = findProject({ start: folder, env });
    const isSetUp = existsSync(places.database) || readInstalled(places.folder).length > 0;
    return { root: places.root, key: identity.key, isSetUp };
  } catch (error) {
    if (error instanceof WhetstoneError) return unknown;
    throw error;
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** As in every shell: the exit code of a program that a signal ended is this plus the signal's number. */
const signalled = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** The temporary folders of all work that goes on: whichever is told of a signal first removes them all. */
const scratchFolders = new Set<string>();

/** Gives work a temporary folder that is gone afterwards, also when a signal ends the program. */
export async function withScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const stop = (signal: (typeof signals)[number]) => {
    for (const folder of scratchFolders) rmSync(folder, { recursive: true, force: true });
    process.exit(signalled[signal]);
  };
  // Before the folder is made and until it is gone: a signal that comes between would leave it.
  for (const signal of signals) process.once(signal, stop);
  let scratch: string | undefined;
  try {
    scratch = mkdtempSync(join(tmpdir(), "whetstone-past-"));
    scratchFolders.add(scratch);
    return await work(scratch);
  } finally {
    if (scratch !== undefined) {
      rmSync(scratch, { recursive: true, force: true });
      scratchFolders.delete(scratch);
    }
    for (const signal of signals) process.removeListener(signal, stop);
  }
}

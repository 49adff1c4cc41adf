import { existsSync } from "node:fs";
import type { Whetstone } from "../compose/whetstone.js";
import { learnTranscripts } from "../transcripts/learn-transcripts.js";
import type { Faults } from "../transcripts/transcript.js";
import type { CommandContext } from "./command.js";
import type { LearnReport, ProjectReport } from "./learn-screen.js";
import {
  findPastProjects,
  type PastProject,
  placeOf,
  type Sources,
  sinceOf,
  withScratch,
} from "./past-projects.js";
import { openProject } from "./with-whetstone.js";

export interface LearnWish extends Sources {
  readonly all: boolean;
  readonly "dry-run": boolean;
}

type Command = CommandContext<unknown, unknown>;

/** Learns from the transcripts of this project, or of all in which Whetstone is used. */
export async function learnPast(context: Command, wish: LearnWish): Promise<LearnReport> {
  return withScratch(async (scratch) => {
    const { projects, faults } = await findPastProjects(context, wish, scratch);
    const { wanted, others } = chosen(context, wish, projects);
    const done: ProjectReport[] = [];
    for (const project of wanted) done.push(await learnProject(context, wish, project, faults));
    const { damagedLines, files } = faults;
    return {
      dryRun: wish["dry-run"],
      projects: done,
      others: others
        .filter(({ root }) => existsSync(root))
        .map(({ root, transcripts }) => ({ folder: root, sessions: sessionsIn(transcripts) })),
      faults: { damagedLines, files },
    };
  });
}

/** How many sessions coding agents had in this project. */
export async function countPastSessions(context: Command): Promise<number> {
  return withScratch(async (scratch) => {
    const { projects } = await findPastProjects(context, {}, scratch);
    const { wanted } = chosen(context, { all: false }, projects);
    return sessionsIn(wanted.flatMap(({ transcripts }) => transcripts));
  });
}

function sessionsIn(transcripts: PastProject["transcripts"]): number {
  return new Set(transcripts.map(({ session }) => session)).size;
}

/** The projects to learn in, and those with sessions in which Whetstone is not used. */
function chosen({ start, io }: Command, { all }: Pick<LearnWish, "all">, projects: readonly PastProject[]) {
  if (all)
    return {
      wanted: projects.filter(({ isSetUp }) => isSetUp),
      others: projects.filter(({ isSetUp }) => !isSetUp),
    };
  const here = placeOf(start, io.env);
  const found = projects.find(({ key }) => key !== undefined && key === here.key);
  return { wanted: [found ?? { ...here, transcripts: [] }], others: [] };
}

async function learnProject(
  context: Command,
  wish: LearnWish,
  { root, transcripts }: PastProject,
  faults: Faults,
): Promise<ProjectReport> {
  const at = { ...context, start: root };
  const ws = await openProject(at);
  // A dry run writes into a store of its own, which ends with the program.
  const set = [...context.globals.set, "store.kind=memory"];
  const trial = wish["dry-run"] ? await openProject({ ...at, globals: { ...context.globals, set } }) : ws;
  try {
    const known = await ws.learnedSessions();
    const before = new Set((await lessonsOf(ws)).map(({ id }) => id));
    const counts = { learned: 0, failures: 0, repeats: 0, met: 0 };
    await context.printer.progress("Learning", (update) =>
      learnTranscripts(
        { learnCalls: (input) => trial.learnCalls(input), learnedSessions: async () => known },
        transcripts,
        faults,
        {
          now: Date.now(),
          since: sinceOf(wish),
          onProgress: update,
          onBatch: ({ learned, failures }) => {
            counts.learned += learned;
            counts.failures += failures.length;
            counts.repeats += failures.filter(({ repeated }) => repeated).length;
            counts.met += failures.filter(({ repeated, remedy }) => repeated && remedy !== null).length;
          },
        },
      ),
    );
    const lessons = (await lessonsOf(trial)).filter(({ id }) => !before.has(id));
    const total = await totalsOf(trial);
    return { folder: root, found: sessionsIn(transcripts), ...counts, total, lessons };
  } finally {
    if (trial !== ws) await trial.close();
    await ws.close();
  }
}

/** Everything that was ever learned from transcripts here. */
async function totalsOf(ws: Whetstone): Promise<ProjectReport["total"]> {
  const { sessions } = await ws.learnedSessions();
  const learned = sessions.filter(({ count }) => count > 0);
  const sum = (field: "count" | "failures" | "repeats" | "met") =>
    learned.reduce((total, session) => total + session[field], 0);
  return {
    sessions: learned.length,
    live: sessions.filter(({ liveSince }) => liveSince !== null).length,
    calls: sum("count"),
    failures: sum("failures"),
    repeats: sum("repeats"),
    met: sum("met"),
  };
}

/** What keeps failing, as far as it may be said before it is needed. */
async function lessonsOf(ws: Whetstone): Promise<ProjectReport["lessons"]> {
  const { lessons } = await ws.lessons.list({ kind: "failure", state: "active" });
  return lessons.map(({ id, text }) => ({ id, text }));
}

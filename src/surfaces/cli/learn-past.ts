import { existsSync } from "node:fs";
import { learnTranscripts } from "../../agents/transcripts/learn-transcripts.js";
import type { Faults } from "../../agents/transcripts/transcript.js";
import { programSpeaker } from "../../verbs/call/speaker.js";
import { openProject as openCopy } from "../../verbs/open/open-whetstone.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { CommandContext } from "./command.js";
import type { LearnReport, ProjectReport } from "./learn-screen.js";
import {
  findPastProjects,
  type PastProject,
  projectAt,
  type Sources,
  sinceOf,
  withScratch,
} from "./past-projects.js";
import { openProject } from "./with-whetstone.js";

export interface LearnPastOptions extends Sources {
  readonly all: boolean;
  readonly "dry-run": boolean;
}

type Command = CommandContext<unknown, unknown>;

/** Learns from the transcripts of this project, or of all in which Whetstone is used. */
export async function learnPast(context: Command, options: LearnPastOptions): Promise<LearnReport> {
  return withScratch(async (scratch) => {
    const { projects, faults } = await findPastProjects(context, options, scratch);
    const { wanted, others } = chosen(context, options, projects);
    const done: ProjectReport[] = [];
    for (const project of wanted) done.push(await learnProject(context, options, project, faults));
    const { damagedLines, files } = faults;
    return {
      dryRun: options["dry-run"],
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
function chosen(
  { start, io }: Command,
  { all }: Pick<LearnPastOptions, "all">,
  projects: readonly PastProject[],
) {
  if (all)
    return {
      wanted: projects.filter(({ isSetUp }) => isSetUp),
      others: projects.filter(({ isSetUp }) => !isSetUp),
    };
  const here = projectAt(start, io.env);
  const found = projects.find(({ key }) => key !== undefined && key === here.key);
  return { wanted: [found ?? { ...here, transcripts: [] }], others: [] };
}

async function learnProject(
  context: Command,
  options: LearnPastOptions,
  { root, transcripts }: PastProject,
  faults: Faults,
): Promise<ProjectReport> {
  const ws = await openProject({ ...context, start: root });
  const trial = options["dry-run"] ? await copyInMemory(context, root, ws) : ws;
  try {
    const before = new Set((await activeFailures(ws)).map(({ id }) => id));
    const counts = { learned: 0, failures: 0, repeats: 0, met: 0 };
    const rules = new Map<string, string>();
    await context.printer.progress("Learning", (update) =>
      learnTranscripts(trial, transcripts, faults, {
        now: Date.now(),
        since: sinceOf(options),
        onProgress: update,
        onBatch: ({ learned, failures, said }) => {
          counts.learned += learned;
          counts.failures += failures.length;
          counts.repeats += failures.filter(({ repeated }) => repeated).length;
          counts.met += failures.filter(({ repeated, remedy }) => repeated && remedy !== null).length;
          for (const { as, lesson, text } of said) if (as === "proposed") rules.set(lesson, text);
        },
      }),
    );
    const lessons = (await activeFailures(trial)).filter(({ id }) => !before.has(id));
    const total = await totalsOf(trial);
    const proposed = [...rules].map(([id, text]) => ({ id, text }));
    return { folder: root, found: sessionsIn(transcripts), ...counts, total, lessons, rules: proposed };
  } finally {
    if (trial !== ws) await trial.close();
    await ws.close();
  }
}

/** A project that knows what this one knows, in a store that ends with the program. */
async function copyInMemory({ globals, io }: Command, root: string, ws: Whetstone): Promise<Whetstone> {
  const lines: string[] = [];
  for await (const line of ws.export()) lines.push(line);
  const copy = openCopy({ root, env: io.env, set: [...globals.set, "store.kind=memory"] });
  const trial = copy.handle(programSpeaker("human", "dry run"));
  await trial.import({ lines, keepOrigins: true });
  return trial;
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

/** The failure lessons that may be shown before their failure. */
async function activeFailures(ws: Whetstone): Promise<ProjectReport["lessons"]> {
  const { lessons } = await ws.lessons.list({ kind: "failure", state: "active" });
  return lessons.map(({ id, text }) => ({ id, text }));
}

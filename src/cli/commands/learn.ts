import { existsSync } from "node:fs";
import type { Whetstone } from "../../compose/whetstone.js";
import { learnTranscripts } from "../../transcripts/learn-transcripts.js";
import type { Faults } from "../../transcripts/transcript.js";
import { type CommandContext, defineCommand } from "../command.js";
import { type LearnReport, learnScreen, type ProjectReport } from "../learn-screen.js";
import {
  findPastProjects,
  type PastProject,
  placeOf,
  sinceOf,
  sourceOptions,
  withScratch,
} from "../past-projects.js";
import { openProject } from "../with-whetstone.js";

const options = {
  project: { type: "boolean", about: "Only the sessions in this project. That is the default." },
  all: { type: "boolean", about: "Every project in which Whetstone is used; the others are listed." },
  ...sourceOptions,
  "dry-run": { type: "boolean", about: "Only show what would be learned." },
} as const;

export const command = defineCommand({
  name: "learn",
  summary: "Learn from the sessions that coding agents already had",
  description: [
    "Reads what Claude Code, Codex, OpenCode and Gemini CLI wrote down on this machine, and feeds it to the " +
      "rules of the hooks, in the order and with the times in which it happened. Nothing leaves the machine, " +
      "and the agents' own files are not changed.",
    "A call is known by its id: a second call of this command takes in only what is new, and one that was " +
      "interrupted goes on where it stopped. Sessions that the hooks recorded are left out.",
    "At the end it shows how many calls failed, how many of these had failed in an earlier session, and for " +
      "how many of the repeats an earlier session had found a remedy.",
  ].join("\n\n"),
  arguments: [],
  options,
  examples: [
    { run: "whetstone learn", about: "Learn from the sessions in this project:" },
    { run: "whetstone learn --all --since 2026-01-01", about: "In every project, from this year on:" },
    { run: "whetstone learn --dry-run", about: "What would be learned?" },
  ],
  run: (context) => learn(context),
});

export interface LearnValues {
  readonly all: boolean;
  readonly agent: string | undefined;
  readonly since: string | undefined;
  readonly "dry-run": boolean;
}

type LearnContext = CommandContext<LearnValues, unknown>;

/** Also what `init` offers. */
export async function learn(context: LearnContext): Promise<undefined> {
  const report = await withScratch(async (scratch) => {
    const { projects, faults } = await findPastProjects(context, scratch);
    const { wanted, others } = chosen(context, projects);
    const done: ProjectReport[] = [];
    for (const project of wanted) done.push(await learnProject(context, project, faults));
    return { ...summaryOf(context, done, others), faults: { ...faults } };
  });
  context.printer.result(report, (style) => learnScreen(report, style));
  return undefined;
}

function summaryOf(
  { values }: LearnContext,
  projects: readonly ProjectReport[],
  others: readonly PastProject[],
): Omit<LearnReport, "faults"> {
  return {
    dryRun: values["dry-run"],
    projects,
    others: others
      .filter(({ root }) => existsSync(root))
      .map(({ root, transcripts }) => ({ folder: root, sessions: sessionsIn(transcripts) })),
  };
}

function sessionsIn(transcripts: PastProject["transcripts"]): number {
  return new Set(transcripts.map(({ session }) => session)).size;
}

/** The projects to learn in, and those with sessions in which Whetstone is not used. */
function chosen({ start, io, values }: LearnContext, projects: readonly PastProject[]) {
  if (values.all)
    return {
      wanted: projects.filter(({ isSetUp }) => isSetUp),
      others: projects.filter(({ isSetUp }) => !isSetUp),
    };
  const here = placeOf(start, io.env);
  const found = projects.find(({ key }) => key !== undefined && key === here.key);
  return { wanted: [found ?? { ...here, transcripts: [] }], others: [] };
}

async function learnProject(
  context: LearnContext,
  { root, transcripts }: PastProject,
  faults: Faults,
): Promise<ProjectReport> {
  const at = { ...context, start: root };
  const ws = await openProject(at);
  // A dry run writes into a store of its own, which ends with the program.
  const set = [...context.globals.set, "store.kind=memory"];
  const trial = context.values["dry-run"]
    ? await openProject({ ...at, globals: { ...context.globals, set } })
    : ws;
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
          since: sinceOf(context.values),
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

/** The lessons that were made of failures, and by no person. */
async function lessonsOf(ws: Whetstone): Promise<ProjectReport["lessons"]> {
  const { lessons } = await ws.lessons.list({ kind: "directive" });
  return lessons.flatMap((lesson) =>
    lesson.kind === "directive" && lesson.origin === "tool:reflection"
      ? [{ id: lesson.id, text: lesson.text }]
      : [],
  );
}

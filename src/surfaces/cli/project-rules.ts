import { basename, isAbsolute, normalize } from "node:path";
import { inTimeOrder } from "../../agents/transcripts/in-time-order.js";
import { PastSteps } from "../../agents/transcripts/past-steps.js";
import type { Faults, Transcript } from "../../agents/transcripts/transcript.js";
import { repositoryOf, topOf } from "../../base/project/repository-of.js";
import { GitHistory } from "../../lessons/directive/bound/git-history.js";
import {
  commitTallies,
  newTally,
  type PastTally,
  pastRules,
} from "../../lessons/directive/bound/past-rules.js";
import {
  askedChecks,
  byBroken,
  type DecidedStanding,
  type PastRulesSeen,
  ruleRow,
} from "../../lessons/directive/bound/rule-rows.js";
import { type WrittenRule, withProposed, writtenRules } from "../../lessons/directive/bound/written-rules.js";
import { InstructionFiles } from "../../lessons/kept/instruction-files.js";
import { instructionSources } from "../../verbs/open/instruction-sources.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { CommandContext } from "./command.js";
import { findPastProjects, projectAt, type Sources, sinceOf, withScratch } from "./past-projects.js";
import { withWhetstone } from "./with-whetstone.js";

type DecidedRule = Awaited<ReturnType<Whetstone["rules"]["decided"]>>["rules"][number];

/** Reads the instruction files, the past sessions and, without any, the log of git. Writes nothing. */
export async function projectRules(
  context: CommandContext<unknown, unknown>,
  sources: Sources = {},
): Promise<PastRulesSeen> {
  const { start, io, printer } = context;
  const here = projectAt(start, io.env);
  const decided = await decidedIn(context, here.isSetUp);
  const stated = writtenRules(new InstructionFiles(here.root, instructionSources));
  const rules = stated.map((rule) => withProposed(rule, decided));
  const history = GitHistory.open(here.root, io.env);
  const asked = askedChecks(rules, await writtenTimes(rules, history));
  return withScratch(async (scratch) => {
    const { projects, faults } = await findPastProjects(context, sources, scratch);
    const found = projects.find(({ key, root }) => key === here.key && (key ?? root === here.root));
    const past = { transcripts: found?.transcripts ?? [], faults, since: sinceOf(sources) };
    const isWorked = past.transcripts.length > 0;
    const seen = isWorked
      ? await printer.progress("Reading", (update) => replayed(here.root, asked, past, update))
      : await logged(asked, history);
    const { tallies, order, ...counts } = seen;
    const rows = rowsOf(rules, asked, { tallies, order }, decided);
    return { project: basename(here.root), root: here.root, ...counts, ...rows };
  });
}

/** What a person decided in a project; nothing where nobody could. */
async function decidedIn(
  context: CommandContext<unknown, unknown>,
  isSetUp: boolean,
): Promise<readonly DecidedRule[]> {
  if (!isSetUp) return [];
  const { rules } = await withWhetstone(context, (ws) => ws.rules.decided(), { signed: false });
  return rules;
}

/** The same by the ids of rules. */
export async function standingsIn(
  context: CommandContext<unknown, unknown>,
  isSetUp: boolean,
): Promise<ReadonlyMap<string, DecidedStanding>> {
  return new Map((await decidedIn(context, isSetUp)).map(({ rule, standing }) => [rule, standing]));
}

type Asked = ReturnType<typeof askedChecks>;

/** Since when each rule says what it says. What is not committed has no time: it may be as old as the project. */
async function writtenTimes(rules: readonly WrittenRule[], history: GitHistory | undefined) {
  const files = new Set(rules.filter(({ checks }) => checks.length > 0).map(({ file }) => file));
  const times = new Map<string, ReadonlyMap<number, string>>();
  for (const file of files)
    if (history !== undefined && !/^[~/]/.test(file)) times.set(file, await history.lineTimes(file));
  return ({ file, line }: WrittenRule) => times.get(file)?.get(line);
}

interface Seen {
  readonly sessions: number;
  readonly commits: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly tallies: readonly (PastTally | undefined)[];
  readonly order: readonly string[];
}

function rowsOf(
  rules: readonly WrittenRule[],
  asked: Asked,
  { tallies, order }: Pick<Seen, "tallies" | "order">,
  decided: readonly DecidedRule[],
) {
  const standings = new Map(decided.map(({ rule, standing }) => [rule, standing]));
  const rows = asked.map((each, at) => ruleRow(each, tallies[at] ?? newTally(), { standings, order }));
  const stated = new Set(rows.map(({ rule }) => rule));
  return {
    files: [...new Set(rules.map(({ file }) => file))],
    statements: rules.length,
    rows: rows.sort(byBroken),
    unchecked: rules
      .filter(({ checks }) => checks.length === 0)
      .map(({ file, line, text, heading, lead, why }) => ({ file, line, text, heading, lead, why })),
    gone: decided
      .filter(({ rule, standing }) => (standing === "bound" || standing === "watched") && !stated.has(rule))
      .map(({ rule, file, line, text, standing }) => ({ rule, file, line, text, standing })),
  };
}

/** Without sessions the log of git still knows the messages of commits. */
async function logged(asked: Asked, history: GitHistory | undefined): Promise<Seen> {
  const commits = (await history?.commits()) ?? [];
  const tallies = commitTallies(asked, commits);
  return {
    sessions: 0,
    commits: commits.length,
    from: commits[0]?.at ?? null,
    to: commits.at(-1)?.at ?? null,
    tallies,
    order: [],
  };
}

interface Past {
  readonly transcripts: readonly Transcript[];
  readonly faults: Faults;
  readonly since: number | undefined;
}

async function replayed(
  root: string,
  asked: Asked,
  { transcripts, faults, since }: Past,
  update: (done: number, total: number) => void,
): Promise<Seen> {
  const topIn = topsOf(root, transcripts);
  const past = pastRules(asked, topIn);
  const steps = new PastSteps({ topOf: topIn });
  const times: string[] = [];
  const order = new Set<string>();
  const from = since === undefined ? "" : new Date(since).toISOString();
  let done = 0;
  for (const dated of inTimeOrder(transcripts, faults)) {
    if (dated.entry === undefined) {
      done += 1;
      update(done, transcripts.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const step = steps.of(dated);
    if (step === undefined || step.at < from) continue;
    times.splice(1, 1, step.at);
    order.add(step.session);
    past.note(step);
  }
  const sessions = new Set(transcripts.map(({ session }) => session)).size;
  return {
    ...{ sessions, commits: 0, from: times[0] ?? null, to: times.at(-1) ?? null },
    tallies: past.tallies,
    order: [...order],
  };
}

/** The working tree of this project around a folder. Of a folder that is gone, the one in which a session began. */
function topsOf(root: string, transcripts: readonly Transcript[]): (folder: string) => string | undefined {
  const { git } = repositoryOf(root);
  const begun = [...new Set([root, ...transcripts.map(({ folder }) => folder)])];
  const tops = begun.filter((folder) => !begun.some((other) => folder.startsWith(`${other}/`)));
  const known = new Map<string, string | undefined>();
  const find = (folder: string) => {
    const around = tops.find((top) => folder === top || folder.startsWith(`${top}/`));
    const top = topOf(folder);
    if (top === undefined || git === undefined) return around;
    if (around?.startsWith(`${top}/`) === true) return around;
    return repositoryOf(top).git === git ? top : undefined;
  };
  return (given) => {
    if (!isAbsolute(given)) return undefined;
    const folder = normalize(given).replace(/(?<=.)\/$/, "");
    if (!known.has(folder)) known.set(folder, find(folder));
    return known.get(folder);
  };
}

import type { EventOf } from "../../../log/events/catalog.js";
import { isByHand } from "../../../log/events/lesson.js";
import { finishedTasks, pastSessions, stateList } from "../../../log/list-keys.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../../log/store/ledger-writer.js";
import { views } from "../../../log/views.js";
import { criteria } from "../../../runs/fold/criteria.js";
import { errors } from "../../../runs/fold/errors.js";
import { skills } from "../../../runs/fold/skills.js";
import { taskChars } from "../../../runs/fold/tasks.js";
import { weigh } from "../../../runs/outcomes/criterion.js";
import { patternsForPlan } from "../../../runs/policy/failing-adapters.js";
import { skillLines } from "../../../runs/reliability/skills-to-tell.js";
import type { Context } from "../../../verbs/call/context.js";
import { answeredBy, type Similarity } from "../../search/find-similar.js";
import { showLessons } from "../../trial/show-lessons.js";
import { recordOfText } from "../../trial/shown-texts.js";
import { nameOrQuote, quoteAsData } from "../../unconfirmed/quote-as-data.js";
import { isPlainReporter } from "../../unconfirmed/witness.js";
import { creditedStrategies, isConfirmedStrategy } from "../credited-strategies.js";
import {
  isSelfReported,
  type StrategyRow,
  stateOfStrategy,
  strategies,
  strategyOf,
} from "../fold/strategies.js";
import { extractPatternsFromDescription } from "../rules/extract-patterns.js";
import { type PlanRequest, planPrompt } from "../rules/plan-prompt.js";
import type { KnownStrategy } from "../rules/rank-strategies.js";
import { failuresForPlan } from "./failures-for-plan.js";
import { similarTasks } from "./similar-tasks.js";
import { errorBlock } from "./task-errors.js";

export interface PlanInput {
  readonly task: string;
  readonly context?: string | undefined;
  readonly strategy?: string | undefined;
  readonly taskId?: string | undefined;
  /** Whether sessions that coding agents had are looked through too. */
  readonly sessions?: boolean | undefined;
}

interface PlanCaller {
  readonly actor: string;
  readonly origin: string;
  readonly run: string | undefined;
}

/** Chooses what a plan shows, puts it on record with the prompt that shows it, and renders the prompt. */
export async function makePlan(
  context: Context,
  writer: LedgerWriter,
  input: PlanInput,
  { run, actor, origin }: PlanCaller,
  { like, ...past }: Similar,
) {
  const { task, strategy, taskId } = input;
  const meant = creditedStrategies(strategy, []);
  const intended = meant.map((each) => each.lesson);
  const { rows, known: queried } = await plannedStrategies(writer, like, intended);
  const known = rows.map((row) => knownStrategy(context, row, intended, like));
  const request = await requestOf(
    context,
    writer,
    input,
    rows.filter((row) => intended.includes(row.lesson)),
    { run, ...past },
  );
  const sessions =
    input.sessions === true ? await writer.countPlaces(views.tasks, { list: pastSessions }) : null;
  const { prompt, tokens, shown, dropped } = planPrompt(
    { ...request, sessionsSearched: sessions, alike: like?.alike },
    known,
    context.ledger.config,
  );
  const about = { run, task: taskId, actor, origin };
  const named =
    strategy === undefined
      ? extractPatternsFromDescription([task, input.context ?? ""].join("\n"))
      : meant.map((each) => each.text);
  const lines = shown.map(({ lesson, text }) => ({ lesson, text }));
  await writer.append({
    type: "plan-made",
    data: {
      text: task.slice(0, taskChars),
      strategies: named.slice(0, 20),
      prompt: { ...recordOfText(prompt, lines, dropped, ownWords(input)), tokens },
    },
    ...about,
  });
  const showing = { verb: "plan", moment: "plan", ...about, fresh: false } as const;
  const exposed = [...(await showLessons(context, writer, showing, lines))];
  const finished = await writer.countPlaces(views.tasks, { list: finishedTasks });
  const counts = {
    memory_queried: queried + request.failurePatterns.length + finished + (sessions ?? 0),
    patterns_found: exposed.length + request.similarTasks.length + request.similarSessions.length,
    sessions_searched: sessions,
  };
  return { prompt, ...counts, ...answeredBy(like), shown: exposed, dropped };
}

/** What the caller brought and the log does not keep. */
function ownWords({ task, context = "" }: PlanInput) {
  const given = [
    { own: "task" as const, text: task.length > taskChars ? task : "" },
    { own: "context" as const, text: context },
  ];
  return given.map(({ own, text }) => ({ text, piece: { own, chars: text.length } }));
}

export interface Similar {
  /** Strategies by how similar to the work they are. */
  readonly like?: Similarity | undefined;
  /** Past tasks by how similar to the task they are. */
  readonly tasks?: Similarity | undefined;
  /** Past sessions of coding agents, where they are asked for. */
  readonly sessions?: Similarity | undefined;
}

function knownStrategy(
  { ledger, clock }: Context,
  row: StrategyRow,
  intended: readonly string[],
  like: Similarity | undefined,
): KnownStrategy {
  const { lesson, text, origin, successes, failures } = row;
  const state = stateOfStrategy(row, clock(), ledger.config.strategies);
  return {
    lesson,
    text,
    origin,
    confirmed: isConfirmedStrategy(row),
    successes,
    failures,
    state,
    selfReported: isSelfReported(row),
    inverted: row.invertedBy !== null,
    hidden: row.deprecated !== null && isByHand(row.deprecated),
    asked: intended.includes(lesson),
    found: like && (like.of.get(lesson) ?? { id: lesson, words: 0, meaning: 0, trigger: false, synonyms: 0 }),
  };
}

async function requestOf(
  context: Context,
  reader: LedgerReader,
  { task, context: background, taskId, sessions }: PlanInput,
  intended: readonly StrategyRow[],
  { run, ...past }: Omit<Similar, "like"> & Pick<PlanCaller, "run">,
): Promise<Omit<PlanRequest, "sessionsSearched">> {
  const { config } = context.ledger;
  const text = `${task}\n${background ?? ""}`;
  const open = taskId === undefined ? undefined : await reader.row(errors, taskId);
  const weighed = (await reader.rows(criteria)).map((row) => ({
    criterion: row.criterion,
    effectiveWeight: weigh(row.tally, context.clock(), config.criteria).effectiveWeight,
  }));
  return {
    task,
    context: background,
    pastFailures: await failuresOf(reader, intended),
    similarTasks: await similarTasks(
      reader,
      { text: task, taskId, like: past.tasks, list: finishedTasks },
      config,
    ),
    similarSessions:
      sessions === true
        ? await similarTasks(reader, { text: task, taskId, like: past.sessions, list: pastSessions }, config)
        : [],
    failurePatterns: [
      ...(await patternsForPlan(context, reader, { text, tools: [] })),
      ...(await failuresForPlan(context, reader, { text, run, task: taskId })),
    ],
    skills: skillLines(await reader.rows(skills), config),
    criteria: weighed
      .filter((each) => each.effectiveWeight > 0)
      .sort((a, b) => b.effectiveWeight - a.effectiveWeight),
    errors: errorBlock(open),
  };
}

const failuresShown = 3;

/** The newest failures recorded for these strategies, each as a line. */
async function failuresOf(reader: LedgerReader, rows: readonly StrategyRow[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const seq of rows.flatMap((row) => row.evidence).sort((a, b) => b - a)) {
    const [observed] = await reader.eventsAfter(seq - 1, 1);
    if (observed?.type !== "strategy-observed" || observed.data.success) continue;
    const outcome = (await reader.eventById(observed.data.outcome)) as
      | EventOf<"outcome-recorded">
      | undefined;
    if (outcome !== undefined) lines.push(failureLine(outcome));
    if (lines.length === failuresShown) break;
  }
  return lines;
}

function failureLine({ at, task, origin, data }: EventOf<"outcome-recorded">): string {
  const where = task === undefined ? "" : ` on ${nameOrQuote(task)}`;
  const counts = `${data.result} with ${data.errorCount} errors, ${data.retryCount} retries`;
  const { failureDetails = "" } = data;
  const what = (isPlainReporter(origin) ? failureDetails : quoteAsData(failureDetails)) || counts;
  return `${at.slice(0, 10)}${where}: ${what}`;
}

/** As many are looked at one by one: any strategy may be tried on any task. */
const allUpTo = 200;
/** Of more, this many of each list stand by for the room that those like the task leave. */
const standBy = 50;
const lists = ["proven", "established", "anti_pattern"].map(stateList);

interface PlannedStrategies {
  readonly rows: readonly StrategyRow[];
  /** How many there are in all. */
  readonly known: number;
}

/**
 * The strategies that a plan chooses from. In a project with many, the index says which are like the task, and
 * no other row is read but those that the caller names and the first of each list.
 */
async function plannedStrategies(
  reader: LedgerReader,
  like: Similarity | undefined,
  intended: readonly string[],
): Promise<PlannedStrategies> {
  const known = await reader.countRows(strategies);
  if (like === undefined || known <= allUpTo) return { rows: await reader.rows(strategies), known };
  const found = new Map<string, StrategyRow>();
  for (const list of lists)
    for (const { row } of await reader.rowsFrom(strategies, { list, limit: standBy }))
      found.set(row.lesson, row);
  const wanted = new Set([...like.of.keys(), ...intended].map(strategyOf));
  for (const row of await reader.rowsAt(
    strategies,
    [...wanted].filter((lesson) => !found.has(lesson)),
  ))
    found.set(row.lesson, row);
  return { rows: [...found.values()], known };
}

import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { explainFailure, explainReachOfFailure } from "../explain/explain-failure.js";
import { explainTrial } from "../explain/explain-trial.js";
import {
  type Explanation,
  type LessonKind,
  type StandingFacts,
  type Surroundings,
  shownToEveryRole,
  type Trials,
} from "../kind.js";
import type { FailureLesson } from "../lesson-output.js";
import { allLessons, isProjectTried, trials } from "../trial/fold/trials.js";
import { measured } from "../trial/measured-lesson.js";
import { quoteAsData, quoteOrNull } from "../unconfirmed/quote-as-data.js";
import { type FailureRow, failures, isLesson } from "./fold/failures.js";
import { isOfFailure } from "./rules/identity.js";
import { failureStates, stateOfFailure } from "./rules/state.js";
import { failureText } from "./rules/text.js";

/** Calls that keep failing, and what undid that. */
export const failureKind: LessonKind<"failure", FailureRow, FailureLesson, Context> = {
  name: "failure",
  calledAs: ["failure"],
  view: failures,
  states: failureStates,
  acts: {
    reset: true,
    sleep: true,
    mute: shownToEveryRole("a failure: it is shown to every role that runs into it"),
    trial: true,
    retiredBy: "lesson-retired",
  },

  rowId: (id) => id,
  line: (row) => ({ id: row.lesson, kind: "failure", text: failureText(row) }),
  standing: (row) => ({
    state: stateOfFailure(row),
    reason: row.retired ?? "",
    promoted: row.word !== null,
  }),
  traits: () => ({ tag: [], category: [], role: [] }),
  events: ({ events }) => events,
  explain,

  listed,
  compare: (a, b) => b.sessions - a.sessions || b.count - a.count || (a.id < b.id ? -1 : 1),
  quoted,
  isFor: () => false,

  published: () => undefined,

  searchText: (row) =>
    !isLesson(row) || ["unsolved", "retired"].includes(stateOfFailure(row))
      ? undefined
      : { text: [failureText(row), ...row.examples].join("\n") },
  searchTextChangesWith: [
    "reflection-recorded",
    "failure-undone",
    "lesson-activated",
    "lesson-promoted",
    "lesson-retired",
    "lesson-put-to-sleep",
    "lesson-reset",
    "lessons-superseded",
    "lesson-worded",
    "lesson-decision-undone",
    "lesson-forgotten",
  ],
  facts,
  bestFacts: () => ({ maturity: 1, applied: 0 }),

  // Its cause alone may be that of other failures: they would no longer be known by it.
  textsIn: ({ type, data }, lessons) => {
    if (type === "failure-undone" && data.pair !== undefined && lessons.includes(data.lesson))
      return [data.pair.failed.text, data.pair.worked.text];
    const isOfThem =
      type === "reflection-recorded" && lessons.some((each) => isOfFailure(data.signature, each));
    return isOfThem && data.text !== undefined ? [data.text] : [];
  },
};

async function explain(row: FailureRow, context: Context, reader: LedgerReader): Promise<Explanation> {
  const { answer, numbers, rule } = explainFailure(row);
  const tried = await reader.rowsAt(trials, [allLessons, row.lesson]);
  const trial = explainTrial(
    tried.find(({ lesson }) => lesson === row.lesson),
    context.ledger.config,
    { isVouched: row.word !== null, isProjectTried: isProjectTried(tried) },
  );
  return {
    answer: [...answer, ...(await explainReachOfFailure(context, row)), ...trial.answer],
    numbers: { ...numbers, ...trial.numbers },
    rule,
  };
}

function listed(row: FailureRow, { ledger }: Surroundings, tried: Trials): FailureLesson | undefined {
  if (!isLesson(row)) return undefined;
  const { lesson, tool, cause, count, sessionCount, worked } = row;
  const { workedAfter, repeatedAfter, exposures } = row;
  return {
    id: lesson,
    kind: "failure",
    state: stateOfFailure(row),
    confirmed: row.word !== null,
    text: failureText(row),
    successes: workedAfter,
    failures: repeatedAfter,
    exposures,
    lastSeenAt: row.lastAt,
    origin: "tool:reflection",
    tool,
    cause,
    count,
    sessions: sessionCount,
    workedAfter,
    repeatedAfter,
    remedies: row.pairs.map(({ worked: { text }, sessions }) => ({
      advice: text,
      sessions: sessions.length,
    })),
    examples: row.examples,
    word: row.word,
    worksSince: worked[0]?.at ?? null,
    measured:
      measured(tried.get(lesson), ledger.config, {
        isVouched: row.word !== null,
        isProjectTried: tried.get(allLessons)?.tried ?? false,
      }) ?? null,
  };
}

/** Longer than any line of a lesson. */
const textChars = 800;

/** What agents ran and what programs printed. */
function quoted(lesson: FailureLesson): FailureLesson {
  const { text, cause, examples, word, remedies, confirmed } = lesson;
  return {
    ...lesson,
    text: confirmed ? text : quoteAsData(text, textChars),
    cause: quoteAsData(cause),
    examples: examples.map((each) => quoteAsData(each)),
    word: quoteOrNull(word),
    remedies: remedies.map((each) => ({ ...each, advice: quoteAsData(each.advice) })),
  };
}

/** Tools and agents wrote its words: it is quoted unless a person vouched for it. */
function facts(row: FailureRow): StandingFacts | undefined {
  if (row.retired !== null) return undefined;
  const [text, confirmed] = [failureText(row), row.word !== null];
  return {
    id: row.lesson,
    text,
    origin: "tool:reflection",
    confirmed,
    maturity: 1,
    applied: row.workedAfter,
  };
}

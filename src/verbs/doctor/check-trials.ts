import { counted } from "../../base/text/counted.js";
import { oneLesson } from "../../lessons/lessons.js";
import { allLessons, type TrialRow, trials } from "../../lessons/trial/fold/trials.js";
import { areUneven, isUneven } from "../../lessons/trial/rules/verdict.js";
import type { Context } from "../call/context.js";
import type { Check } from "./check.js";

/** Whether the arms of the trials are as large as chance makes them, and whether a lesson harms. */
export async function checkTrials(context: Context): Promise<readonly Check[]> {
  return context.ledger.read(async (reader) => {
    const all = await reader.rows(trials);
    const rows = all.filter(({ lesson, test }) => lesson !== allLessons && test.sessions > 0);
    if (rows.length === 0) return [];
    const harmful = rows.filter(({ verdict }) => verdict?.verdict === "harms");
    const texts = await Promise.all(
      harmful.map(async ({ lesson }) => (await oneLesson(context, reader, lesson))?.text),
    );
    return [ratioCheck(rows), ...harmful.map((row, index) => harmCheck(row, texts[index]))];
  });
}

function ratioCheck(rows: readonly TrialRow[]): Check {
  const sum = (of: (row: TrialRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [shown, expected] = [sum(({ bets }) => bets.shown.sessions), sum((row) => row.expected)];
  const sessions = sum(({ test }) => test.sessions);
  const detail = `shown in ${shown} of ${counted(sessions, "session")}, about ${Math.round(expected)} expected`;
  const each = rows.map(({ bets, expected: due, variance }) => ({
    shown: bets.shown.sessions,
    expected: due,
    variance,
  }));
  if (!isUneven({ shown, expected, variance: sum(({ variance }) => variance) }) && !areUneven(each))
    return { name: "trials", state: "ok", detail };
  return {
    name: "trials",
    state: "warning",
    detail: `${detail}: chance alone does not do that, so what the trials say cannot be trusted`,
    next: "look for sessions whose end is not reported, then 'whetstone lessons reset' the lessons",
  };
}

function harmCheck({ lesson, verdict }: TrialRow, text: string | undefined): Check {
  return {
    name: "trials",
    state: "warning",
    detail: `${lesson} was found to harm at ${verdict?.at ?? ""} and is no longer shown`,
    next: `'whetstone explain ${lesson}' shows why; 'whetstone lessons retire ${lesson}' retires it`,
    about: [{ kind: "lesson", id: lesson, text }],
  };
}

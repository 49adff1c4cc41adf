import type { EventData } from "../../log/events/catalog.js";
import type { Draft, LedgerWriter } from "../../log/store/ledger-writer.js";
import { openDraws, sessions } from "../../runs/fold/sessions.js";
import { newVerdict, trials } from "./fold/trials.js";

type Ended = EventData<"trial-session-ended">;
type About = Pick<Draft<"trial-session-ended">, "actor" | "origin" | "run" | "task" | "at">;

/**
 * A session is over: what became of the lessons that chance showed in it or held out of it is counted, and
 * verdicts that follow are put on record. Nothing is written for a session without such lessons.
 */
export async function endTrialSession(
  writer: LedgerWriter,
  ended: Omit<Ended, "draws">,
  about: About,
): Promise<void> {
  const row = await writer.row(sessions, ended.session);
  const draws = row === undefined ? [] : openDraws(row);
  if (draws.length === 0) return;
  await writer.append({ type: "trial-session-ended", data: { ...ended, draws: [...draws] }, ...about });
  for (const { lesson } of draws) await judgeLesson(writer, lesson, about);
}

async function judgeLesson(writer: LedgerWriter, lesson: string, about: About): Promise<void> {
  const row = await writer.row(trials, lesson);
  const verdict = row && newVerdict(row);
  if (verdict !== undefined)
    await writer.append({ type: "trial-judged", data: { lesson, ...verdict }, ...about });
}

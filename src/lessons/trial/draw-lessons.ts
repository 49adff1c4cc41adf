import type { EventData } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { SessionRow } from "../../runs/fold/sessions.js";
import type { Context } from "../../verbs/call/context.js";
import type { FailureRow } from "../failure/fold/failures.js";
import { allLessons, trials } from "./fold/trials.js";
import { isDrawn } from "./rules/coin.js";
import { shareOf } from "./rules/share.js";

/** A moment at which failure lessons might be shown. */
interface Chance {
  /** Undefined where no session is known: then there is nothing to hold a lesson out of. */
  readonly session: string | undefined;
  readonly row: SessionRow | undefined;
  readonly moment: EventData<"lesson-exposed">["moment"];
}

export interface Decided {
  readonly shown: boolean;
  readonly probability: number;
  /** Held out by this moment, and by none before it. */
  readonly isNew: boolean;
}

/**
 * Decides by chance which failure lessons a session is shown. The first moment of the session decides, and all
 * later ones follow it. What a person said of a failure is never left to chance.
 */
export async function drawLessons(
  { ledger }: Context,
  reader: LedgerReader,
  { session, row, moment }: Chance,
  lessons: readonly string[],
): Promise<ReadonlyMap<string, Decided>> {
  const known = new Map(
    (await reader.rowsAt<FailureRow>(views.failures, lessons)).map((each) => [each.lesson, each]),
  );
  const tried = new Map(
    (await reader.rowsAt(trials, [allLessons, ...lessons])).map((each) => [each.lesson, each]),
  );
  const decided = lessons.map((lesson) => {
    const trial = tried.get(lesson);
    const facts = {
      isVouched: known.get(lesson)?.word !== null,
      moment,
      sessions: trial?.test.sessions ?? 0,
      verdict: trial?.verdict?.verdict ?? null,
      isTried: trial?.tried ?? false,
      isProjectTried: tried.get(allLessons)?.tried ?? false,
    };
    const share = shareOf(facts, ledger.config.evidence);
    return [lesson, decide({ project: ledger.project, lesson, session }, share, row)] as const;
  });
  return new Map(decided);
}

function decide(
  {
    project,
    lesson,
    session,
  }: { readonly project: string; readonly lesson: string; readonly session?: string | undefined },
  share: number,
  row: SessionRow | undefined,
): Decided {
  const before = row?.draws.find((each) => each.lesson === lesson);
  if (share === 1) return { shown: true, probability: 1, isNew: false };
  if (share === 0) return { shown: false, probability: 0, isNew: before === undefined };
  if (before !== undefined) return { shown: before.shown, probability: before.probability, isNew: false };
  if (session === undefined) return { shown: true, probability: 1, isNew: false };
  const shown = isDrawn({ project, lesson, session }, share);
  return { shown, probability: share, isNew: !shown };
}

/** The lessons that a session is not to be shown. */
export function heldOutOf(row: SessionRow | undefined): readonly string[] {
  return row?.draws.filter(({ shown }) => !shown).map(({ lesson }) => lesson) ?? [];
}

import { counted } from "../../base/text/counted.js";
import type { FailureRow } from "../../lessons/failure/fold/failures.js";
import type { TrialRow } from "../../lessons/trial/fold/trials.js";
import { stateList } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";

export interface Saved {
  readonly failures: number;
  readonly minutes: number;
}

const minuteMs = 60_000;
/** More lessons that were proven to help are not read for one sentence. */
const mostLessons = 500;

/**
 * What lessons that help spared the sessions of their trials: how much less often the failure came back than
 * where they were held out, and the time that sessions otherwise need to find the way out.
 */
export async function savedWork(reader: LedgerReader): Promise<Saved> {
  const found = await reader.rowsFrom<TrialRow>(views.trials, {
    list: stateList("helps"),
    limit: mostLessons,
  });
  const helping = found.map(({ row }) => row);
  const rows = await reader.rowsAt<FailureRow>(
    views.failures,
    helping.map(({ lesson }) => lesson),
  );
  const mended = new Map(rows.map((row) => [row.lesson, row.mended]));
  const each = helping.map(({ lesson, bets }) => {
    const { times = 0, ms = 0 } = mended.get(lesson) ?? {};
    const failures = spared(bets);
    return { failures, ms: times === 0 ? 0 : (failures * ms) / times };
  });
  return {
    failures: Math.round(each.reduce((sum, { failures }) => sum + failures, 0)),
    minutes: Math.round(each.reduce((sum, { ms }) => sum + ms, 0) / minuteMs),
  };
}

function spared({ shown, heldOut }: TrialRow["bets"]): number {
  if (heldOut.sessions === 0) return 0;
  return Math.max(0, (shown.sessions * heldOut.failures) / heldOut.sessions - shown.failures);
}

/** "About 21 failed calls and 14 minutes saved"; undefined while nothing is known to be. */
export function savedText({ failures, minutes }: Saved): string | undefined {
  if (failures === 0) return undefined;
  const time = minutes === 0 ? "" : ` and ${counted(minutes, "minute")}`;
  return `About ${counted(failures, "failed call")}${time} saved`;
}

import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { stateOfCall } from "./call-state.js";
import { failingCalls } from "./fold/failing-calls.js";
import { type FailureRow, failures } from "./fold/failures.js";
import { quotedCall } from "./read-call.js";
import { keptCall } from "./rules/call.js";
import { knownFailure } from "./rules/known.js";
import { isAtRest } from "./rules/state.js";
import { stopText } from "./rules/text.js";
import { mayBeStopped, shouldStop } from "./rules/when.js";
import { callKey } from "./rules/words.js";

const dayMs = 86_400_000;

/** The lesson for which a call is not run at first, as the agent reads it; undefined when it may run. */
export async function stopAtCall(
  context: Context,
  reader: LedgerReader,
  call: { readonly tool: string; readonly input: string },
  session: string | undefined,
): Promise<{ readonly lesson: string; readonly text: string } | undefined> {
  const { atTheCall, stopAfterSessions } = context.ledger.config.reflection;
  if (atTheCall === "off") return undefined;
  const quoted = keptCall(quotedCall(context, call));
  const key = callKey(quoted);
  const failing = (await reader.row(failingCalls, key))?.failures ?? [];
  if (failing.length === 0 || (quoted.sort === "shell" && !mayBeStopped(quoted.text))) return undefined;
  const rows = await reader.rowsAt(
    failures,
    failing.map(({ lesson }) => lesson),
  );
  for (const row of rows) {
    const known = knownFailure(ofCall(row, key), session);
    const { sessions, lastAt, state } = failing.find(({ lesson }) => lesson === row.lesson) ?? never;
    const others = sessions.filter((each) => each !== session).length;
    const record = {
      sessions: others,
      worked: row.worked.length > 0,
      changed: state !== null && state !== stateOfCall(context, quoted, row.cause),
      days: (context.clock() - Date.parse(lastAt)) / dayMs,
      pair: known?.chosen,
      accepted: row.word !== null,
    };
    if (known === undefined || isAtRest(row) || !shouldStop(record, stopAfterSessions)) continue;
    return { lesson: row.lesson, text: stopText(row, known, others) };
  }
  return undefined;
}

const never = { sessions: [], lastAt: "", state: null };

/** A family with what worked instead of this very call. */
function ofCall(row: FailureRow, key: string): FailureRow {
  const pairs = row.pairs.filter(({ failed, worked }) => callKey(failed) === key && callKey(worked) !== key);
  return { ...row, pairs };
}

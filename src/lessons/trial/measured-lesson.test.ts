import { expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { defaults } from "../../base/config/settings.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { failureId } from "../failure/rules/identity.js";
import { trials } from "./fold/trials.js";
import { measured } from "./measured-lesson.js";
import { judge } from "./rules/verdict.js";

const lesson = failureId("Bash::one");
const about = { actor: "host", origin: "tool:host" };

/** Pairs of sessions, shown and held out, of which the arm that is named fails. */
async function pairs(writer: LedgerWriter, count: number, failing: "shown" | "held out"): Promise<void> {
  for (let at = 0; at < 2 * count; at += 1) {
    const shown = at % 2 === 0;
    const failed = shown === (failing === "shown");
    const draw = { lesson, shown, probability: 0.5, moment: "start" as const, failed, worked: !failed };
    const data = { session: `${failing}-${at}`, cause: "task" as const, draws: [draw] };
    await writer.append({ type: "trial-session-ended", data, ...about });
  }
}

it("a lesson that was called needs no more sessions, although later ones have weakened its evidence", async () => {
  const ledger = ledgerOver();
  const row = await ledger.write(async (writer) => {
    await pairs(writer, 10, "held out");
    const arms = { shown: { sessions: 10, failures: 0 }, heldOut: { sessions: 10, failures: 10 } };
    const data = { lesson, verdict: "helps", evidence: 20, low: -1, high: 0, ...arms } as const;
    await writer.append({ type: "trial-judged", data, ...about });
    await pairs(writer, 7, "shown");
    return writer.row(trials, lesson);
  });
  if (row === undefined) throw new Error("nothing was counted");
  const now = judge(row.test, row.bets, 0.5);
  expect(now.verdict).toBe("not known yet");
  expect(now.sessionsLeft).toBeGreaterThan(0);
  const found = measured(row, defaults, { isVouched: false, isProjectTried: false });
  expect(found).toMatchObject({ verdict: "helps", sessionsLeft: null });
});

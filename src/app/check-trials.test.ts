import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../tests/support/ledger.js";
import { failureId } from "../engines/failures/signature.js";
import { checkTrials } from "./check-trials.js";
import type { Context } from "./context.js";

/** What doctor says of forty sessions at probability 0.5, of which the lesson was shown in so many. */
async function checked(shownIn: number) {
  const ledger = ledgerOver();
  const about = { lesson: failureId("Bash::one"), probability: 0.5, moment: "start" as const };
  await ledger.write(async (writer) => {
    for (let n = 0; n < 40; n += 1) {
      const draws = [{ ...about, shown: n < shownIn, failed: false, worked: false }];
      const data = { session: `s-${n}`, cause: "task" as const, draws };
      await writer.append({ type: "trial-session-ended", data, actor: "host", origin: "tool:host" });
    }
  });
  return checkTrials({ ledger } as Context);
}

describe("doctor on trials", () => {
  it("is content with arms that chance makes", async () => {
    expect(await checked(24)).toMatchObject([
      { state: "ok", detail: "shown in 24 of 40 sessions, about 20 expected" },
    ]);
  });

  it("warns when a lesson was shown far more often than chance shows it", async () => {
    expect(await checked(34)).toMatchObject([{ state: "warning" }]);
  });
});

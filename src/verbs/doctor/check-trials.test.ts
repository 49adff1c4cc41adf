import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { failureId } from "../../lessons/failure/rules/identity.js";
import type { Context } from "../call/context.js";
import { checkTrials } from "./check-trials.js";

/** What doctor says of forty sessions at probability 0.5, of which each lesson was shown in so many. */
async function checked(...shownIn: readonly number[]) {
  const ledger = ledgerOver();
  const about = { probability: 0.5, moment: "start" as const, failed: false, worked: false };
  await ledger.write(async (writer) => {
    for (let n = 0; n < 40; n += 1) {
      const draws = shownIn.map((most, at) => ({
        ...about,
        lesson: failureId(`Bash::${at}`),
        shown: n < most,
      }));
      const data = { session: `s-${n}`, cause: "task" as const, draws };
      await writer.append({ type: "trial-session-ended", data, actor: "host", origin: "tool:host" });
    }
  });
  return checkTrials({ ledger } as Context);
}

describe("doctor on trials", () => {
  it("doctor accepts arms as uneven as chance makes them", async () => {
    expect(await checked(24)).toMatchObject([
      { state: "ok", detail: "shown in 24 of 40 sessions, about 20 expected" },
    ]);
  });

  it("doctor warns when a lesson was shown far more often than chance shows it", async () => {
    expect(await checked(34)).toMatchObject([{ state: "warning" }]);
  });

  it("doctor warns when two lessons are uneven in opposite ways, so that their sum is even", async () => {
    expect(await checked(36, 4)).toMatchObject([
      { state: "warning", detail: expect.stringContaining("shown in 40 of 80 sessions, about 40 expected") },
    ]);
    expect(await checked(24, 17)).toMatchObject([{ state: "ok" }]);
  });
});

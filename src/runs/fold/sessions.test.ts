import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { recentSessions, recentSessionsKey } from "./sessions.js";

it("the recent sessions are the sixty that were first seen last by their own times, whenever they were learned", async () => {
  const session = fc.record({ name: fc.nat(99), minute: fc.nat(9_999) });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(session, { selector: ({ name }) => name, maxLength: 90 }),
      async (seen) => {
        const ledger = ledgerOver();
        const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
        await ledger.write(async (writer) => {
          for (const { name, minute } of seen) {
            writer.happenedAt(timeOf(minute));
            const data = { tool: "Bash", by: "host", because: "x", result: "success" } as const;
            const about = { actor: "a", origin: "human", task: `s-${name}` };
            await writer.append({ type: "reflection-recorded", data, ...about });
          }
        });
        const row = await ledger.read((reader) => reader.row(recentSessions, recentSessionsKey));
        const newest = seen.toSorted((one, other) => one.minute - other.minute).slice(-60);
        expect(row?.sessions ?? []).toEqual(
          newest.map(({ name, minute }) => ({ session: `s-${name}`, at: timeOf(minute) })),
        );
      },
    ),
    { numRuns: 100 },
  );
});

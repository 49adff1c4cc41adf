import { expect, it } from "vitest";
import { exchange } from "../../src/hub/exchange/exchange.js";
import { joinLog } from "../../src/hub/exchange/join-log.js";
import type { Caller } from "../../src/hub/rights/roles.js";
import { handleOf } from "../../src/verbs/open/open-whetstone.js";
import { LedgerHub, machineOf } from "../support/team.js";
import { outcome } from "../support/whetstone.js";

const members: readonly Caller[] = [
  { member: "ada", kind: "person", role: "lead" },
  { member: "bob", kind: "person", role: "developer" },
  { member: "cyd", kind: "person", role: "developer" },
];
const shared = "Split by file type";

/**
 * Three people work on one project, sixty runs in all, and exchange with their hub after every third. Each of them
 * meets the same bad strategy once, in the first round, and knows a good one of their own.
 */
it("a team of three avoids together what failed for each of them once, and all read the same", async () => {
  const team = new LedgerHub();
  const machines = [];
  for (const caller of members) {
    const context = machineOf(caller);
    await joinLog(context, undefined, { caller, share: "lessons", home: "/home/x" });
    const meet = () => exchange(context, { hub: team.for(caller), machine: `laptop of ${caller.member}` });
    machines.push({ name: caller.member, context, ws: handleOf(context), meet });
  }
  for (let n = 0; n < 60; n += 1) {
    const { name, ws, meet } = machines[n % 3] as (typeof machines)[number];
    const failed = n < 3;
    const strategy = failed ? shared : `Split by module of ${name}`;
    const task = `bd-${n}`;
    if (n >= 9)
      expect((await ws.plan({ task: "Add a page", strategy: shared })).prompt).toContain(`AVOID: ${shared}.`);
    await ws.record(
      outcome({
        taskId: task,
        strategy,
        actor: name,
        ...(failed ? { result: "failure" as const, errorCount: 3 } : {}),
      }),
    );
    if (n % 3 === 2) for (const machine of machines) await machine.meet();
    else if (n % 7 === 0) await meet();
  }
  for (const { meet } of machines) await meet();
  const seen = [];
  for (const { context, ws } of machines) {
    const log = await context.ledger.read((reader) => reader.recordedAfter(0, 10_000));
    const { lessons } = await ws.lessons.list();
    const { prompt } = await ws.plan({ task: "Add a page" });
    expect(prompt).toContain(`AVOID: ${shared}. Failed 3/3 times (100% failure rate)`);
    for (const { name } of machines)
      expect(prompt).toContain(`Split by module of ${name}. Worked 19/19 times`);
    expect((await ws.status()).outcomes).toEqual({ success: 57, partial: 0, failure: 3 });
    seen.push({
      places: log.map(({ id }) => id).slice(0, 60),
      lessons: lessons.map(({ id, text, state, successes, failures }) => ({
        id,
        text,
        state,
        successes,
        failures,
      })),
    });
  }
  expect(seen[1]?.lessons).toEqual(seen[0]?.lessons);
  expect(seen[2]?.lessons).toEqual(seen[0]?.lessons);
  expect(seen[2]?.places).toEqual(seen[0]?.places);
});

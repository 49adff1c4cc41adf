import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../../tests/support/ledger.js";
import { failureId } from "../rules/identity.js";
import { isAtRest, stateOfFailure } from "../rules/state.js";
import { failures, recurringList } from "./failures.js";

/** What may happen to a failure in a session, in one of its runs. */
const step = fc.record({
  what: fc.constantFrom(
    "fails",
    "fails",
    "undone",
    "answered",
    "works",
    "told",
    "retired",
    "activated",
    "slept",
    "taken back",
  ),
  signature: fc.constantFrom("0a1b", "0c1d"),
  session: fc.constantFrom("s-1", "s-2", "s-3", "s-4"),
  agent: fc.constantFrom("main", "sub"),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The same by looking at the whole history each time. */
function oracle(steps: readonly Step[], signature: string) {
  const all = steps.filter((each) => each.signature === signature);
  const first = all.findIndex(({ what }) => what === "fails");
  // What happens to a failure before it is known is lost.
  const mine = first === -1 ? [] : withoutTakenBack(all.slice(first));
  const fails = mine.filter(({ what }) => what === "fails");
  const sessions = [...new Set(fails.map(({ session }) => session))];
  const twice = fails.some(
    (each, index) => fails.findIndex(({ session }) => session === each.session) < index,
  );
  const decision = mine.findLast(({ what }) => what === "retired" || what === "activated")?.what;
  const rest = mine.findLast(
    ({ what }) => what === "slept" || what === "activated" || what === "fails",
  )?.what;
  const newest = mine.findLastIndex(({ what }) => what === "fails" || what === "activated");
  const since = mine.slice(newest + 1).filter((each) => each.what === "works");
  const worked = new Set(since.map(({ session }) => session)).size;
  const proven = mine.some(({ what }) => what === "undone");
  const learned = sessions.length >= 2 || twice ? "active" : "ready";
  const awake = proven ? learned : "unsolved";
  return {
    state:
      decision === "retired" ? "retired" : (proven && worked >= 2) || rest === "slept" ? "asleep" : awake,
    count: fails.length,
    sessionCount: sessions.length,
    ...toldSessions(mine),
  };
}

/** The history without the decisions that were taken back before the failure came again. */
function withoutTakenBack(steps: readonly Step[]): readonly Step[] {
  const kept: Step[] = [];
  let decision: Step | undefined;
  for (const each of steps) {
    if (each.what === "taken back") {
      if (decision !== undefined) kept.splice(kept.indexOf(decision), 1);
      decision = undefined;
      continue;
    }
    if (each.what === "fails") decision = undefined;
    const step = { ...each };
    if (["retired", "activated", "slept"].includes(each.what)) decision = step;
    kept.push(step);
  }
  return kept;
}

function toldSessions(steps: readonly Step[]) {
  const ends = [...new Set(steps.map(({ session }) => session))].map((session) => {
    const own = steps.filter((each) => each.session === session);
    const heard = new Set<string>();
    let end = "nothing";
    for (const { what, agent } of own) {
      if (what === "told") heard.add(agent);
      else if (!heard.has(agent) || end === "repeated") continue;
      else if (what === "fails") end = "repeated";
      else if (["undone", "answered", "works"].includes(what)) end = "worked";
    }
    return end;
  });
  const count = (wanted: string) => ends.filter((end) => end === wanted).length;
  return { workedAfter: count("worked"), repeatedAfter: count("repeated") };
}

async function happened(steps: readonly Step[]) {
  const ledger = ledgerOver();
  await ledger.write(async (writer) => {
    for (const { what, signature, session, agent } of steps) {
      const lesson = failureId(signature);
      const about = { actor: "a", origin: "human", run: `${session}-${agent}`, task: session };
      const call = {
        tool: "Bash",
        by: "host",
        because: "exit code",
        phase: session,
        signature,
        kind: "call",
      } as const;
      if (what === "fails")
        await writer.append({ type: "reflection-recorded", data: { ...call, result: "failure" }, ...about });
      else if (what === "undone")
        await writer.append({ type: "failure-undone", data: { lesson, how: "similar", pair }, ...about });
      else if (what === "answered")
        await writer.append({ type: "failure-undone", data: { lesson, how: "answered" }, ...about });
      else if (what === "works") await writer.append({ type: "call-worked", data: { lesson }, ...about });
      else if (what === "told") {
        const data = { lesson, verb: "reflect", moment: "failure", text: "x", probability: 1 } as const;
        await writer.append({ type: "lesson-exposed", data, ...about });
      } else await writer.append({ type: decisions[what], data: { lesson, reason: "a test" }, ...about });
    }
  });
  return ledger;
}

const shell = (text: string) => ({ tool: "Bash", sort: "shell" as const, text });
const pair = { failed: shell("npm tst"), line: "unknown command", worked: shell("npm test"), waits: false };

const decisions = {
  retired: "lesson-retired",
  activated: "lesson-activated",
  slept: "lesson-put-to-sleep",
  "taken back": "lesson-decision-undone",
} as const;

describe("failure lessons", () => {
  it("failure lessons have the state and the counts that their whole history gives, in any order of events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const ledger = await happened(steps);
        const rows = await ledger.read((reader) => reader.rows(failures));
        const known = new Set(steps.filter(({ what }) => what === "fails").map(({ signature }) => signature));
        expect(rows.map(({ signature }) => signature).sort()).toEqual([...known].sort());
        for (const row of rows)
          expect({ ...row, state: stateOfFailure(row) }).toMatchObject(oracle(steps, row.signature));
      }),
      { numRuns: 300 },
    );
  });

  it("failure lessons of more sessions come first in the list, then those with more occurrences", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const ledger = await happened(steps);
        const placed = await ledger.read((reader) =>
          reader.rowsFrom(failures, { list: recurringList, limit: 10 }),
        );
        const order = placed.map(({ row }) => row.sessionCount * 1e4 + row.count);
        expect(order).toEqual(order.toSorted((one, other) => other - one));
      }),
      { numRuns: 50 },
    );
  });

  it("failure lessons that need a person are not said before one vouches", async () => {
    const ledger = ledgerOver();
    const about = { actor: "a", origin: "human", task: "s-1" };
    const failed = { tool: "Bash", by: "host", because: "x", signature: "0a1b", kind: "call" } as const;
    const lesson = failureId("0a1b");
    await ledger.write(async (writer) => {
      await writer.append({ type: "reflection-recorded", data: { ...failed, result: "failure" }, ...about });
      const data = { lesson, how: "similar", pair: { ...pair, waits: true } } as const;
      await writer.append({ type: "failure-undone", data, ...about });
    });
    const state = async () => {
      const row = await ledger.read((reader) => reader.row(failures, lesson));
      return row && stateOfFailure(row);
    };
    expect(await state()).toBe("unsolved");
    await ledger.write((writer) =>
      writer.append({ type: "lesson-promoted", data: { lesson, reason: "yes" }, ...about }),
    );
    expect(await state()).toBe("active");
  });

  it("failure lessons keep the words of the newest failure and what works since, when an older session is learned", async () => {
    const ledger = ledgerOver();
    const signature = "0a1b";
    const call = { tool: "Bash", by: "host", because: "x", signature, kind: "call" } as const;
    const about = { actor: "a", origin: "human" };
    await ledger.write(async (writer) => {
      const fails = (day: number, text: string) => {
        writer.happenedAt(`2026-01-0${day}T00:00:00.000Z`);
        const data = { ...call, result: "failure", text } as const;
        return writer.append({ type: "reflection-recorded", data, task: `s-${day}`, ...about });
      };
      const works = (day: number) => {
        writer.happenedAt(`2026-01-0${day}T00:00:00.000Z`);
        const data = { lesson: failureId(signature) };
        return writer.append({ type: "call-worked", data, task: `s-${day}`, ...about });
      };
      await fails(5, "new");
      await works(6);
      await works(7);
      await fails(1, "old");
      await works(2);
    });
    const [row] = await ledger.read((reader) => reader.rows(failures));
    expect(row && isAtRest(row)).toBe(true);
    expect(row).toMatchObject({
      text: "new",
      sessionCount: 2,
      worked: [{ session: "s-6" }, { session: "s-7" }],
    });
  });
});

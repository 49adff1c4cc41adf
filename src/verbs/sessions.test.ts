import { describe, expect, it } from "vitest";
import { claudeSessions } from "../../tests/support/claude-sessions.js";
import { dayMs, openInsights } from "../../tests/support/insights.js";

const wrong = "deploy site --fsat";
const error = "Exit code 1\nunknown option: --fsat";

/** Three sessions a week apart: the first fails, the second fails alike, the third only works. */
async function threeSessions() {
  const { ws, clock } = await openInsights();
  const session = claudeSessions(ws, clock.read);
  for (const [name, fails] of [
    ["one", 1],
    ["two", 2],
    ["three", 0],
  ] as const) {
    const one = session(name);
    await one.start();
    await one.prompt("Deploy the site.");
    for (let n = 0; n < fails; n += 1) await one.fails(wrong, error);
    await one.works("deploy site --fast");
    await one.works("echo done");
    await one.end();
    clock.advance(7 * dayMs);
  }
  return ws;
}

describe("sessions", () => {
  it("whetstone sessions lists what each session called, what failed and what an earlier one had, the newest first", async () => {
    const ws = await threeSessions();
    const { sessions, next } = await ws.sessions();
    expect(next).toBeUndefined();
    expect(sessions).toMatchObject([
      { session: "three", agent: "claude-code", calls: 2, failures: 0, repeats: 0, result: "success" },
      { session: "two", calls: 4, failures: 2, repeats: 2, result: "success" },
      { session: "one", calls: 3, failures: 1, repeats: 0, tokens: 0, shown: 0, result: "success" },
    ]);
    expect(sessions[1]?.shown).toBeGreaterThan(0);
    expect(sessions[1]?.tokens).toBeGreaterThan(0);
  });

  it("whetstone sessions lists the sessions of a week, those that met a repeat, and page by page", async () => {
    const ws = await threeSessions();
    const names = async (input: Parameters<typeof ws.sessions>[0]) =>
      (await ws.sessions(input)).sessions.map(({ session }) => session);
    const [, { startedAt } = { startedAt: "" }] = (await ws.sessions()).sessions;
    expect(await names({ repeats: true })).toEqual(["two"]);
    expect(await names({ since: startedAt })).toEqual(["three", "two"]);
    expect(await names({ until: startedAt })).toEqual(["one"]);
    expect(await names({ week: "2026-W09" })).toEqual(["one"]);
    expect(await names({ week: "2026-W10", repeats: true })).toEqual(["two"]);
    expect(await names({ week: "2026-W12" })).toEqual([]);
    const first = await ws.sessions({ limit: 2 });
    expect(first.next).toBe("two");
    expect(await names({ limit: 2, before: first.next })).toEqual(["one"]);
    expect((await ws.sessions({ limit: 3 })).next).toBeUndefined();
  });

  it("whetstone sessions says which session or week is not there, and what to give instead", async () => {
    const ws = await threeSessions();
    await expect(ws.sessions({ before: "four" })).rejects.toThrow("there is no session 'four'");
    await expect(ws.sessions({ week: "2026-W60" })).rejects.toThrow(/week.*2026-W60/);
  });

  it("whetstone sessions does not guess the calls of a session whose beginning was missed", async () => {
    const { ws, clock } = await openInsights();
    const one = claudeSessions(ws, clock.read)("one");
    await one.fails(wrong, error);
    await one.end();
    expect((await ws.sessions()).sessions).toMatchObject([{ session: "one", calls: null, failures: 1 }]);
  });
});

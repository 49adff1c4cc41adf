import { describe, expect, it } from "vitest";
import { dataOf } from "../../../tests/support/host-session.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { begin, end, fail, openTrial } from "../../../tests/support/trials.js";
import type { OpenedInTemp } from "../../../tests/support/whetstone.js";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import { styleFor } from "../../base/terminal/style.js";
import { statusScreen } from "../../verbs/parts/status-screen.js";
import { failureId } from "../failure/rules/identity.js";
import { endTrialSession } from "./end-trial-session.js";
import { evidenceOf, noSessions, type TrialSession, withSession } from "./rules/e-test.js";

/** Sessions that fail where `fails` says so, until the lesson is judged. */
async function runSessions(ws: OpenedInTemp, fails: (shown: boolean) => boolean): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    const session = `s-${n}`;
    const { text } = await begin(ws, session);
    if (fails(text.includes("--fast"))) await fail(ws, session);
    await end(ws, session);
    if ((await dataOf(ws, "trial-judged")).length > 0) return;
  }
}

const plain = styleFor(memoryIo().io.stdout, {}, true);

/** The evidence after each session, as `explain` prints it. */
function arithmeticOf(answer: readonly string[]): readonly string[] {
  return answer
    .filter((line) => line.startsWith("Session s-"))
    .map((line) => line.replace(/^.*evidence /, ""));
}

/** The same from the events alone, session by session. */
async function evidenceByHand(ws: OpenedInTemp, lesson: string): Promise<readonly string[]> {
  let state = noSessions;
  const lines: string[] = [];
  for (const { draws } of await dataOf(ws, "trial-session-ended"))
    for (const draw of draws as readonly (TrialSession & { lesson: string })[]) {
      if (draw.lesson !== lesson) continue;
      state = withSession(state, draw);
      lines.push(`${evidenceOf(state).total.toPrecision(3)}.`);
    }
  return lines.slice(-20);
}

describe("a lesson whose sessions are counted", () => {
  it("is judged to help when its failure comes back only where it was held out, and is shown more", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
    await runSessions(ws, (shown) => !shown);
    const [judged] = await dataOf(ws, "trial-judged");
    expect(judged).toMatchObject({ lesson, verdict: "helps", shown: { failures: 0 } });
    expect(judged?.evidence).toBeGreaterThanOrEqual(20);
    const { lessons } = await ws.trial.status({});
    expect(lessons).toMatchObject([{ lesson, measured: { verdict: "helps", share: 0.95 } }]);
    const { answer } = await ws.explain({ id: lesson });
    expect(answer.join("\n")).toMatch(/Shown by chance, it came back in 0 of \d+ sessions; held out, in/);
    expect(answer.join("\n")).toContain("Verdict: helps.");
    expect(answer.join("\n")).toMatch(/Otherwise: shown, \d+ of \d+ sessions succeeded, with 0.0 errors/);
    expect(arithmeticOf(answer)).toEqual(await evidenceByHand(ws, lesson));
    const [tried] = (await ws.trial.status({})).lessons;
    const { guards, shown } = tried?.measured ?? {};
    expect(guards?.shown).toMatchObject({ sessions: shown?.sessions, succeeded: shown?.sessions });
    expect(guards?.heldOut.errorsPerSession).toBe(1);
    const { trials } = await ws.report();
    expect(trials).toMatchObject({ verdict: "helps", lessons: [{ lesson, verdict: "helps", inList: true }] });
    expect(await ws.status()).toMatchObject({
      headline: { lessons: { helps: 1, harms: 0, notKnownYet: 0 } },
    });
    const [listed] = (await ws.lessons.list({ kind: "failure" })).lessons;
    expect(listed).toMatchObject({ measured: { verdict: "helps", sessionsLeft: null } });
  });

  it("is judged to harm when its failure comes back only where it was shown, and is no longer shown", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
    await runSessions(ws, (shown) => shown);
    expect(await dataOf(ws, "trial-judged")).toMatchObject([{ lesson, verdict: "harms" }]);
    const before = (await dataOf(ws, "lesson-exposed")).length;
    for (let n = 0; n < 10; n += 1) expect(await fail(ws, `later-${n}`)).toBe("");
    expect(await dataOf(ws, "lesson-exposed")).toHaveLength(before);
    await fail(ws, "later-0", "later-0-helper");
    const stopped = (await dataOf(ws, "lesson-withheld")).filter(({ phase }) => phase === "later-0");
    expect(stopped).toMatchObject([{ lesson, probability: 0 }]);
    const status = await ws.status();
    expect(status.headline.lessons).toMatchObject({ harms: 1 });
    const screen = statusScreen(status, plain);
    expect(screen).toMatch(/needs you +a lesson harms and is no longer shown/);
    const { answer } = await ws.explain({ id: lesson });
    expect(answer.join("\n")).toContain("It harms, so it has not been shown since");
    expect(arithmeticOf(answer)).toEqual(await evidenceByHand(ws, lesson));
    const { checks } = await ws.doctor();
    const asked = checks.find(({ name, state }) => name === "trials" && state === "warning");
    expect(asked?.detail).toContain(`${lesson} was found to harm`);
    const harming = async () => (await ws.today()).needs.filter(({ kind }) => kind === "harms");
    expect(await harming()).toMatchObject([{ id: lesson }]);
    await ws.lessons.retire({ lessons: [lesson], reason: "it harms" });
    expect(await harming(), "a person has decided about it").toEqual([]);
    await ws.lessons.promote({ lesson, reason: "it is right all the same", origin: "human" });
    expect(await fail(ws, "after-all")).toContain("it is right all the same");
  });

  it("is judged beside the other lessons of its sessions", async () => {
    const ledger = ledgerOver();
    const [one, two] = [failureId("Bash::one"), failureId("Bash::two")];
    const facts = { tool: "Bash", by: "host", because: "exit code 1", kind: "call" } as const;
    for (let n = 0; n < 80; n += 1)
      await ledger.write(async (writer) => {
        const about = { actor: "host", origin: "tool:host", task: `s-${n}` };
        const type = n % 2 === 0 ? "lesson-exposed" : "lesson-withheld";
        for (const [lesson, signature] of [[one, "Bash::one"] as const, [two, "Bash::two"] as const]) {
          const data = { lesson, verb: "brief", moment: "start", text: "t", probability: 0.5 } as const;
          await writer.append({ type, data, ...about });
          // The first helps, the second harms.
          if ((lesson === one) !== (type === "lesson-withheld")) continue;
          const failed = { ...facts, result: "failure", signature } as const;
          await writer.append({ type: "reflection-recorded", data: failed, ...about });
        }
        await endTrialSession(writer, { session: `s-${n}`, cause: "task" }, about);
      });
    const events = await ledger.read((reader) => reader.eventsAfter(0, 10_000));
    const judged = events.filter((event) => event.type === "trial-judged").map(({ data }) => data);
    expect(new Map(judged.map(({ lesson, verdict }) => [lesson, verdict]))).toEqual(
      new Map([
        [one, "helps"],
        [two, "harms"],
      ]),
    );
  });

  it("is not judged by sessions that infrastructure ended", async () => {
    const { ws } = await openTrial(["evidence.share=0.5"]);
    for (let n = 0; n < 5; n += 1) {
      await begin(ws, `s-${n}`);
      await end(ws, `s-${n}`, { cause: "infra" });
    }
    const { lessons } = await ws.trial.status({});
    expect(lessons).toMatchObject([{ measured: null }]);
  });
});

describe("a trial that a person runs", () => {
  it("shows the lesson in half of the sessions until it is stopped", async () => {
    const { ws, lesson } = await openTrial();
    expect(await ws.trial.start({ lesson, origin: "human" })).toEqual({
      lesson,
      changed: true,
      enabled: true,
    });
    await fail(ws, "one");
    await ws.trial.stop({ lesson, origin: "human" });
    await fail(ws, "two");
    const drawn = [...(await dataOf(ws, "lesson-exposed")), ...(await dataOf(ws, "lesson-withheld"))];
    const share = (session: string) => drawn.find(({ phase }) => phase === session)?.probability;
    expect([share("one"), share("two")]).toEqual([0.5, 0.8]);
  });

  it("of all lessons is begun and ended without naming one", async () => {
    const { ws } = await openTrial();
    expect(await ws.trial.start({ origin: "human" })).toEqual({ lesson: null, changed: true, enabled: true });
    expect(await ws.trial.start({ origin: "human" })).toEqual({
      lesson: null,
      changed: false,
      enabled: true,
    });
    expect(await ws.trial.status({})).toMatchObject({ enabled: true, all: true });
    expect(await ws.trial.stop({ origin: "human" })).toEqual({ lesson: null, changed: true, enabled: true });
    expect(await ws.trial.status({})).toMatchObject({ all: false });
  });

  it("cannot be begun by an agent", async () => {
    const { ws, lesson } = await openTrial();
    const agent = ws.as({ origin: "agent:coder", actor: "coder" } as never);
    await expect(agent.trial.start({ lesson })).rejects.toThrow(/person/);
  });
});

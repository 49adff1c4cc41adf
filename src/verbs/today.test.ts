import { describe, expect, it } from "vitest";
import { tellStory } from "../../tests/support/page-story.js";
import { recordedLines } from "../../tests/support/recordings.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import { styleFor } from "../base/terminal/style.js";
import { programSpeaker } from "./call/speaker.js";
import { verb } from "./today.js";

describe("today", () => {
  it("whetstone today has nothing to say before anything was recorded", async () => {
    const ws = await openInTemp();
    expect(await ws.today()).toMatchObject({
      events: 0,
      lessons: 0,
      reached: { sessions: 0, shown: 0 },
      tokens: 0,
      needs: [],
      waiting: 0,
      sessions: [],
    });
  });

  it("whetstone today counts a brief outside of any session as a run, with its tokens", async () => {
    const ws = await openInTemp();
    await ws.lessons.add({ text: "Always run npm test before committing" });
    const { tokens } = await ws.brief({ role: "coder" });
    const day = await ws.today();
    expect(day.reached).toEqual({ sessions: 1, shown: 1 });
    expect(day.tokens).toBe(tokens);
    expect(tokens).toBeGreaterThan(0);
  });

  it("whetstone today names what waits for the person, their own words first, and the newest sessions", async () => {
    const ws = await openInTemp();
    await tellStory(ws.as);
    const { needs, waiting, sessions, reached, lessons } = await ws.today();
    expect(needs.map(({ kind, text }) => [kind, text])).toEqual([
      ["correction", "From now on, never push to main without asking me first"],
      ["proposal", "Keep the migrations in order of their dates"],
    ]);
    expect(waiting).toBe(2);
    expect(lessons).toBe(4);
    expect(reached).toEqual({ sessions: 3, shown: 3 });
    expect(Object.fromEntries(sessions.map(({ session, result }) => [session, result]))).toEqual({
      "s-77ab01ff": "success",
      "s-1c20be55": "partial",
      "s-90d3a7e1": "success",
    });
  });

  it("the screen of today names a session by what was typed first in it, and by the beginning of its id", async () => {
    const ws = await openInTemp();
    await tellStory(ws.as);
    const day = await ws.today();
    const [first] = day.sessions;
    if (first === undefined) throw new Error("the story has sessions");
    const screen = async (sessions: readonly (typeof first)[]) =>
      verb.cli?.render?.({ ...day, sessions: [...sessions] }, styleFor({ write: () => true }, {}, true), {});
    const named = { ...first, session: "0123456789abcdef", name: "Make a release" };
    expect(await screen([named])).toMatch(/^ {2}01234567 {2}Make a release {2}\S/m);
    expect(await screen([{ ...named, name: "" }])).toMatch(/^ {2}0123456789abcdef {2}\S/m);
  });

  it("whetstone today says of a rule that an earlier version made of two hearings that it waits again and why, until the person has decided", async () => {
    const ws = await openInTemp();
    await ws.import({ lines: recordedLines("proposals.jsonl"), keepOrigins: true });
    const [need, ...others] = (await ws.today()).needs;
    expect(others).toEqual([]);
    expect(need).toMatchObject({
      kind: "correction",
      text: "never push directly to main, always open a PR",
      why:
        "You said it in 2 sessions. That made it a rule until now. A program can say it twice too, so it " +
        "waits until you accept it.",
    });
    expect((await ws.brief({ role: "coder" })).text).not.toContain("never push directly");
    await ws.lessons.review({ accept: [need?.id ?? ""] });
    expect((await ws.today()).needs).toEqual([]);
    expect((await ws.brief({ role: "coder" })).text).toContain("never push directly");
  });

  it("whetstone today counts what waits although it lists only some of it", async () => {
    const ws = await openInTemp();
    const agent = ws.as(programSpeaker("agent:coder", "coder"));
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await agent.lessons.add({
        text: `Sort column ${n} of the table of prices`,
        appliesToAgents: ["coder"],
        requiredActions: ["sort"],
      });
    const { needs, waiting } = await ws.today();
    expect([needs.length, waiting]).toEqual([5, 7]);
  });

  it("whetstone today says that an adapter refuses its credentials, until a person has seen to it", async () => {
    const ws = await openInTemp();
    const failed = { ...outcome({ result: "failure" }), adaptersUsed: ["github"] };
    for (let n = 0; n < 5; n += 1) await ws.record({ ...failed, failureDetails: "401 Bad credentials" });
    for (let n = 0; n < 5; n += 1)
      await ws.record({ ...failed, adaptersUsed: ["npm"], failureDetails: "429 Too Many Requests" });
    const credentials = async () => (await ws.today()).needs.filter(({ kind }) => kind === "credential");
    expect(await credentials()).toMatchObject([
      { id: "github", text: expect.stringContaining("Check the token of github") },
    ]);
    await ws.relax({ adapter: "github", reason: "the token was renewed" });
    expect(await credentials()).toEqual([]);
  });

  it("an agent reads what waits as quoted data", async () => {
    const ws = await openInTemp();
    await tellStory(ws.as);
    const { needs } = await ws.as(programSpeaker("agent:coder", "coder")).today();
    for (const { text } of needs) expect(text).toMatch(/^"/);
  });
});

describe("a failure that nobody solved", () => {
  const down = { tool: "Bash", input: "simulate all", output: "Error: the license server is gone" };

  it("is asked about after five sessions, until a person says what agents should do", async () => {
    const ws = await openInTemp();
    const fail = async (name: string) => {
      const session = { phase: name, taskId: name, run: name };
      return (await ws.reflect({ ...down, ...session, facts: { exitCode: 1 } })).told;
    };
    for (const name of ["a", "b", "c", "d"]) await fail(name);
    expect((await ws.today()).needs).toEqual([]);
    await fail("e");
    const { needs } = await ws.today();
    expect(needs).toMatchObject([{ kind: "unsolved", text: expect.stringContaining("simulate all") }]);
    expect(needs[0]?.why).toContain("It failed in 5 sessions, and no fix is known. What should agents do?");
    await ws.lessons.promote({ lesson: needs[0]?.id ?? "", reason: "Use the offline license" });
    expect((await ws.today()).needs).toEqual([]);
    expect(await fail("f")).toContain('A person says: "Use the offline license"');
  });
});

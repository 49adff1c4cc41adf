import { describe, expect, it } from "vitest";
import { rule } from "../../tests/support/directives.js";
import { dataOf } from "../../tests/support/host-session.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import { hostSpeaker, programSpeaker } from "./call/speaker.js";

const why = { reason: "a person says so" };

/** A call that two sessions ran into, and what worked instead. */
async function projectWithFailure() {
  const ws = await openInTemp({
    env: { WHETSTONE_EVIDENCE_ENABLED: "false" },
    set: ["reflection.startFailures=2"],
  });
  const host = ws.as(hostSpeaker("claude-code"));
  const fail = async (session: string) => {
    const about = { phase: session, taskId: session, run: session, tool: "Bash" };
    await host.reflect({
      ...about,
      input: "deploy site --fast",
      output: "unknown option: --fast",
      facts: { exitCode: 1 },
    });
    await host.reflect({ ...about, input: "deploy site", output: "ok", facts: { exitCode: 0 } });
  };
  await fail("s-1");
  await fail("s-2");
  const [{ id: lesson = "" } = {}] = (await ws.lessons.list({ kind: "failure" })).lessons;
  const stateOf = async () => (await ws.lessons.history({ lesson })).lesson.state;
  const told = async (session: string) =>
    (await host.brief({ role: "coder", phase: session, run: session, taskId: session })).text.includes(
      "--fast",
    );
  return { ws, lesson, stateOf, fail, told };
}

describe("lessons sleep", () => {
  it("agents are not told the lesson until its failure comes back", async () => {
    const { ws, lesson, stateOf, fail, told } = await projectWithFailure();
    expect(await told("s-3")).toBe(true);
    expect(await ws.lessons.sleep({ lesson, ...why })).toMatchObject({ before: "active", state: "asleep" });
    expect(await told("s-4")).toBe(false);
    await fail("s-5");
    expect(await stateOf()).toBe("active");
    expect(await told("s-6")).toBe(true);
  });

  it("explain says who put it to sleep and why", async () => {
    const { ws, lesson } = await projectWithFailure();
    await ws.lessons.sleep({ lesson, reason: "the tool was updated" });
    expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain("to sleep: the tool was updated");
  });

  it.each(["asleep", "retired"] as const)("a lesson that is %s is not put to sleep", async (state) => {
    const { ws, lesson } = await projectWithFailure();
    if (state === "asleep") await ws.lessons.sleep({ lesson, ...why });
    else await ws.lessons.retire({ lessons: [lesson], ...why });
    const { events } = (await ws.status()).log;
    await expect(ws.lessons.sleep({ lesson, ...why })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await ws.status()).log.events).toBe(events);
  });

  it("a directive does not sleep: nothing would wake it", async () => {
    const ws = await openInTemp();
    const { lesson } = await ws.lessons.add(rule());
    await expect(ws.lessons.sleep({ lesson, ...why })).rejects.toThrow("only a failure lesson");
  });

  it("an agent puts nothing to sleep", async () => {
    const { ws, lesson, stateOf } = await projectWithFailure();
    const agent = ws.as(programSpeaker("agent:coder", "coder"));
    await expect(agent.lessons.sleep({ lesson, ...why })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await stateOf()).toBe("active");
  });
});

describe("lessons undo", () => {
  it.each([
    ["accepted", "activate"],
    ["turned down", "retire"],
    ["vouched for", "promote"],
  ] as const)("a proposal that was %s waits again", async (_what, decision) => {
    const ws = await openInTemp();
    const { lesson } = await ws.as(programSpeaker("agent:coder", "coder")).lessons.add(rule());
    if (decision === "retire") await ws.lessons.retire({ lessons: [lesson], ...why });
    else await ws.lessons[decision]({ lesson, ...why });
    expect(await ws.lessons.undo({ lesson, ...why })).toMatchObject({ state: "proposed" });
    expect(await dataOf(ws, "lesson-decision-undone")).toEqual([{ lesson, ...why }]);
    expect((await ws.today()).needs).toMatchObject([{ kind: "proposal", id: lesson }]);
  });

  it("a rule that was in quarantine is there again, with what it lacks", async () => {
    const ws = await openInTemp();
    const { lesson, missing } = await ws
      .as(programSpeaker("agent:coder", "coder"))
      .lessons.add({ text: "Never deploy on a Friday" });
    await ws.lessons.activate({ lesson, ...why });
    await ws.lessons.undo({ lesson, ...why });
    const [found] = (await ws.lessons.list({ state: "quarantined" })).lessons;
    expect(found).toMatchObject({ id: lesson, missing });
  });

  it("a failure lesson stands as it did before it was put to sleep, retired or woken", async () => {
    const { ws, lesson, stateOf } = await projectWithFailure();
    await ws.lessons.sleep({ lesson, ...why });
    await ws.lessons.undo({ lesson, ...why });
    expect(await stateOf()).toBe("active");
    await ws.lessons.retire({ lessons: [lesson], ...why });
    await ws.lessons.undo({ lesson, ...why });
    expect(await stateOf()).toBe("active");
    await ws.lessons.sleep({ lesson, ...why });
    await ws.lessons.activate({ lesson, ...why });
    await ws.lessons.undo({ lesson, ...why });
    expect(await stateOf()).toBe("asleep");
  });

  it("lessons undo takes back one decision, and says so when there is none", async () => {
    const { ws, lesson, fail } = await projectWithFailure();
    await expect(ws.lessons.undo({ lesson, ...why })).rejects.toThrow("no decision");
    await ws.lessons.sleep({ lesson, ...why });
    await ws.lessons.undo({ lesson, ...why });
    await expect(ws.lessons.undo({ lesson, ...why })).rejects.toThrow("no decision");
    await ws.lessons.sleep({ lesson, ...why });
    await fail("s-9");
    await expect(ws.lessons.undo({ lesson, ...why })).rejects.toThrow("no decision");
  });
});

import { describe, expect, it } from "vitest";
import { rule } from "../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../tests/support/insights.js";
import { ask, openTrial } from "../../tests/support/trials.js";
import { styleFor } from "../base/terminal/style.js";
import { verb as timelineVerb } from "./timeline.js";

const plain = styleFor({ write: () => true }, {}, true);

const enforced = rule({
  text: "Never force-push a shared branch",
  appliesToAgents: [],
  appliesToTools: ["Bash"],
  forbiddenActions: ["git push --force"],
  enforcement: "enforce",
});
const call = { tool: "Bash", command: "git push --force origin main" };
const inSession = { phase: "s-1", taskId: "s-1", run: "s-1" };

describe("a call that was blocked", () => {
  it("a blocked call of a session is seen in its timeline, in explain, among sessions and today", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(enforced);
    for (const id of ["a", "b"]) await ws.checkTool({ ...call, ...inSession, call: id });
    expect(await eventsOf(ws, "call-guarded")).toMatchObject([
      { run: "s-1", data: { decision: "denied", lessons: [lesson], tool: "Bash", call: call.command } },
      { run: "s-1", data: { decision: "denied", lessons: [lesson] } },
    ]);
    const timeline = await ws.timeline({ name: "s-1" });
    expect(timeline.moments.map(({ kind, text }) => [kind, text])).toEqual([
      ["blocked", `Bash ${call.command}`],
      ["blocked", `Bash ${call.command}`],
    ]);
    const screen = await timelineVerb.cli?.render?.(timeline, plain, {});
    expect(screen).toContain(`blocked  Bash ${call.command}  "${enforced.text}"`);
    expect((await ws.explain({ id: lesson })).answer).toContainEqual(
      expect.stringMatching(/^It blocked 2 calls, the last at .*git push --force/),
    );
    expect((await ws.explain({ id: "s-1" })).answer).toContain(
      "2 calls blocked, stopped or put to a person.",
    );
    expect((await ws.sessions({})).sessions).toMatchObject([{ session: "s-1", blocked: 2 }]);
    expect(await ws.today()).toMatchObject({ blocked: 2 });
    expect((await ws.report()).directives.guarded).toEqual({ denied: 2, stopped: 0, asked: 0 });
  });

  it("a blocked call that two installations of a hook ask about counts once", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(enforced);
    for (let n = 0; n < 2; n += 1) await ws.checkTool({ ...call, ...inSession, call: "toolu_1" });
    expect(await eventsOf(ws, "call-guarded")).toHaveLength(1);
  });

  it("a question outside of any session leaves no trace", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(enforced);
    expect((await ws.checkTool(call)).decision).toBe("deny");
    expect(await eventsOf(ws, "call-guarded")).toEqual([]);
  });

  it("a blocked call is kept without secrets and cut to a line", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(enforced);
    const secret = "sk-live-0123456789abcdefABCDEF01";
    await ws.checkTool({
      ...call,
      command: `TOKEN=${secret} ${call.command}\n${"x".repeat(900)}`,
      ...inSession,
    });
    const [event] = await eventsOf(ws, "call-guarded");
    const kept = JSON.stringify(event);
    expect(kept).not.toContain(secret);
    expect(kept.length).toBeLessThan(900);
  });
});

describe("a call that was stopped this once", () => {
  it("explain of its lesson says how often it stopped a call, and report counts it", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=1"]);
    for (const session of ["one", "two"]) expect((await ask(ws, session)).stopped).toBe(lesson);
    expect((await ws.explain({ id: lesson })).answer).toContain("It stopped 2 calls before the call failed.");
    expect((await ws.report()).directives.guarded).toEqual({ denied: 0, stopped: 2, asked: 0 });
  });
});

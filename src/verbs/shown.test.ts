import { describe, expect, it } from "vitest";
import { begin, end, fail, openTrial } from "../../tests/support/trials.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import { estimateTokens } from "../reading/language/estimate-tokens.js";

const rule = "Validate every request body with a schema before it is used";

async function withRule(priority: "high" | "critical" = "high") {
  const ws = await openInTemp();
  await ws.lessons.add({
    text: rule,
    appliesToAgents: ["coder"],
    requiredActions: ["parse it with zod"],
    priority,
  });
  return ws;
}

describe("whetstone shown", () => {
  it("whetstone shown prints each brief of a run byte for byte, with its tokens and the moment", async () => {
    const ws = await withRule();
    const brief = await ws.brief({ role: "coder", run: "r-1", taskId: "bd-1", moment: "start" });
    const { shown, kind, tokens } = await ws.shown({ name: "r-1" });
    expect(brief.text).toContain(rule);
    expect(shown).toMatchObject([
      { id: brief.id, moment: "start", text: brief.text, exact: true, tokens: brief.tokens, dropped: 0 },
    ]);
    expect(shown[0]?.lessons).toMatchObject(
      brief.shown.map(({ lesson, exposure }) => ({ lesson, exposure })),
    );
    expect({ kind, tokens }).toEqual({ kind: "run", tokens: brief.tokens });
  });

  it("whetstone shown prints what all runs of a session were shown, in the order of time", async () => {
    const ws = await withRule();
    await ws.brief({ role: "coder", run: "r-1", taskId: "bd-1" });
    const plan = await ws.plan({ task: "Add OAuth", taskId: "bd-1", run: "r-2" });
    await ws.brief({ role: "coder", run: "r-3", taskId: "bd-1", moment: "agent" });
    const { shown, kind, runs } = await ws.shown({ name: "bd-1" });
    expect({ kind, runs }).toEqual({ kind: "session", runs: ["r-1", "r-2", "r-3"] });
    expect(shown.map(({ moment, run }) => [moment, run])).toEqual([
      ["brief", "r-1"],
      ["plan", "r-2"],
      ["agent", "r-3"],
    ]);
    expect(shown[1]).toMatchObject({ text: plan.prompt, exact: true });
  });

  it("whetstone shown prints a plan with the lines of its strategies", async () => {
    const ws = await openInTemp();
    for (const run of ["a", "b", "c"]) await ws.record(outcome({ run, strategy: "Split by feature" }));
    const plan = await ws.plan({ task: "Add OAuth", strategy: "Split by feature", run: "r-9" });
    expect(plan.shown).toHaveLength(1);
    expect((await ws.shown({ name: "r-9" })).shown).toMatchObject([{ text: plan.prompt, exact: true }]);
  });

  it("whetstone shown keeps no copy of a plan's background, and says so", async () => {
    const ws = await openInTemp();
    await ws.plan({ task: "Add OAuth", context: "The token is in vault 7.", run: "r-9" });
    const [plan] = (await ws.shown({ name: "r-9" })).shown;
    expect(plan).toMatchObject({ exact: false });
    expect(plan?.text).toContain("## Context\n\n[the context as it was given, 24 characters]");
  });

  it("whetstone shown names the lessons for which there was no room", async () => {
    const ws = await withRule("critical");
    const { lesson } = await ws.lessons.add({
      text: "Never edit a file below generated/, change its template",
      appliesToAgents: ["coder"],
      requiredActions: ["change the template instead"],
    });
    const brief = await ws.brief({ role: "coder", run: "r-1", leftTokens: 20 });
    expect(brief.dropped).toEqual([lesson]);
    expect((await ws.shown({ name: "r-1" })).shown).toMatchObject([
      { text: brief.text, dropped: 1, droppedLessons: [lesson] },
    ]);
  });

  it("whetstone shown shows [forgotten] where a lesson was that somebody had forgotten", async () => {
    const ws = await withRule();
    const brief = await ws.brief({ role: "coder", run: "r-1" });
    await ws.lessons.forget({ lesson: brief.shown[0]?.lesson ?? "", reason: "it names a customer" });
    const [first] = (await ws.shown({ name: "r-1" })).shown;
    expect(first?.text).toBe(brief.text.replace(brief.shown[0]?.text ?? "", "[forgotten]"));
    expect(first?.text).not.toContain("zod");
  });

  it("whetstone shown prints what a reviewer and a validator were asked to judge, and [forgotten] where it was forgotten", async () => {
    const ws = await withRule("critical");
    const claim = `Cache keys must always contain the tenant "id", ${"or one tenant reads another, ".repeat(12)}always.`;
    const ofCoder = await ws.brief({ role: "coder", run: "r-1", taskId: "s-1", phase: "s-1" });
    await ws.deliberate({
      role: "judge",
      run: "r-2",
      taskId: "s-1",
      text: `## Accumulated Patterns\n\n- [J2] ${claim}`,
    });
    const asked = { taskId: "s-1", phase: "s-1" };
    const reviewer = await ws.brief({ role: "reviewer", run: "r-3", ...asked });
    const validator = await ws.brief({ role: "inspector", run: "r-4", ...asked });
    expect(reviewer.text).toContain("DIRECTIVES TO VERIFY");
    expect(validator.text).toContain("[J2]");
    const texts = async () => (await ws.shown({ name: "s-1" })).shown.map(({ text }) => text);
    expect(await texts()).toEqual([ofCoder.text, reviewer.text, validator.text]);
    const { lessons } = await ws.lessons.list({ kind: "insight" });
    for (const lesson of [ofCoder.shown[0]?.lesson, lessons[0]?.id])
      await ws.lessons.forget({ lesson: lesson ?? "", reason: "it names a customer" });
    const after = (await texts()).join("\n");
    expect(after).toContain("DIRECTIVES TO VERIFY");
    expect(after).toContain("FINDINGS TO JUDGE");
    for (const word of ["zod", "schema", "tenant"]) expect(after).not.toContain(word);
  });

  it("whetstone shown prints the line that an agent read at a failure, once and in its place", async () => {
    const ws = await withRule();
    const failing = {
      tool: "Bash",
      input: "npm tst --workspaces",
      output: 'npm error Unknown command: "tst"',
    };
    const failed = { ...failing, facts: { exitCode: 1 } };
    const worked = {
      tool: "Bash",
      input: "npm test --workspaces",
      output: "12 passed",
      facts: { exitCode: 0 },
    };
    const session = (name: string) => ({ run: name, taskId: name, phase: name });
    await ws.reflect({ ...failed, ...session("s-1") });
    await ws.reflect({ ...worked, ...session("s-1") });
    await ws.brief({ role: "coder", taskId: "s-2", run: "s-2", phase: "s-2", moment: "start" });
    const { told } = await ws.reflect({ ...failed, ...session("s-2") });
    const { shown } = await ws.shown({ name: "s-2" });
    expect(told).not.toBe("");
    expect(shown.map(({ moment, text }) => [moment, text])).toEqual([
      ["start", expect.stringContaining(rule)],
      ["failure", told],
    ]);
  });

  it("whetstone shown refuses a name that nothing was shown to, with the next step", async () => {
    const ws = await openInTemp();
    await expect(ws.shown({ name: "r-404" })).rejects.toMatchObject({ code: "not_found", field: "name" });
  });

  it("says how many tokens each lesson of a text takes, and which were held out of the session", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
    const texts = new Map<string, string>();
    for (let n = 0; n < 8; n += 1) {
      texts.set(`s-${n}`, (await begin(ws, `s-${n}`)).text);
      if (n % 2 === 0) await fail(ws, `s-${n}`);
      await end(ws, `s-${n}`);
    }
    const arms = new Set<string>();
    for (const [session, text] of texts) {
      const { shown, heldOut } = await ws.shown({ name: session });
      const { numbers } = await ws.explain({ id: session });
      expect(numbers.heldOut).toBe(heldOut.length);
      if (text.includes("--fast")) {
        arms.add("shown");
        const line = text.split("\n").find((each) => each.includes("--fast")) ?? "";
        expect(heldOut).toEqual([]);
        expect(shown[0]?.lessons).toMatchObject([{ lesson, tokens: estimateTokens(line.slice(2)) }]);
        continue;
      }
      const cameBack = Number(session.slice(2)) % 2 === 0;
      arms.add(`held out, ${cameBack ? "came back" : "did not come back"}`);
      expect(heldOut).toMatchObject([{ lesson, moment: "start", probability: 0.5, cameBack }]);
      expect(heldOut[0]?.text).toContain("--fast");
    }
    expect([...arms].sort()).toEqual(["held out, came back", "held out, did not come back", "shown"]);
  });
});

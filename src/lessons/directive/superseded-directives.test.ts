import { describe, expect, it } from "vitest";
import { directiveOf, rule } from "../../../tests/support/directives.js";
import { openInsights } from "../../../tests/support/insights.js";

/** A directive as earlier versions made it of a tool call that had failed twice. */
const made = rule({
  text: "Bash `npm` failed: npm error Unknown command: tst",
  category: "tool failure",
  tags: ["reflection"],
  appliesToAgents: ["*"],
  appliesToTools: ["Bash"],
  verificationChecks: ["the call does not fail in this way again"],
  origin: "tool:reflection",
});

describe("a directive that an earlier version made of a failure", () => {
  it("a directive that an earlier version made of a failure is archived and shown to nobody, and its explanation says why", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(made);
    expect(await directiveOf(ws, lesson)).toMatchObject({ state: "archived" });
    expect(await ws.brief({ role: "coder", tools: ["Bash"] })).toMatchObject({ text: "", shown: [] });
    const { answer } = await ws.explain({ id: lesson });
    expect(answer.join(" ")).toContain("It was retired: superseded: what fails is kept as a failure lesson.");
  });

  it("a directive that an earlier version made of a failure is in force again when a person activates it", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(made);
    await ws.lessons.activate({ lesson, reason: "it is right", origin: "human" });
    expect((await ws.brief({ role: "coder" })).shown).toMatchObject([{ lesson, kind: "directive" }]);
  });

  it("a directive that an earlier version made of a failure stays archived whatever agents find of it", async () => {
    const { ws } = await openInsights({ origin: "agent:coder" });
    const { lesson } = await ws.lessons.add(made);
    await ws.lessons.add({ ...made, origin: "agent:coder" });
    expect(await directiveOf(ws, lesson)).toMatchObject({ state: "archived" });
  });
});

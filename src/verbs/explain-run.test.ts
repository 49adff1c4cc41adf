import { describe, expect, it } from "vitest";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

async function oneSession() {
  const ws = await openInTemp();
  const { lesson } = await ws.lessons.add({
    text: "Validate every request body with a schema before it is used",
    appliesToAgents: ["coder"],
    requiredActions: ["parse it with zod"],
    priority: "critical",
  });
  const brief = await ws.brief({ role: "coder", run: "r-1", taskId: "bd-1", moment: "start" });
  const output = "KNOWLEDGE_APPLIED:deadbeef";
  await ws.acknowledge({ run: "r-1", output });
  const failing = { tool: "Bash", input: "npm tst", output: 'npm error Unknown command: "tst"' };
  await ws.reflect({ ...failing, facts: { exitCode: 1 }, run: "r-1", taskId: "bd-1" });
  const ended = await ws.record(outcome({ result: "failure", run: "r-1", taskId: "bd-1" }));
  return { ws, lesson, brief, ended };
}

describe("explain", () => {
  it.each([
    ["session", "bd-1"],
    ["run", "r-1"],
  ])(
    "explain of a %s tells what it was shown, what failed, how it answered and how it ended",
    async (kind, id) => {
      const { ws, lesson, ended } = await oneSession();
      const explained = await ws.explain({ id });
      expect(explained).toMatchObject({
        id,
        kind,
        numbers: { texts: 1, lessons: 1, failures: 1, outcomes: 1 },
      });
      const answer = explained.answer.join("\n");
      expect(answer).toContain(`It was shown 1 text (start 1); 'whetstone shown ${id}' prints them.`);
      expect(answer).toContain("1 call failed.");
      expect(answer).toContain("Unknown command: 'tst'");
      expect(answer).toContain(`${lesson}: unacknowledged by the delegate`);
      expect(answer).toContain('"deadbeef"');
      expect(answer).toContain("It ended with failure at");
      expect(explained.events.map((event) => event.id)).toContain(ended.outcome);
    },
  );

  it("explain of an exposure tells who was shown what, what was answered and how the run ended", async () => {
    const { ws, lesson, brief } = await oneSession();
    const [shown] = brief.shown;
    const explained = await ws.explain({ id: shown?.exposure ?? "" });
    expect(explained.kind).toBe("exposure");
    expect(explained.answer).toEqual([
      `${lesson} was shown at the moment 'start' to session bd-1, run r-1, role coder.`,
      expect.stringContaining("Validate every request body"),
      expect.stringContaining("unacknowledged, by the delegate."),
      expect.stringContaining("It ended with failure at"),
      `It stood in the brief ${brief.id}.`,
    ]);
  });
});

describe("lessons acks", () => {
  it("lessons acks lists what an agent left out and what it was never shown, one by one", async () => {
    const { ws, lesson, brief } = await oneSession();
    const { acks } = await ws.lessons.acks();
    const where = { role: "coder", run: "r-1", taskId: "bd-1", brief: brief.id, answered: false };
    expect(acks).toMatchObject([
      { kind: "unacknowledged", about: lesson, ...where },
      { kind: "spoofed", about: "deadbeef", ...where },
    ]);
    expect((await ws.lessons.acks({ kind: "spoofed" })).acks).toHaveLength(1);
  });

  it("lessons acks says of a directive that was left out whether it was answered since", async () => {
    const { ws, lesson } = await oneSession();
    await ws.acknowledge({ run: "r-1", output: `KNOWLEDGE_APPLIED:${lesson}` });
    const { acks } = await ws.lessons.acks({ kind: "unacknowledged" });
    expect(acks).toMatchObject([{ about: lesson, answered: true }]);
  });
});

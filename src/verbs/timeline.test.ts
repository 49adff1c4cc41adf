import { expect, it } from "vitest";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

it("a session is told from what it was shown to how it ended, block by block", async () => {
  const ws = await openInTemp();
  await ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] });
  const brief = await ws.brief({ role: "coder", run: "r-1", taskId: "bd-1", moment: "start" });
  await ws.reflect({
    tool: "Bash",
    input: "deploy --fast",
    output: "unknown option: --fast",
    taskId: "bd-1",
    run: "r-1",
    facts: { exitCode: 1 },
  });
  await ws.record(outcome({ taskId: "bd-1", result: "partial" }));
  const { kind, moments, lessons } = await ws.timeline({ name: "bd-1" });
  expect(kind).toBe("session");
  expect(moments.map((each) => each.kind)).toEqual(["told", "failed", "ended"]);
  expect(moments[0]?.parts.map(({ text }) => text).join("\n\n")).toBe(brief.text);
  expect(moments[2]?.text).toBe("partial");
  expect(lessons).toEqual([{ id: moments[0]?.lessons[0], text: "Close every file handle" }]);
});

it("a session under way, and none that has ended, tells who removed its hooks", async () => {
  const ws = await openInTemp();
  for (const task of ["bd-1", "bd-2"]) {
    await ws.lessons.add({ text: `Close every file handle of ${task}`, appliesToAgents: ["coder"] });
    await ws.brief({ role: "coder", run: task, taskId: task, moment: "start" });
  }
  await ws.record(outcome({ taskId: "bd-1", result: "partial" }));
  await ws.noteRemoval({ agents: ["claude-code"] });
  const kindsOf = async (name: string) => (await ws.timeline({ name })).moments.map(({ kind }) => kind);
  expect(await kindsOf("bd-1")).toEqual(["told", "ended"]);
  expect(await kindsOf("bd-2")).toEqual(["told", "unguarded"]);
  const [, removal] = (await ws.timeline({ name: "bd-2" })).moments;
  expect(removal?.text).toBe("tester removed Whetstone from claude-code");
});

it("a session in which nothing was told and nothing failed has no moments", async () => {
  const ws = await openInTemp();
  await ws.record(outcome({ taskId: "quiet", toolCalls: 3 }));
  expect(await ws.timeline({ name: "quiet" })).toMatchObject({ kind: "session", moments: [] });
});

it("a name that nothing is known of is refused", async () => {
  const ws = await openInTemp();
  await expect(ws.timeline({ name: "nobody" })).rejects.toMatchObject({ code: "not_found", field: "name" });
});

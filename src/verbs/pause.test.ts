import { expect, it } from "vitest";
import { fail, openTrial } from "../../tests/support/trials.js";
import { openInTemp } from "../../tests/support/whetstone.js";

const person = { actor: "ada", origin: "human" };

async function withRule() {
  const ws = await openInTemp();
  const rule = { text: "Never force-push", tools: ["Bash"], forbid: ["git push --force"] };
  await ws.lessons.add({
    text: rule.text,
    appliesToTools: rule.tools,
    forbiddenActions: rule.forbid,
    priority: "critical",
    enforcement: "enforce",
    ...person,
  });
  return ws;
}

it("while lessons are paused agents are told none, what is enforced still stops a call, and a resume ends it", async () => {
  const ws = await withRule();
  const brief = (phase: string) => ws.brief({ role: "coder", phase, tools: ["Bash"], moment: "start" });
  const { pause } = await ws.pause({ minutes: 60, ...person });
  expect(pause).toMatchObject({ session: null, by: "ada" });
  expect(await brief("s-1")).toMatchObject({ text: "", paused: true });
  expect(await ws.checkTool({ tool: "Bash", command: "git push --force" })).toMatchObject({
    decision: "deny",
  });
  expect((await ws.status()).pause).toEqual(pause);
  expect((await ws.doctor({ quick: true })).checks).toContainEqual(
    expect.objectContaining({ name: "pause", state: "warning", next: "'whetstone resume' ends the pause" }),
  );
  expect(await ws.resume(person)).toEqual({ resumed: true });
  expect((await brief("s-1")).text).toContain("Never force-push");
  expect(await ws.resume(person)).toEqual({ resumed: false });
  expect((await ws.log({ type: "lessons-" })).events.map(({ type, actor }) => [type, actor])).toEqual([
    ["lessons-paused", "ada"],
    ["lessons-resumed", "ada"],
  ]);
});

it("a pause of the newest session leaves the others alone, and needs one", async () => {
  const ws = await withRule();
  await expect(ws.pause({ session: true, ...person })).rejects.toMatchObject({ field: "session" });
  await ws.beginPhase({ phase: "s-1" });
  expect((await ws.pause({ session: true, ...person })).pause).toMatchObject({ session: "s-1", until: null });
  expect(await ws.brief({ role: "coder", phase: "s-1", tools: ["Bash"] })).toMatchObject({
    text: "",
    paused: true,
  });
  expect((await ws.brief({ role: "coder", phase: "s-2", tools: ["Bash"] })).text).toContain(
    "Never force-push",
  );
  await expect(ws.pause({ session: true, minutes: 5, ...person })).rejects.toMatchObject({
    field: "session",
  });
});

it("a failure that comes back is not explained while lessons are paused", async () => {
  const { ws } = await openTrial();
  await ws.pause(person);
  expect(await fail(ws, "paused")).toBe("");
  await ws.resume(person);
  expect(await fail(ws, "told")).toMatch(/\S/);
});

it("a preview is what a session is told that begins now, and records nothing", async () => {
  const ws = await withRule();
  const before = (await ws.log()).head;
  const preview = await ws.brief({ role: "coder", preview: true });
  expect((await ws.log()).head).toBe(before);
  const { id, run: _run, shown, ...made } = await ws.brief({ role: "coder", moment: "start" });
  const { id: none, run: _own, shown: previewed, ...would } = preview;
  expect({ id: id === "", none }).toEqual({ id: false, none: "" });
  expect(would).toEqual(made);
  expect(previewed.map(({ lesson }) => lesson)).toEqual(shown.map(({ lesson }) => lesson));
});

import { expect, it } from "vitest";
import { addDirective } from "../../tests/support/host-session.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import { programSpeaker } from "../verbs/call/speaker.js";

const agent = programSpeaker("agent:coder", "coder");

it("a strategy that a person promoted is retired by no agent, and one that nobody vouched for is", async () => {
  const ws = await openInTemp();
  for (const strategy of ["Split by feature", "Split by layer"]) await ws.record(outcome({ strategy }));
  const [one, other] = (await ws.lessons.list({ kind: "strategy" })).lessons.map(({ id }) => id);
  if (one === undefined || other === undefined) throw new Error("two strategies were recorded");
  await ws.lessons.promote({ lesson: one, reason: "it held in review", origin: "human" });
  const asAgent = ws.as(agent);
  const retire = (lesson: string) => asAgent.lessons.retire({ lessons: [lesson], reason: "I would not" });
  await expect(retire(one)).rejects.toMatchObject({ code: "invalid_input", field: "origin" });
  await retire(other);
  const { lessons } = await ws.lessons.list({ kind: "strategy" });
  expect(Object.fromEntries(lessons.map(({ id, state }) => [id, state]))).toEqual({
    [one]: "proven",
    [other]: "deprecated",
  });
});

it("a rule that is muted for a role is not shown to it, however the role's name is written", async () => {
  const ws = await openInTemp();
  const { lesson } = await addDirective(ws, { appliesToAgents: ["reviewer"] });
  const brief = async (role: string) => (await ws.brief({ role })).text;
  expect(await brief("Reviewer")).toContain("Never push");
  await ws.lessons.mute({ lesson, role: "REVIEWER", origin: "human" });
  expect([await brief("Reviewer"), await brief("reviewer")]).toEqual(["", ""]);
});

import { describe, expect, it } from "vitest";
import { type Script, startScriptedModel } from "../../../tests/support/scripted-model/start.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../index.js";

const prose = { text: "Run the formatter before every commit", origin: "agent:coder" };
const answer = JSON.stringify({ requiredActions: ["run npm run format"], appliesToAgents: ["coder"] });

async function open(script: Script | string, ...set: readonly string[]) {
  const endpoint = await startScriptedModel(script);
  const model = [
    "enabled=true",
    "provider=openai-compatible",
    "name=m-1",
    `baseUrl=${endpoint.url}/v1`,
    "timeoutMs=600000",
  ];
  const ws = await openInTemp({
    set: ["store.kind=memory", ...model.map((each) => `model.${each}`), ...set],
  });
  return { endpoint, ws };
}

describe("a directive that is added in prose", () => {
  it("a directive in prose is enriched at once where a model is switched on", async () => {
    const { endpoint, ws } = await open(answer);
    const added = await ws.lessons.add(prose);
    expect(added).toMatchObject({ status: "proposed", missing: [] });
    expect(endpoint.seen).toHaveLength(1);
    const { lessons } = await ws.lessons.list({ kind: "directive", state: "proposed" });
    expect(lessons).toMatchObject([{ id: added.lesson }]);
  });

  it("a directive in prose waits in quarantine, with a counted loss, when the model does not answer", async () => {
    const { ws } = await open(() => ({ status: 503 }));
    expect(await ws.lessons.add(prose)).toMatchObject({ status: "quarantined" });
    expect(await ws.status()).toMatchObject({ lost: 1 });
  });

  it("a directive in prose waits in quarantine when the model answers with anything else, and nothing is lost", async () => {
    const { endpoint, ws } = await open('{"verificationPredicate":"tool:rm"}');
    expect(await ws.lessons.add(prose)).toMatchObject({ status: "quarantined" });
    expect(endpoint.seen).toHaveLength(2);
    expect(await ws.status()).toMatchObject({ lost: 0 });
  });

  it("a directive in prose waits in quarantine, without a call, when the calls of the day are used up", async () => {
    const { endpoint, ws } = await open(answer, "model.callsPerDay=1");
    await ws.lessons.add(prose);
    const second = { ...prose, text: "Name the ticket in every branch that you push" };
    expect(await ws.lessons.add(second)).toMatchObject({ status: "quarantined" });
    expect(endpoint.seen).toHaveLength(1);
    expect(await ws.status()).toMatchObject({ lost: 0 });
  });

  it.each([
    ["gate", (ws: Whetstone, phase: string) => ws.gate({ phase })],
    ["end-phase", (ws: Whetstone, phase: string) => ws.endPhase({ phase })],
  ])(
    "the quarantine works through itself at the end of phases, a few at a time, as proposals: %s",
    async (_verb, ends) => {
      const down = { isDown: true };
      const { ws } = await open(() => (down.isDown ? { status: 503 } : { text: answer }));
      for (const branch of ["main", "next", "old", "new"])
        await ws.lessons.add({
          ...prose,
          text: `Run the formatter before every commit to the branch ${branch}`,
        });
      const waiting = async () =>
        (await ws.lessons.list({ kind: "directive", state: "quarantined" })).lessons.length;
      expect(await waiting()).toBe(4);
      down.isDown = false;
      const left: number[] = [];
      for (const phase of ["one", "two"]) {
        await ws.beginPhase({ phase });
        await ends(ws, phase);
        left.push(await waiting());
      }
      expect(left).toEqual([1, 0]);
      const { lessons } = await ws.lessons.list({ kind: "directive", state: "proposed" });
      expect(lessons).toHaveLength(4);
    },
  );

  it("no model is asked when none is switched on, when a person wrote the directive, or when it lacks nothing", async () => {
    const { endpoint, ws } = await open(answer);
    await ws.lessons.add({ ...prose, origin: "human" });
    await ws.lessons.add({
      text: "Close every file handle after use",
      origin: "agent:coder",
      requiredActions: ["close the handle"],
      appliesToAgents: ["coder"],
    });
    const off = await openInTemp({ set: ["store.kind=memory"] });
    expect(await off.lessons.add(prose)).toMatchObject({ status: "quarantined" });
    expect(endpoint.seen).toHaveLength(0);
  });
});

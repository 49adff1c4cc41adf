import { describe, expect, it } from "vitest";
import { eventsOf } from "../../../tests/support/insights.js";
import { type Script, startScriptedModel } from "../../../tests/support/scripted-model/start.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../index.js";

const [failing, working] = ["npm tst --workspaces", "npm test --workspaces"];
const worded = `\`${failing}\` fails here because tst is an unknown command: use \`${working}\` instead.`;

async function open(script: Script | string, ...set: readonly string[]) {
  const endpoint = await startScriptedModel(script);
  const model = ["enabled=true", "provider=openai-compatible", "name=m-1", `baseUrl=${endpoint.url}/v1`];
  const settings = [...model, "timeoutMs=600000"].map((each) => `model.${each}`);
  const ws = await openInTemp({
    set: ["store.kind=memory", "reflection.startFailures=2", ...settings, ...set],
  });
  return { endpoint, ws };
}

/** A session that runs into the failure, finds what undoes it, and ends. */
async function session(ws: Whetstone, name: string): Promise<void> {
  const where = { tool: "Bash", phase: name, run: name, taskId: name };
  const output = 'npm error Unknown command: "tst"';
  await ws.reflect({ ...where, input: failing, output, facts: { exitCode: 1 } });
  await ws.reflect({ ...where, input: working, output: "12 passed", facts: { exitCode: 0 } });
  await ws.endPhase({ phase: name, run: name, taskId: name });
}

async function textOf(ws: Whetstone): Promise<string> {
  const { lessons } = await ws.lessons.list({ kind: "failure" });
  return lessons[0]?.text ?? "";
}

describe("a new failure lesson at the end of a phase", () => {
  it("a new failure lesson is said in the model's words, which are quoted, with the record by rule", async () => {
    const { endpoint, ws } = await open(worded);
    await session(ws, "s-1");
    await session(ws, "s-2");
    expect(endpoint.seen).toHaveLength(1);
    expect(await textOf(ws)).toMatch(
      /^".?npm tst --workspaces.? fails here because tst is an unknown command: .*" \(2 sessions, worked in 2/,
    );
    expect((await ws.brief({ role: "coder", run: "s-3" })).text).toContain(
      "because tst is an unknown command",
    );
    expect(await eventsOf(ws, "model-called")).toMatchObject([{ data: { purpose: "wording", fits: true } }]);
    await session(ws, "s-4");
    expect(endpoint.seen).toHaveLength(1);
  });

  it("a new failure lesson keeps the rule's own words when the model adds a command, and the model is not asked again", async () => {
    const { endpoint, ws } = await open(`${worded.slice(0, -1)} and then run \`npm ci\`.`);
    await session(ws, "s-1");
    await session(ws, "s-2");
    expect(endpoint.seen).toHaveLength(1);
    expect(await textOf(ws)).not.toContain("because");
    expect(await eventsOf(ws, "lesson-worded")).toMatchObject([{ data: { text: null } }]);
  });

  it("a new failure lesson falls back to the rule's own words when the facts have changed", async () => {
    const { ws } = await open(worded);
    await session(ws, "s-1");
    await session(ws, "s-2");
    expect(await textOf(ws)).toContain("because");
    const { lessons } = await ws.lessons.list({ kind: "failure" });
    await ws.lessons.promote({ lesson: lessons[0]?.id ?? "", reason: "call npm run tests" });
    expect(await textOf(ws)).not.toContain("because");
  });

  it("a new failure lesson keeps the rule's own words, with a counted loss, when the model does not answer", async () => {
    const { ws } = await open(() => ({ status: 503 }));
    await session(ws, "s-1");
    await session(ws, "s-2");
    expect(await textOf(ws)).toContain(`\`${failing}\` failed: `);
    expect(await ws.status()).toMatchObject({ lost: 1 });
  });

  it("no model is asked beyond the calls of the day, or when none is switched on", async () => {
    const { endpoint, ws } = await open(worded, "model.callsPerDay=0");
    await session(ws, "s-1");
    await session(ws, "s-2");
    const off = await openInTemp({ set: ["store.kind=memory"] });
    await session(off, "s-1");
    await session(off, "s-2");
    expect(endpoint.seen).toHaveLength(0);
    expect(await textOf(ws)).toBe(await textOf(off));
  });
});

import { describe, expect, it } from "vitest";
import { contextWith } from "../../tests/support/context-with.js";
import { compliance, passPhase, rule, shortIdIn, topics } from "../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../tests/support/insights.js";
import { WhetstoneError } from "../base/errors.js";
import type { Ledger } from "../log/store/ledger.js";
import { handleFor } from "./frame/handle.js";

const phase = "ship";

/** A project with one critical directive that a coder was shown. */
async function shownDirective(changes: Parameters<typeof rule>[0] = {}) {
  const { ws } = await openInsights();
  const { lesson } = await ws.lessons.add(rule({ priority: "critical", ...changes }));
  const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
  const id = shortIdIn(brief, lesson);
  const ack = (output: string) => ws.acknowledge({ brief: brief.id, output });
  const violate = () =>
    ws.review({ phase, run: "r-2", origin: "agent:reviewer", output: compliance(`VIOLATED:${id}`) });
  return { ws, lesson, id, ack, violate };
}

describe("a phase that begins again", () => {
  it("a phase that begins again keeps a directive that nobody answered for", async () => {
    const { ws, lesson, ack, id } = await shownDirective();
    expect((await ws.gate({ phase })).passed).toBe(false);
    expect(await ws.beginPhase({ phase })).toMatchObject({ carried: [lesson] });
    expect(await ws.gate({ phase })).toMatchObject({
      passed: false,
      considered: 1,
      denials: 2,
      blocks: [{ lesson, reason: "no_receipt" }],
    });
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect((await ws.gate({ phase })).passed).toBe(true);
  });

  it("a phase that begins again keeps a violation, also one that was found after it had ended", async () => {
    const { ws, lesson, ack, id, violate } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    await violate();
    for (let n = 0; n < 2; n += 1) expect((await ws.beginPhase({ phase })).carried).toEqual([lesson]);
    expect(await ws.gate({ phase })).toMatchObject({ passed: false, blocks: [{ reason: "violated" }] });
    const output = compliance(`VERIFIED:${id} evidence=src/a.ts:1`);
    await ws.review({ phase, run: "r-9", origin: "agent:reviewer", output });
    expect((await ws.gate({ phase })).passed).toBe(true);
    await violate();
    expect((await ws.beginPhase({ phase })).carried).toEqual([lesson]);
    expect((await ws.gate({ phase })).passed).toBe(false);
  });

  it("a phase that begins again keeps a directive with a check, although it was acknowledged", async () => {
    const changes = { verificationPredicate: "grep:eval:src/**", filesComeLater: true };
    const { ws, lesson, ack, id } = await shownDirective(changes);
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect(await ws.beginPhase({ phase })).toMatchObject({ carried: [lesson] });
    expect(await ws.gate({ phase })).toMatchObject({ passed: true, considered: 1 });
  });

  it("a phase that was ended without its gate and begins again keeps what was open", async () => {
    const { ws, lesson } = await shownDirective();
    expect(await ws.endPhase({ phase })).toMatchObject({ passed: false });
    expect(await ws.beginPhase({ phase })).toMatchObject({ carried: [lesson] });
    expect((await ws.gate({ phase })).passed).toBe(false);
  });

  it("a phase that begins again forgets what was answered, is only advice, or was accepted", async () => {
    const { ws, id, ack } = await shownDirective();
    await ws.lessons.add(rule({ text: topics[0] }));
    await ws.brief({ role: "coder", phase, run: "r-1" });
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect(await ws.beginPhase({ phase })).toMatchObject({ carried: [] });
    expect(await ws.gate({ phase })).toMatchObject({ passed: true, considered: 0 });
    const other = await shownDirective();
    await other.ws.gate({ phase, override: "accepted for this release" });
    expect(await other.ws.beginPhase({ phase })).toMatchObject({ carried: [] });
  });

  it("a phase that begins again by a brief keeps what was open", async () => {
    const { ws, lesson, ack, id, violate } = await shownDirective();
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect((await ws.gate({ phase })).passed).toBe(true);
    await violate();
    await ws.brief({ role: "designer", phase, run: "r-3" });
    expect(await ws.gate({ phase })).toMatchObject({
      passed: false,
      blocks: [{ lesson, reason: "violated" }],
    });
  });
});

describe("a brief that is given up", () => {
  it("a brief that is given up leaves a phase that the gate knows", async () => {
    const context = contextWith(() => Promise.reject(new WhetstoneError("model_unavailable", "gone")));
    const ws = handleFor({ ...context, ledger: busyAfter(context.ledger, 1) });
    expect(await ws.brief({ role: "coder", phase, run: "r-1" })).toMatchObject({
      text: "",
      failed: { code: "busy" },
    });
    const after = handleFor(context);
    expect(await after.gate({ phase })).toMatchObject({ passed: true, considered: 0 });
    await expect(after.gate({ phase: "shpi" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("a brief begins a phase once, however many name it", async () => {
    const { ws } = await openInsights();
    for (const run of ["r-1", "r-2", "r-3"]) await ws.brief({ role: "coder", phase, run });
    expect(await eventsOf(ws, "phase-begun")).toHaveLength(1);
    await passPhase(ws, phase);
    await ws.brief({ role: "coder", phase, run: "r-4" });
    expect(await eventsOf(ws, "phase-begun")).toHaveLength(3);
  });
});

/** A ledger that takes so many writes, and is busy from then on. */
function busyAfter(ledger: Ledger, writes: number): Ledger {
  let left = writes;
  const write: Ledger["write"] = (work, options) => {
    left -= 1;
    return left < 0
      ? Promise.reject(new WhetstoneError("busy", "others write"))
      : ledger.write(work, options);
  };
  return new Proxy(ledger, {
    get(target, name) {
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

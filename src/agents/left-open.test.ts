import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addDirective, dataOf, hostSession } from "../../tests/support/host-session.js";
import { claudeCodeHost } from "./claude-code/host.js";

const rule = {
  text: "Remove every TODO-NOW before you finish",
  forbiddenActions: ["leave a mark behind"],
  priority: "critical",
  enforcement: "enforce",
  verificationPredicate: "grep:TODO-NOW:src/**",
} as const;

async function wantingSession() {
  const { ws, send } = await hostSession<Record<string, unknown>>(claudeCodeHost(), "claude-code");
  const draft = (text: string) => {
    mkdirSync(join(ws.folder, "src"), { recursive: true });
    writeFileSync(join(ws.folder, "src/draft.js"), text);
  };
  draft("// TODO-NOW\n");
  const { lesson } = await addDirective(ws, rule);
  const id = lesson.replace(/^directive-/, "").slice(0, 8);
  await send("session-start", { session_id: "s1" });
  await send("post-tool-use.bash", { session_id: "s1" });
  const stop = (again: boolean) =>
    send("stop", {
      session_id: "s1",
      stop_hook_active: again,
      last_assistant_message: `Done.\nKNOWLEDGE_APPLIED:${id}`,
    });
  return { ws, send, draft, stop, lesson };
}

describe("a session that ends while its gate is closed", () => {
  it("a session whose check still fails waits for the person, and is no plain success", async () => {
    const { ws, send, stop, lesson } = await wantingSession();
    expect(JSON.stringify(await stop(false))).toContain(`- \\"${rule.text}\\" [`);
    await stop(true);
    await send("session-end", { session_id: "s1" });
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", cause: "policy" }]);
    expect((await ws.status()).gates).toMatchObject({ left: 1, newestLeft: [{ phase: "s1" }] });
    expect((await ws.today()).needs).toMatchObject([
      { kind: "gate", id: "s1", why: expect.stringContaining(`"${rule.text}" (its check fails)`) },
    ]);
    // A person who only looks has decided nothing.
    await ws.gate({ phase: "s1" });
    expect((await ws.status()).gates).toMatchObject({ open: 0, left: 1 });
    await ws.gate({ phase: "s1", override: "the mark is meant to stay" });
    expect((await ws.today()).needs).toEqual([]);
    expect((await ws.status()).gates.left).toBe(0);
    const { moments } = await ws.timeline({ name: "s1" });
    const gate = moments.filter(({ kind }) => kind === "kept open");
    expect(gate.map(({ text, lessons }) => [text, lessons])).toEqual([
      ["its check fails", [lesson]],
      [expect.stringContaining("let it end: the mark is meant to stay"), [lesson]],
    ]);
  });

  it("a session whose check fails for the first time at its end is no plain success either", async () => {
    const { ws, send, draft, stop } = await wantingSession();
    draft("// done\n");
    await stop(false);
    draft("// TODO-NOW again\n");
    await send("session-end", { session_id: "s1" });
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", cause: "policy" }]);
    expect((await ws.status()).gates).toMatchObject({ left: 1, newestLeft: [{ phase: "s1" }] });
  });

  it("a session that mended what it was asked about waits for nobody and is a success", async () => {
    const { ws, send, draft, stop } = await wantingSession();
    await stop(false);
    draft("// done\n");
    await stop(true);
    await send("session-end", { session_id: "s1" });
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "success" }]);
    expect((await ws.today()).needs).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { openInTemp } from "../../../../tests/support/whetstone.js";

const stated = {
  file: "CLAUDE.md",
  line: 88,
  text: "Never force-push",
  check: '{"never":{"run":"git push --force"}}',
};
const replay = { applied: 100, broken: 2, sessions: 2, looked: 0 };

describe("a rule of an instruction file", () => {
  it("binds, is watched, is let go and is marked as wrong, and its row says who decided so", async () => {
    const ws = await openInTemp();
    const { rule } = await ws.rules.bind({ ...stated, replay });
    expect(rule).toMatchObject({ ...stated, standing: "bound", always: false, by: "tester" });
    expect((await ws.rules.watch(stated)).rule).toMatchObject({ rule: rule.rule, standing: "watched" });
    const unbound = await ws.rules.unbind({ rule: "CLAUDE.md:88" });
    expect(unbound).toMatchObject({ rule: { standing: "unbound" }, changed: true });
    const wrong = await ws.rules.wrong({ ...stated, reason: "a lease is allowed" });
    expect(wrong.rule).toMatchObject({ rule: rule.rule, standing: "wrong" });
  });

  it("that stands where it stood as it stood is not decided about twice", async () => {
    const ws = await openInTemp();
    expect((await ws.rules.bind({ ...stated, replay })).changed).toBe(true);
    expect((await ws.rules.bind({ ...stated, replay })).changed).toBe(false);
    expect((await ws.rules.bind({ ...stated, line: 90, replay })).changed).toBe(true);
    expect((await ws.rules.bind({ ...stated, line: 90, replay, always: true })).changed).toBe(true);
  });

  it("is the same rule on another line and with another consequence, and another one with another check", async () => {
    const ws = await openInTemp();
    const { rule } = await ws.rules.bind({ ...stated, replay });
    const asked = await ws.rules.bind({ ...stated, line: 3, onBreach: "ask", replay });
    expect(asked.rule).toMatchObject({ rule: rule.rule, check: expect.stringContaining('"then":"ask"') });
    const other = await ws.rules.bind({ ...stated, check: '{"never":{"run":"git push"}}', replay });
    expect(other.rule.rule).not.toBe(rule.rule);
  });

  it.each([
    [{ applied: 10, broken: 4, sessions: 2, looked: 3 }, "refused"],
    [{ applied: 10, broken: 4, sessions: 2, looked: 4 }, "bound"],
    [{ applied: 30, broken: 20, sessions: 9, looked: 4 }, "refused"],
    [{ applied: 30, broken: 20, sessions: 9, looked: 5 }, "bound"],
    [{ applied: 30, broken: 10, sessions: 9, looked: 0 }, "bound"],
    [{ applied: 0, broken: 0, sessions: 0, looked: 0 }, "bound"],
  ])("with the replay %j it is %s", async (figures, expected) => {
    const ws = await openInTemp();
    const binding = ws.rules.bind({ ...stated, replay: figures });
    if (expected === "bound") await expect(binding).resolves.toMatchObject({ changed: true });
    else await expect(binding).rejects.toMatchObject({ field: "replay.looked" });
  });

  it.each([
    ['{"never":{"run":"git push","on":["main"]}}', "check.never.on"],
    ["never push", "check"],
  ])("with the check %s is refused, and the field is named", async (check, field) => {
    const ws = await openInTemp();
    await expect(ws.rules.bind({ ...stated, check, replay })).rejects.toMatchObject({ field });
    await expect(ws.rules.watch({ ...stated, check })).rejects.toMatchObject({ field });
    expect((await ws.status()).log.events).toBe(0);
  });

  it("cannot be let go if nobody bound it, nor by a name that means two", async () => {
    const ws = await openInTemp();
    await expect(ws.rules.unbind({ rule: "CLAUDE.md:88" })).rejects.toMatchObject({ code: "not_found" });
    await ws.rules.watch(stated);
    const { rule } = await ws.rules.watch({ ...stated, check: '{"never":{"run":"git push -f"}}' });
    await expect(ws.rules.unbind({ rule: "CLAUDE.md:88" })).rejects.toMatchObject({ field: "rule" });
    expect((await ws.rules.unbind({ rule: rule.rule.slice(5, 12) })).rule.rule).toBe(rule.rule);
  });
});

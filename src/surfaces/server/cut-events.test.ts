import { describe, expect, it } from "vitest";
import { hostNames, hostServer } from "../../../tests/support/host-calls.js";
import { recordedPayload } from "../../../tests/support/recorded-payload.js";
import { beginningOfJson } from "./request-body.js";

const padding = "x".repeat(200_000);

describe.each(hostNames)("a call of %s that is larger than the server reads", (host) => {
  it("it is denied with the reason, and on record", async () => {
    const { project, session, recordsOf } = await hostServer(undefined, ["server.hookMaxBytes=100000"]);
    const root = project("one");
    const { run } = session(host, "s-1", root, { from: root });
    expect(await run("git status")).toBe("");
    const answer = await run(`git push # ${padding}`);
    expect(answer).toMatch(/"(?:deny|refusal)"/);
    expect(answer).toContain("larger than 100000 bytes");
    const records = (await recordsOf(root)).filter(({ type }) => type === "call-guarded");
    expect(records).toMatchObject([{ run: "s-1", data: { decision: "denied", lessons: [] } }]);
  });
});

describe("an event that is cut off", () => {
  it("a call whose end is missing is denied, wherever it was cut behind the name of its tool", async () => {
    const { project, call } = await hostServer();
    const payload = recordedPayload("claude-code", "pre-tool-use.bash", project("one"));
    const text = JSON.stringify(payload);
    for (const mark of ['"command":"', '"tool_use_id"'])
      expect(
        (await call("/v1/hooks/claude-code", text.slice(0, text.indexOf(mark) + mark.length))).body,
      ).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });

  it("one that asks nothing is refused and counted", async () => {
    const { project, call } = await hostServer();
    const payload = recordedPayload("claude-code", "post-tool-use.bash", project("one"));
    const { status } = await call("/v1/hooks/claude-code", JSON.stringify(payload).slice(0, -9));
    expect(status).toBe(400);
  });
});

it("a text of JSON that is cut off anywhere gives what is whole of it, and nothing else", () => {
  const whole = { a: 'x"]}\\', b: [1, { c: "," }], d: { e: "é\n", f: null }, g: "later" };
  const text = JSON.stringify(whole);
  for (let end = 1; end <= text.length; end += 1) {
    const read = beginningOfJson(text.slice(0, end)) as Partial<typeof whole>;
    expect(whole).toMatchObject({ ...read, b: whole.b });
    expect(Object.keys(read)).toEqual(Object.keys(whole).slice(0, Object.keys(read).length));
  }
  expect(beginningOfJson(text)).toEqual(whole);
  expect(beginningOfJson(text.slice(0, text.indexOf(',"g"')))).toEqual({ ...whole, g: undefined });
  for (const other of ["", "nothing", "]", '"a', '{"a":}']) expect(beginningOfJson(other)).toBeUndefined();
});

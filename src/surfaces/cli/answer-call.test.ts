import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { serverInTemp } from "../../../tests/support/server.js";
import { openWhetstone } from "../../verbs/open/open-whetstone.js";
import { identityOf } from "../server/ask-command.js";
import { answerCall } from "./answer-call.js";
import { tree } from "./tree.js";

const program = { name: "whetstone", summary: "", version: "0.0.0", tree };
const recorded = ["record", "--result", "success", "--duration", "5s", "--errors", "0", "--retries", "0"];

async function serverWithCommands() {
  const server = await serverInTemp({ commands: (call) => answerCall(call, program) });
  const root = server.project("one");
  const env = { ...server.env, USER: "ana" };
  const ask = (argv: readonly string[], changes: object = {}, init: object = {}) =>
    server.call("/v1/command", { argv, env, cwd: root, cwdIs: identityOf(root), ...changes }, init);
  const events = async () => {
    const ws = await openWhetstone({ root, env });
    try {
      return (await ws.log({})).events;
    } finally {
      await ws.close();
    }
  };
  return { ...server, root, env, ask, events };
}

describe("commands that a server runs for other processes", () => {
  it("a command answers with what it writes and how it ends, and writes in the name of its caller", async () => {
    const { ask, root, env, events } = await serverWithCommands();
    const here = await commandLine(["check-tool", "Bash", "--json"], { cwd: root, env });
    expect(await ask(["check-tool", "Bash", "--json"])).toEqual({
      status: 200,
      body: { code: here.code, written: [[1, here.stdout]] },
    });
    expect(await ask(recorded)).toMatchObject({ status: 200, body: { code: 0 } });
    expect(await ask(recorded, { env: { ...env, CLAUDECODE: "1" } })).toMatchObject({ body: { code: 0 } });
    const outcomes = (await events()).filter(({ type }) => type === "outcome-recorded");
    expect(outcomes.map(({ actor, origin }) => ({ actor, origin })).toSorted(byOrigin)).toEqual([
      { actor: "claude-code", origin: "agent:claude-code" },
      { actor: "ana", origin: "tool:cli" },
    ]);
  });

  it("an error is written where the command writes it, with its exit code", async () => {
    const { ask, root, env } = await serverWithCommands();
    for (const argv of [["plan"], ["plan", "--json"], ["brief", "--role"], ["status", "--sett", "x"]]) {
      const here = await commandLine(argv, { cwd: root, env });
      const { body } = await ask(argv);
      const { code, written } = body as { code: number; written: [number, string][] };
      const text = (to: number) => written.flatMap(([each, piece]) => (each === to ? [piece] : [])).join("");
      expect({ argv, code, stdout: text(1), stderr: text(2) }).toEqual({ argv, ...here });
    }
  });

  it("settings of the caller's environment hold for its command alone", async () => {
    const { ask, env } = await serverWithCommands();
    const storeOf = async (changes: object) =>
      JSON.stringify((await ask(["status", "--json"], { env: { ...env, ...changes } })).body);
    expect(await storeOf({ WHETSTONE_STORE_KIND: "memory" })).toContain('\\"kind\\":\\"memory\\"');
    expect(await storeOf({})).toContain('\\"kind\\":\\"sqlite\\"');
    expect(await storeOf({ WHETSTONE_NO_SUCH_SETTING: "1" })).toContain("WHETSTONE_NO_SUCH_SETTING");
  });

  it("a person is never heard through it, and nothing is done for one", async () => {
    const { ask, events } = await serverWithCommands();
    for (const argv of [
      [...recorded, "--by", "Ana"],
      ["gate", "p1", "--override", "late", "--by=Ana"],
      ["lessons", "reset", "x", "--yes"],
      ["init"],
    ])
      expect(await ask(argv)).toEqual({ status: 200, body: { notHere: expect.any(String) } });
    expect(await events()).toEqual([]);
  });

  it("a command that wants standard input gets no further, and has done nothing", async () => {
    const { ask, events } = await serverWithCommands();
    for (const argv of [
      ["ack"],
      ["ack", "-"],
      ["deliberate"],
      ["plan", "Add OAuth", "--context-file", "-"],
      [...recorded, "-"],
    ])
      expect({ argv, ...(await ask(argv)) }).toEqual({
        argv,
        status: 200,
        body: { notHere: "it reads standard input" },
      });
    expect(await events()).toEqual([]);
  });

  it("a call is refused before anything is done where its process would work otherwise", async () => {
    const { ask, env, events, root } = await serverWithCommands();
    const refused = { status: 403, body: { error: { code: "not_allowed" } } };
    expect(await ask(recorded, { env: { ...env, NODE_EXTRA_CA_CERTS: "/a.pem" } })).toMatchObject(refused);
    expect(await ask(recorded, { cwdIs: "1/2" })).toMatchObject(refused);
    expect(await ask(recorded, { cwd: `${root}/none` })).toMatchObject(refused);
    expect(await ask(recorded, { more: 1 })).toMatchObject(refused);
    expect((await ask(recorded, {}, { token: null })).status).toBe(401);
    expect(await events()).toEqual([]);
  });

  it("a server that is not part of the command line runs no commands", async () => {
    const { call } = await serverInTemp();
    expect((await call("/v1/command", {})).status).toBe(403);
  });
});

function byOrigin(a: { readonly origin: string }, b: { readonly origin: string }): number {
  return a.origin < b.origin ? -1 : 1;
}

import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { Host } from "../../agents/host.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { callServer } from "./client.js";
import { serverCheck } from "./control.js";

/** For calls that nobody answers. */
const bounded = { budgetMs: 2_000, version: "0.0.1" };
const patient = { budgetMs: 600_000, version: "0.0.1" };

/** A program that listens and is not a Whetstone server. */
async function stranger(answer: (socket: import("node:net").Socket) => void): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as import("node:net").AddressInfo).port;
}

/** The files of a server that would be at this port. */
async function filesFor(port: number, pid: number) {
  const { places, server, env } = await serverInTemp();
  await server.stop();
  const state = { ...server.state, port, pid };
  writeFileSync(places.state, JSON.stringify(state));
  return { places, env, server };
}

describe("callServer", () => {
  it("callServer returns the answer of the running server", async () => {
    const { env, project } = await serverInTemp();
    const answer = await callServer("status", { root: project("one") }, { ...patient, env });
    expect(answer).toMatchObject({ status: 200, body: { outcomes: { success: 0 } } });
    expect(await callServer("status", {}, { ...patient, env })).toMatchObject({ status: 400 });
  });

  it("callServer tells an empty answer and plain text from JSON", async () => {
    const bodies = [undefined, "plain", { a: "ü".repeat(70_000) }];
    const host: Host = {
      name: "agent",
      handle: async (index) => ({ status: 200, body: bodies[index as number] }),
    };
    const { env } = await serverInTemp({ hosts: { agent: host } });
    for (const [index, body] of bodies.entries())
      expect(await callServer("hooks/agent", index, { ...patient, env })).toEqual({ status: 200, body });
  });

  it("callServer gives up at once when no server runs and none may be started", async () => {
    const env = { HOME: tempFolder() };
    expect(await callServer("status", {}, { ...bounded, env })).toBeUndefined();
  });

  it("callServer gives up and notes a loss when there is no answer in time", async () => {
    const { places, env } = await filesFor(await stranger(() => undefined), process.pid);
    expect(await callServer("hooks/agent", {}, { ...bounded, budgetMs: 100, env })).toBeUndefined();
    expect(JSON.parse(readFileSync(places.lost, "utf8"))).toMatchObject({
      route: "hooks/agent",
      reason: "timeout",
    });
  });

  it("callServer does not accept half an answer", async () => {
    const port = await stranger((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}"));
    const { env } = await filesFor(port, process.pid);
    expect(await callServer("status", {}, { ...bounded, env })).toBeUndefined();
  });

  it("callServer sends nothing to another program at the port of a server that is gone", async () => {
    let connections = 0;
    const port = await stranger(() => (connections += 1));
    // No process has this number.
    const { env } = await filesFor(port, 2 ** 22 + 1);
    expect(await callServer("status", {}, { ...bounded, env })).toBeUndefined();
    expect(connections).toBe(0);
  });

  it("callServer shows neither token nor payload to a program that does not know the token", async () => {
    const heard: Buffer[] = [];
    const port = await stranger((socket) =>
      socket.on("data", (bytes: Buffer) => {
        heard.push(bytes);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"ok":true}`);
      }),
    );
    const { env, places } = await filesFor(port, process.pid);
    expect(await callServer("hooks/agent", { secret: "payload" }, { ...bounded, env })).toBeUndefined();
    const text = Buffer.concat(heard).toString();
    expect(text).toContain("GET /healthz?challenge=");
    expect(text).not.toContain("payload");
    expect(text).not.toContain(readFileSync(places.token, "utf8").trim());
  });

  it("callServer lets one call wait for a server that does not answer, and starts another", async () => {
    let connections = 0;
    const port = await stranger(() => (connections += 1));
    const { places, env, server } = await filesFor(port, process.pid);
    const options = { ...bounded, env, command: [process.execPath, "-e", "0"] };
    const asked = { hook_event_name: "PreToolUse" };
    for (let call = 0; call < 4; call += 1)
      expect(await callServer("hooks/agent", asked, options)).toBeUndefined();
    expect(connections).toBe(1);
    expect(existsSync(places.starting)).toBe(true);
    const lost = readFileSync(places.lost, "utf8").trim().split("\n");
    expect(lost.map((line) => JSON.parse(line).reason)).toEqual([
      "timeout",
      ...Array(3).fill("the server did not answer an earlier call"),
    ]);
    expect(await serverCheck(env, Date.now())).toMatchObject({ state: "problem" });
    expect(readFileSync(places.hung, "utf8")).toBe(server.state.id);
  });

  it("callServer notes no crash of a server whose process goes on", async () => {
    const { places, env } = await filesFor(1, process.pid);
    await callServer(
      "status",
      {},
      { ...bounded, budgetMs: 200, env, command: [process.execPath, "-e", "0"] },
    );
    expect(readFileSync(places.lost, "utf8")).not.toContain("crashed");
  });

  it("callServer notes the crash of the server that it replaces", async () => {
    const { places, env } = await filesFor(1, 2 ** 22 + 1);
    // Starts nothing, so that no server is left behind.
    const command = [process.execPath, "-e", "0"];
    await callServer("status", {}, { ...bounded, budgetMs: 200, env, command });
    const [first] = readFileSync(places.lost, "utf8").split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({
      route: "server",
      reason: expect.stringContaining("crashed; started a new one"),
    });
  });

  it.each([
    ["a relative data folder", { WHETSTONE_DATA_DIR: "relative" }],
    ["a file in place of the data folder", { WHETSTONE_DATA_DIR: "/dev/null" }],
  ])("callServer does not throw with %s", async (_name, changes) => {
    const options = {
      ...bounded,
      budgetMs: 200,
      env: { HOME: tempFolder(), ...changes },
      command: ["/no/such/program"],
    };
    expect(await callServer("status", {}, options)).toBeUndefined();
  });

  it("callServer does not throw when the program cannot be started", async () => {
    const env = { HOME: tempFolder() };
    const options = { ...bounded, budgetMs: 200, env, command: ["/no/such/program"] };
    expect(await callServer("status", {}, options)).toBeUndefined();
    const places = serverPlaces({ env, platform: process.platform, home: env.HOME });
    expect(readFileSync(places.lost, "utf8")).toContain("did not start in time");
  });

  it("callServer does not retry a start that has just failed", async () => {
    const { places, server, env } = await serverInTemp();
    await server.stop();
    writeFileSync(places.failure, "{}");
    const options = { ...bounded, budgetMs: 60_000, env, command: ["/no/such/program"] };
    expect(await callServer("status", {}, options)).toBeUndefined();
    expect(readFileSync(places.lost, "utf8")).toContain("the server could not start");
    utimesSync(places.failure, 0, 0);
    expect(await callServer("status", {}, { ...options, budgetMs: 100 })).toBeUndefined();
    expect(readFileSync(places.lost, "utf8")).toContain("did not start in time");
  });

  it("callServer uses a server of its own version or a newer one", async () => {
    const { env, project } = await serverInTemp({ version: "0.2.0" });
    const options = { ...patient, env, command: ["/no/such/program"] };
    for (const version of ["0.1.9", "0.2.0", "unbuilt"])
      expect(await callServer("status", { root: project("one") }, { ...options, version })).toMatchObject({
        status: 200,
      });
  });

  it("callServer asks an older server when the one of its own build does not come up", async () => {
    const { env, project, server } = await serverInTemp({ version: "0.2.0" });
    const options = { ...bounded, env, command: [process.execPath, "-e", "0"], version: "0.3.0" };
    expect(await callServer("status", { root: project("one") }, options)).toMatchObject({ status: 200 });
    expect(server.state.version).toBe("0.2.0");
  });
});

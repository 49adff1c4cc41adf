import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { loadConfig } from "../../base/config/load.js";
import { publish } from "./publication.js";
import { readState } from "./server-files.js";
import { startServer } from "./start-server.js";

const deadPid = 2 ** 22 + 1;

describe("publish", () => {
  it("publish returns the other server if one is alive", async () => {
    const { server, places, token } = await serverInTemp();
    const late = { ...server.state, id: "late", port: 1 };
    expect(await publish(places, late, token)).toEqual(server.state);
    expect(readState(places.state)).toEqual(server.state);
  });

  it.each([
    ["of a process that is gone", (port: number) => ({ id: "x", pid: deadPid, port })],
    ["whose port is another server's", (port: number) => ({ id: "x", pid: process.pid, port })],
    ["whose port is closed", () => ({ id: "x", pid: process.pid, port: 1 })],
  ])("publish replaces a file %s", async (_name, stale) => {
    const { server, places, token } = await serverInTemp();
    writeFileSync(places.state, JSON.stringify({ ...server.state, ...stale(server.state.port) }));
    const mine = { ...server.state, id: "mine" };
    expect(await publish(places, mine, token)).toEqual(mine);
    expect(readState(places.state)).toEqual(mine);
  });

  it("publish replaces a damaged file", async () => {
    const { server, places, token } = await serverInTemp();
    writeFileSync(places.state, '{"port":');
    expect(await publish(places, server.state, token)).toEqual(server.state);
  });

  it("one of twelve servers that start at once replaces a stale file, without temporary files", async () => {
    const { server, places, env } = await serverInTemp();
    await server.stop();
    writeFileSync(places.state, JSON.stringify({ ...server.state, pid: deadPid }));
    const { server: settings } = loadConfig().config;
    const options = { places, settings, env, version: "0.0.1", hosts: {}, port: 0 };
    const all = await Promise.all(Array.from({ length: 12 }, () => startServer(options)));
    const winners = all.flatMap((started) => ("mine" in started ? [started.mine] : []));
    expect(winners).toHaveLength(1);
    expect(readState(places.state)?.id).toBe(winners[0]?.state.id);
    await winners[0]?.stop();
    expect(readdirSync(places.folder).filter((name) => name.startsWith("server"))).toEqual(["server.token"]);
  });
});

describe("a running server", () => {
  it("a running server stops when another took its place", async () => {
    const { server, places } = await serverInTemp({ set: ["server.projectIdleMs=100"] });
    writeFileSync(places.state, JSON.stringify({ ...server.state, id: "another" }));
    expect(await server.ended).toBe("displaced");
    expect(readState(places.state)?.id).toBe("another");
  });

  it("a running server writes its file again after it was deleted", async () => {
    const { server, places } = await serverInTemp({ set: ["server.projectIdleMs=100"] });
    rmSync(places.state);
    await expect.poll(() => readState(places.state)).toEqual(server.state);
  });

  it("a running server that cannot write its file notes it once and goes on", async () => {
    const { server, places, call } = await serverInTemp({ set: ["server.projectIdleMs=100"] });
    const draft = `${places.state}.${server.state.id}.part`;
    mkdirSync(draft);
    rmSync(places.state);
    await expect.poll(() => existsSync(places.lost)).toBe(true);
    expect(JSON.parse(readFileSync(places.lost, "utf8"))).toMatchObject({
      route: "server",
      reason: expect.stringContaining("EISDIR"),
    });
    expect(await call("/healthz")).toMatchObject({ status: 200 });
    rmdirSync(draft);
    await expect.poll(() => readState(places.state)).toEqual(server.state);
  });
});

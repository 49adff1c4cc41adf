import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { exchange } from "./exchange.js";
import { runningServer } from "./running-server.js";
import { removeStaleSockets, socketOf } from "./server-socket.js";

function placesIn(folder: string) {
  const env = { WHETSTONE_DATA_DIR: folder };
  const places = serverPlaces({ env, platform: process.platform, home: folder });
  mkdirSync(places.folder, { recursive: true, mode: 0o700 });
  return places;
}

function statusOf(socketPath: string, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<number | undefined>((resolve, reject) => {
    request({ socketPath, path, method: "POST", headers: { host: "127.0.0.1", ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end("{}");
  });
}

// The systems with sockets in folders are those that know users by a number.
describe.skipIf(process.getuid === undefined)("the socket of a server", () => {
  it("callers of the same user find the socket of a running server", async () => {
    const { places, server } = await serverInTemp();
    const socket = socketOf(places, process.pid);
    expect(runningServer(places)).toMatchObject({ state: { socket: true }, socket });
    expect(existsSync(socket ?? "")).toBe(true);
    await server.stop();
    expect(existsSync(socket ?? "")).toBe(false);
  });

  it("the socket is for events of agents alone, and for those who know the token", async () => {
    const { places, token } = await serverInTemp();
    const socket = socketOf(places, process.pid) ?? "";
    const known = { authorization: `Bearer ${token}` };
    for (const path of ["/healthz", "/v1/status", "/v1/sign-in/code", "/v1/shutdown", "/"])
      expect(await statusOf(socket, path, known)).toBe(404);
    expect(await statusOf(socket, "/v1/hooks/claude-code", {})).toBe(401);
    expect(await statusOf(socket, "/v1/hooks/claude-code", known)).not.toBe(401);
  });

  it("no socket is used in a folder that others may enter", () => {
    const places = placesIn(tempFolder());
    expect(socketOf(places, 1)).toBe(join(places.folder, "server.1.sock"));
    for (const mode of [0o770, 0o701, 0o755, 0o722]) {
      chmodSync(places.folder, mode);
      expect(socketOf(places, 1)).toBeUndefined();
    }
  });

  it("no socket is used under a path that some systems would cut off", () => {
    expect(socketOf(placesIn(join(tempFolder(), "x".repeat(100))), 1)).toBeUndefined();
  });

  it("sockets of servers that are gone are removed", () => {
    const places = placesIn(tempFolder());
    // No system gives a process a number as high as the first.
    for (const name of ["server.999999999.sock", `server.${process.ppid}.sock`, "server.json"])
      writeFileSync(join(places.folder, name), "");
    removeStaleSockets(places);
    expect(readdirSync(places.folder).sort()).toEqual([`server.${process.ppid}.sock`, "server.json"].sort());
  });

  it("a call goes to the port, and asks for a proof, where the socket is gone", async () => {
    const { server, token } = await serverInTemp();
    const { address, port } = server.state;
    const socket = join(tempFolder(), "gone.sock");
    const to = { address, port, socket, method: "POST", token, timeoutMs: 60_000, body: "{}" } as const;
    const path = "/v1/hooks/none";
    expect(await exchange({ ...to, path, provenBy: token })).toHaveProperty("status");
    expect(await exchange({ ...to, path, provenBy: "another" })).toEqual({ failed: "refused" });
  });
});

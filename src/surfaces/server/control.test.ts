import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { findServer, serverCheck, stopServer } from "./control.js";

const now = Date.parse("2026-01-10T00:00:00.000Z");

describe("serverCheck", () => {
  it("serverCheck is ok when no server runs", async () => {
    expect(await serverCheck({ HOME: tempFolder() }, now)).toEqual({
      name: "server",
      state: "ok",
      detail: "not running, starts on demand",
    });
  });

  it("serverCheck describes the running server", async () => {
    const { env, server } = await serverInTemp();
    const { detail, state } = await serverCheck(env, now);
    expect(state).toBe("ok");
    expect(detail).toContain(`version 0.0.1 at 127.0.0.1:${server.state.port}`);
    expect(detail).toContain(server.state.startedAt);
  });

  it("serverCheck reports why the last start failed", async () => {
    const { env, server, places } = await serverInTemp();
    writeFileSync(places.failure, '{"at":"2026-01-01T00:00:00.000Z","reason":"the disk is full"}');
    expect(await serverCheck(env, now)).toMatchObject({ state: "ok" });
    await server.stop();
    expect(await serverCheck(env, now)).toMatchObject({
      state: "problem",
      detail: "the last start failed: the disk is full",
      next: expect.any(String),
    });
  });

  it("serverCheck counts the recent losses of hooks", async () => {
    const { env, places } = await serverInTemp();
    const line = (at: string, reason: string) => JSON.stringify({ at, route: "hooks/codex", reason });
    const lines = [
      line("2025-12-01T00:00:00.000Z", "old"),
      "damaged",
      "null",
      line("2026-01-09T00:00:00.000Z", "timeout"),
    ];
    writeFileSync(places.lost, `${lines.join("\n")}\n`);
    const { state, detail } = await serverCheck(env, now);
    expect(state).toBe("warning");
    expect(detail).toContain("1 losses in the last days, the newest at hooks/codex: timeout");
  });
});

it.each(["lost", "failure"] as const)(
  "serverCheck fails where the note '%s' cannot be read",
  async (note) => {
    const { env, places } = await serverInTemp();
    mkdirSync(places[note]);
    await expect(serverCheck(env, now)).rejects.toThrow(`${places[note]} cannot be read`);
  },
);

describe("stopServer", () => {
  it("stopServer waits until the server has stopped", async () => {
    const { env, server } = await serverInTemp();
    expect((await findServer(env)).state).toEqual(server.state);
    expect(await stopServer(env)).toEqual(server.state);
    expect((await findServer(env)).state).toBeUndefined();
    expect(await stopServer(env)).toBeUndefined();
  });
});

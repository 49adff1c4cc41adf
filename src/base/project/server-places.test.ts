import { describe, expect, it } from "vitest";
import { placesForProject } from "./places.js";
import { serverPlaces } from "./server-places.js";

const linux = { env: {}, platform: "linux", home: "/home/user" };

describe("serverPlaces", () => {
  it("serverPlaces puts the server's files beside the user's projects", () => {
    expect(serverPlaces(linux)).toEqual({
      folder: "/home/user/.local/share/whetstone",
      state: "/home/user/.local/share/whetstone/server.json",
      sessions: "/home/user/.local/share/whetstone/sessions",
      signIns: "/home/user/.local/share/whetstone/server.sign-ins",
      token: "/home/user/.local/share/whetstone/server.token",
      failure: "/home/user/.local/share/whetstone/server.failed.json",
      starting: "/home/user/.local/share/whetstone/server.starting",
      hung: "/home/user/.local/share/whetstone/server.hung",
      lost: "/home/user/.local/share/whetstone/server.lost",
    });
  });

  it("serverPlaces follows WHETSTONE_DATA_DIR, in a folder that no project can have", () => {
    const env = { WHETSTONE_DATA_DIR: "/own" };
    expect(serverPlaces({ ...linux, env }).state).toBe("/own/.server/server.json");
    expect(placesForProject({ ...linux, env, key: "server.json", root: "/repo" }).data).toBe(
      "/own/server.json",
    );
  });

  it("serverPlaces refuses a relative data folder", () => {
    expect(() => serverPlaces({ ...linux, env: { WHETSTONE_DATA_DIR: "data" } })).toThrow(
      expect.objectContaining({ code: "invalid_config" }),
    );
  });

  it("serverPlaces returns Windows paths on Windows", () => {
    const windows = { env: { LOCALAPPDATA: "D:\\Local" }, platform: "win32", home: "C:\\Users\\user" };
    expect(serverPlaces(windows).token).toBe("D:\\Local\\whetstone\\server.token");
  });
});

import { describe, expect, it } from "vitest";
import { placesForProject } from "./places.js";

const linux = { key: "billing", root: "/repo/app", env: {}, platform: "linux", home: "/home/user" };

describe("placesForProject", () => {
  it("placesForProject puts data outside the working tree", () => {
    expect(placesForProject(linux)).toEqual({
      root: "/repo/app",
      configFile: "/repo/app/whetstone.json",
      folder: "/repo/app/.whetstone",
      reports: "/repo/app/.whetstone/reports",
      link: "/repo/app/.whetstone/link.json",
      data: "/home/user/.local/share/whetstone/projects/billing",
      database: "/home/user/.local/share/whetstone/projects/billing/store.db",
      backups: "/home/user/.local/share/whetstone/projects/billing/backups",
      vectors: "/home/user/.local/share/whetstone/projects/billing/vectors/patterns.lance",
      models: [
        "/home/user/.local/share/whetstone/models",
        "/home/user/.local/share/whetstone/projects/billing/models",
      ],
      losses: "/home/user/.local/share/whetstone/projects/billing/lost",
      folders: "/home/user/.local/share/whetstone/folders",
      teams: "/home/user/.config/whetstone/teams",
      lastSeen: "/home/user/.local/share/whetstone/projects/billing/heard",
      threads: "/home/user/.local/share/whetstone/projects/billing/threads",
    });
  });

  it.each([
    [
      "that of the platform",
      { platform: "darwin" },
      "/home/user/Library/Application Support/whetstone/projects/billing",
    ],
    ["below XDG_DATA_HOME", { env: { XDG_DATA_HOME: "/xdg" } }, "/xdg/whetstone/projects/billing"],
    [
      "in the home folder when XDG_DATA_HOME is relative",
      { env: { XDG_DATA_HOME: "xdg" } },
      "/home/user/.local/share/whetstone/projects/billing",
    ],
    [
      "WHETSTONE_DATA_DIR rather than XDG_DATA_HOME",
      { env: { XDG_DATA_HOME: "/xdg", WHETSTONE_DATA_DIR: "/own/" } },
      "/own/billing",
    ],
    [
      "the configured one rather than WHETSTONE_DATA_DIR",
      { storeFolder: "../data", env: { WHETSTONE_DATA_DIR: "/own" } },
      "/repo/data/billing",
    ],
    ["a configured absolute one", { storeFolder: "/srv/ws" }, "/srv/ws/billing"],
    ["a configured one in the home folder", { storeFolder: "~/$&ws" }, "/home/user/$&ws/billing"],
    [
      "the default when the variables are empty",
      { env: { XDG_DATA_HOME: "", WHETSTONE_DATA_DIR: "" } },
      "/home/user/.local/share/whetstone/projects/billing",
    ],
  ])("the data folder is %s", (_name, change, data) => {
    expect(placesForProject({ ...linux, ...change }).data).toBe(data);
  });

  it.each([
    ["in the user's data folder", { storeFolder: "../data" }, "/home/user/.local/share/whetstone/models"],
    ["under a name that no project can have", { env: { WHETSTONE_DATA_DIR: "/own" } }, "/own/.models"],
    ["below XDG_DATA_HOME", { env: { XDG_DATA_HOME: "/xdg" } }, "/xdg/whetstone/models"],
  ])("all projects share one folder of models, %s", (_name, change, models) => {
    expect(placesForProject({ ...linux, ...change }).models[0]).toBe(models);
    expect(placesForProject({ ...linux, ...change, key: "shop", root: "/repo/shop" }).models[0]).toBe(models);
  });

  it("placesForProject returns Windows paths on Windows", () => {
    const windows = { ...linux, platform: "win32", root: "C:\\work\\app", home: "C:\\Users\\user" };
    const places = placesForProject({ ...windows, env: { LOCALAPPDATA: "D:\\Local" } });
    expect(places.link).toBe("C:\\work\\app\\.whetstone\\link.json");
    expect(places.database).toBe("D:\\Local\\whetstone\\projects\\billing\\store.db");
    expect(placesForProject(windows).data).toBe(
      "C:\\Users\\user\\AppData\\Local\\whetstone\\projects\\billing",
    );
  });

  it("placesForProject refuses a relative WHETSTONE_DATA_DIR, which would follow the current folder", () => {
    expect(() => placesForProject({ ...linux, env: { WHETSTONE_DATA_DIR: "data" } })).toThrow(
      expect.objectContaining({ code: "invalid_config", field: "WHETSTONE_DATA_DIR" }),
    );
  });
});

import { utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { sharedEnvironment, startInBackground } from "./background.js";

it("sharedEnvironment drops the variables that are for one project", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/user",
    WHETSTONE_DATA_DIR: "/data",
    WHETSTONE_LOG: "debug",
    WHETSTONE_SERVER_IDLE_MS: "5000",
    WHETSTONE_RUN: "r-1",
    WHETSTONE_ORIGIN: "human",
    WHETSTONE_STORE_FOLDER: "/one/project",
    WHETSTONE_NESTED: "1",
  };
  expect(Object.keys(sharedEnvironment(env))).toEqual([
    "PATH",
    "HOME",
    "WHETSTONE_DATA_DIR",
    "WHETSTONE_LOG",
    "WHETSTONE_SERVER_IDLE_MS",
  ]);
});

describe("startInBackground", () => {
  it("startInBackground starts once for many callers, and again after a failed start", async () => {
    const home = tempFolder();
    const places = serverPlaces({ env: {}, platform: process.platform, home });
    const start = () => startInBackground(["/no/such/program"], places, {});
    expect((await Promise.all([start(), start(), start()])).sort()).toEqual([false, false, true]);
    expect(await start()).toBe(false);
    utimesSync(places.starting, 0, 0);
    expect(await start()).toBe(true);
  });
});

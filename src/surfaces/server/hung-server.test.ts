import { statSync, utimesSync } from "node:fs";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { clearHung, isMarkedHung, isTimeToReplace, markHung } from "./hung-server.js";
import type { ServerState } from "./server-files.js";

it("a server that hangs is replaced once in a while, not by every call and not never", () => {
  const home = tempFolder();
  const places = serverPlaces({ env: { HOME: home }, platform: process.platform, home });
  makeFolder(places.folder);
  const server = { id: "hanging" } as ServerState;
  expect(isTimeToReplace(places)).toBe(false);
  markHung(places, server);
  expect(isMarkedHung(places, server)).toBe(true);
  expect(isMarkedHung(places, { ...server, id: "another" })).toBe(false);
  // The call that marked it has started another server already.
  expect(isTimeToReplace(places)).toBe(false);
  const halfAMinuteAgo = Date.now() / 1_000 - 31;
  utimesSync(places.hung, halfAMinuteAgo, halfAMinuteAgo);
  expect(isTimeToReplace(places)).toBe(true);
  expect(statSync(places.hung).mtimeMs / 1_000).toBeGreaterThan(halfAMinuteAgo + 1);
  expect(isTimeToReplace(places)).toBe(false);
  clearHung(places);
  expect(isMarkedHung(places, server)).toBe(false);
});

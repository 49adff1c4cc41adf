import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { recorded } from "./recorded.mjs";

it("recorded data is found only in the folder that --data names", () => {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const next = "Name the folder that holds sessions with --data FOLDER.";
  expect(() => recorded(undefined, "sessions")).toThrow(`--data is missing. ${next}`);
  expect(() => recorded(folder, "sessions")).toThrow(`there is no ${join(folder, "sessions")}. ${next}`);
  mkdirSync(join(folder, "sessions"));
  expect(recorded(folder, "sessions")).toBe(join(folder, "sessions"));
});

it.each([
  ["run.mjs", ["retrieval"]],
  ["sessions.bench.mjs", []],
])("%s says which option is missing, and ends with an error", (script, args) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    encoding: "utf8",
  });
  expect(stderr).toBe(
    `--data is missing. Name the folder that holds ${args[0] ?? "sessions"} with --data FOLDER.\n`,
  );
  expect(status).toBe(2);
});

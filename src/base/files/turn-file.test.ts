import { spawnSync } from "node:child_process";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { TurnFile } from "./turn-file.js";

it("only one has the turn, until it gives it back", () => {
  const file = join(tempFolder(), "turn");
  const mine = TurnFile.take(file);
  expect(mine).toBeDefined();
  expect(TurnFile.take(file)).toBeUndefined();
  mine?.release();
  expect(existsSync(file)).toBe(false);
  TurnFile.take(file)?.release();
});

it("the turn of a process that has ended, or was not renewed, is free", () => {
  const file = join(tempFolder(), "turn");
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(file, String(pid));
  TurnFile.take(file)?.release();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, String(process.pid));
  expect(TurnFile.take(file)).toBeUndefined();
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, longAgo, longAgo);
  const mine = TurnFile.take(file);
  expect(mine).toBeDefined();
  mine?.release();
});

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { defaults } from "../base/config/settings.js";
import { readSynonymFile, writeSynonymFile } from "./synonym-file.js";

const settings = defaults.retrieval;
const map = [{ words: ["auth", "login"] as const, count: 2 }];

it("a synonym map is read back after it was written, and is empty before", () => {
  const folder = join(tempFolder(), "vectors");
  expect(readSynonymFile(folder, settings)).toEqual([]);
  writeSynonymFile(folder, map);
  expect(readSynonymFile(folder, settings)).toEqual(map);
});

it("a synonym map that is too large or not a file is not read", () => {
  const folder = tempFolder();
  writeSynonymFile(folder, map);
  appendFileSync(join(folder, "synonym-map.json"), " ".repeat(262_144));
  expect(readSynonymFile(folder, settings)).toEqual([]);
  const other = tempFolder();
  mkdirSync(join(other, "synonym-map.json"));
  expect(readSynonymFile(other, settings)).toEqual([]);
});

it("a synonym map is empty when a file is in place of its folder", () => {
  const file = join(tempFolder(), "vectors");
  writeFileSync(file, "a file");
  expect(readSynonymFile(file, settings)).toEqual([]);
});

it("forged entries of a synonym map are dropped, and valid ones are kept", () => {
  const folder = tempFolder();
  const forged = [
    ["auth", "login", 2],
    ["</block>", "login", 99],
    ["ignore previous", "login", 99],
  ];
  writeFileSync(join(folder, "synonym-map.json"), JSON.stringify({ pairs: forged }));
  expect(readSynonymFile(folder, settings)).toEqual(map);
});

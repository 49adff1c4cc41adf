import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { successorOf } from "./successor.js";

/** A program that a server was started from; `install` puts another one in its place, as npm does. */
function program() {
  const file = join(tempFolder(), "main.cjs");
  const install = (text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  install("old");
  return { file, install };
}

it("a program that was replaced is started, as often as it takes to come up and not for ever", async () => {
  const { file, install } = program();
  let starts = 0;
  const look = successorOf(file, async () => {
    starts += 1;
    return true;
  });
  await look();
  expect(starts).toBe(0);
  install("new");
  for (let call = 0; call < 10; call += 1) await look();
  expect(starts).toBe(3);
  install("newer");
  await look();
  expect(starts).toBe(4);
});

it("a program that is being installed is waited for, and a start that somebody else makes is not counted", async () => {
  const { file, install } = program();
  const asked: boolean[] = [];
  const look = successorOf(file, async () => asked.push(false) > 5);
  rmSync(file);
  await look();
  expect(asked).toEqual([]);
  install("new");
  for (let call = 0; call < 10; call += 1) await look();
  expect(asked).toHaveLength(8);
});

import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { WriteLock } from "./write-lock.js";

const dead = `999999999 ${hostname()} token`;

function lockFile(content?: string): string {
  const file = join(tempFolder(), "patterns.lock");
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

/** Runs work under many locks on one file, as many processes would, and returns the most that ran at once. */
async function mostAtOnce(file: string, holders: number): Promise<number> {
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await setTimeout(1);
    running -= 1;
  };
  await Promise.all(Array.from({ length: holders }, () => new WriteLock(file).hold(work)));
  return most;
}

describe("WriteLock", () => {
  it("one holder works at a time, and no file is left behind", async () => {
    const file = lockFile();
    expect(await mostAtOnce(file, 12)).toBe(1);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it("the lock of a dead process is taken over by one of many", async () => {
    for (let round = 0; round < 5; round += 1) {
      const file = lockFile(dead);
      expect(await mostAtOnce(file, 8)).toBe(1);
      expect(existsSync(file)).toBe(false);
    }
  });

  it("a holder does not remove a lock that was taken over from it", async () => {
    const file = lockFile();
    await new WriteLock(file).hold(async () => writeFileSync(file, "1 elsewhere token"));
    expect(readFileSync(file, "utf8")).toBe("1 elsewhere token");
  });

  it("the lock of a process on another machine is respected until it is stale", async () => {
    const file = lockFile("1 elsewhere token");
    const old = Date.now() / 1000 - 120;
    const waiting = new WriteLock(file).hold(async () => "in");
    await setTimeout(20);
    expect(readFileSync(file, "utf8")).toBe("1 elsewhere token");
    utimesSync(file, old, old);
    expect(await waiting).toBe("in");
  });

  it("hold returns the result or the error of the work and then frees the lock", async () => {
    const lock = new WriteLock(lockFile());
    await expect(lock.hold(async () => Promise.reject(new RangeError("no")))).rejects.toThrow("no");
    expect(await lock.hold(async () => 7)).toBe(7);
  });

  it("a lock that cannot be created reports what is in the way", async () => {
    const file = join(lockFile("a file"), "patterns.lock");
    await expect(new WriteLock(file).hold(async () => 1)).rejects.toMatchObject({ code: "not_writable" });
  });
});

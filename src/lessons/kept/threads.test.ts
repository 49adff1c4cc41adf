import { appendFileSync, chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ran } from "../../../tests/support/seen-call.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { Threads } from "./threads.js";

const texts = (calls: readonly { readonly text: string }[]) => calls.map(({ text }) => text);
const fileIn = (folder: string) => join(folder, readdirSync(folder)[0] ?? "");

describe("the last calls of a thread", () => {
  it("are thirteen, the newest last, also for another process", () => {
    const folder = join(tempFolder(), "threads");
    for (let n = 0; n < 200; n += 1) {
      const seen = new Threads(folder).with("one", ran(`make ${n}`), "live");
      const from = Math.max(0, n - 12);
      expect(texts(seen)).toEqual(Array.from({ length: n - from + 1 }, (_, at) => `make ${from + at}`));
    }
    expect(readFileSync(fileIn(folder), "utf8").split("\n").length).toBeLessThan(70);
    expect(statSync(fileIn(folder)).mode & 0o077).toBe(0);
  });

  it("are those of one thread, and of a past session nothing is written", () => {
    const folder = join(tempFolder(), "threads");
    const threads = new Threads(folder);
    threads.with("one", ran("make a"), "live");
    expect(texts(threads.with("two", ran("make b"), "live"))).toEqual(["make b"]);
    threads.with("three", ran("make c"), "past");
    expect(texts(threads.with("three", ran("make d"), "past"))).toEqual(["make c", "make d"]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("go on behind a line that a crash cut off, and keep no whole output", () => {
    const folder = join(tempFolder(), "threads");
    const threads = new Threads(folder);
    const lines = Array.from({ length: 5_000 }, () => "x".repeat(5_000));
    threads.with("one", { ...ran("make a"), lines }, "live");
    expect(statSync(fileIn(folder)).size).toBeLessThan(40_000);
    appendFileSync(fileIn(folder), '{"tool":"Ba');
    appendFileSync(fileIn(folder), "\n");
    expect(texts(threads.with("one", ran("make b"), "live"))).toEqual(["make a", "make b"]);
  });

  it("never stop an agent where nothing can be written", () => {
    const folder = tempFolder();
    chmodSync(folder, 0o500);
    const threads = new Threads(join(folder, "file", "\0"));
    expect(texts(threads.with("one", ran("make a"), "live"))).toEqual(["make a"]);
    chmodSync(folder, 0o700);
  });

  it("are deleted when something is forgotten", async () => {
    const ws = await openInTemp({ set: ["store.kind=sqlite"] });
    await ws.reflect({ tool: "Bash", input: "deploy --to acme", output: "ok", run: "r-1" });
    const folder = join(ws.place.data, "threads");
    expect(readdirSync(folder)).toHaveLength(1);
    await ws.lessons.forget({ text: "acme", reason: "a customer" });
    expect(existsSync(folder)).toBe(false);
  });
});

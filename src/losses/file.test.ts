import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { FileLosses } from "./file.js";
import type { Loss } from "./losses.js";

const loss = (stage: string, reason = "busy: too late", day = "2026-03-01"): Loss => ({
  at: `${day}T00:00:00.000Z`,
  stage,
  reason,
});
/** So many days before or after the first of March. */
const dayOf = (n: number) => new Date(Date.UTC(2026, 2, 1 + n)).toISOString().slice(0, 10);
const maxBytesOfDay = 262_144;

function lossesIn(above: string) {
  const folder = join(above, "data", "lost");
  return { folder, file: join(folder, "2026-03-01.jsonl"), losses: new FileLosses(folder) };
}

describe("losses in files", () => {
  it("are nothing before the first, and looking creates no folder", () => {
    const folder = tempFolder();
    expect(lossesIn(folder).losses.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("come back as they were noted, oldest first, for everyone who looks", () => {
    const { folder, losses } = lossesIn(tempFolder());
    const noted = [
      loss("brief"),
      loss("deliberate", "two\nlines and a \u2028"),
      loss("review", '"quoted" \ud800'),
    ];
    for (const each of noted) losses.note(each);
    expect(losses.list()).toEqual(noted);
    expect(new FileLosses(folder).list()).toEqual(noted);
  });

  it("have a file for each day, and are listed in the order of days", () => {
    const { folder, losses } = lossesIn(tempFolder());
    const noted = [2, 0, 1, 0].map((n) => loss("brief", `day ${n}`, dayOf(n)));
    for (const each of noted) losses.note(each);
    expect(readdirSync(folder).sort()).toEqual(["2026-03-01.jsonl", "2026-03-02.jsonl", "2026-03-03.jsonl"]);
    expect(losses.list().map(({ reason }) => reason)).toEqual(["day 0", "day 0", "day 1", "day 2"]);
  });

  it("are one line each, which begins with its line break, whatever the reason holds", () => {
    const { file, losses } = lossesIn(tempFolder());
    let lines = 0;
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (reason) => {
        losses.note(loss("brief", reason));
        lines += 1;
        const [first, ...rest] = readFileSync(file, "utf8").split("\n");
        expect(first).toBe("");
        expect(rest).toHaveLength(lines);
        expect(losses.list().at(-1)).toEqual(loss("brief", reason.slice(0, 500)));
      }),
      { numRuns: 40 },
    );
  });

  it("keep the beginning of a long reason", () => {
    const { losses } = lossesIn(tempFolder());
    losses.note(loss("brief", "x".repeat(1_000_000)));
    expect(losses.list()).toEqual([loss("brief", "x".repeat(500))]);
  });

  it("are never mixed up by objects that write to one folder in turns, over several days", () => {
    const { folder } = lossesIn(tempFolder());
    const writers = Array.from({ length: 20 }, () => new FileLosses(folder));
    for (let round = 0; round < 20; round += 1)
      for (const [n, writer] of writers.entries())
        writer.note(loss(`writer-${n}`, `round ${round}`, dayOf(Math.floor(round / 5))));
    const listed = new FileLosses(folder).list();
    expect(listed).toHaveLength(400);
    for (const n of writers.keys())
      expect(listed.filter(({ stage }) => stage === `writer-${n}`).map(({ reason }) => reason)).toEqual(
        Array.from({ length: 20 }, (_, round) => `round ${round}`),
      );
  });

  it("cut off at any byte spoil only themselves", () => {
    const { file, losses } = lossesIn(tempFolder());
    losses.note(loss("brief", "before"));
    const whole = statSync(file).size;
    losses.note(loss("brief", "the one that is cut off"));
    const bytes = readFileSync(file);
    for (let size = whole; size < bytes.length; size += 1) {
      writeFileSync(file, bytes);
      truncateSync(file, size);
      losses.note(loss("review", "after"));
      expect(losses.list()).toEqual([loss("brief", "before"), loss("review", "after")]);
    }
  });

  it.each([
    ["a line cut off by a crash", '{"at":"2026-03-01T00:00:00.000Z","sta'],
    ["an empty line", ""],
    ["what is no JSON", "\u0000\u0000garbage"],
    ["JSON that is no loss", '["at","stage","reason"]'],
    ["null", "null"],
    ["a loss without a reason", '{"at":"2026-03-01T00:00:00.000Z","stage":"brief"}'],
    ["a loss whose time is a number", '{"at":5,"stage":"brief","reason":"x"}'],
  ])("are read around %s", (_what, damage) => {
    const { file, losses } = lossesIn(tempFolder());
    losses.note(loss("brief", "before"));
    appendFileSync(file, `\n${damage}`);
    losses.note(loss("brief", "after"));
    expect(losses.list()).toEqual([loss("brief", "before"), loss("brief", "after")]);
  });

  it("leave out fields that somebody added", () => {
    const { file, losses } = lossesIn(tempFolder());
    losses.note(loss("brief"));
    writeFileSync(file, `\n${JSON.stringify({ ...loss("review"), more: 1 })}`);
    expect(losses.list()).toEqual([loss("review")]);
  });

  it("take bounded room in a day, however many there are, and the next day begins anew", () => {
    const { folder, file, losses } = lossesIn(tempFolder());
    const big = "x".repeat(500);
    const line = JSON.stringify(loss("brief", big)).length + 1;
    for (let n = 0; n < 600; n += 1) losses.note(loss("brief", big));
    expect(statSync(file).size).toBe(Math.ceil(maxBytesOfDay / line) * line);
    expect(losses.list()).toHaveLength(Math.ceil(maxBytesOfDay / line));
    const full = readFileSync(file);
    losses.note(loss("review", "one too many"));
    expect(readFileSync(file).equals(full)).toBe(true);
    losses.note(loss("review", "the next day", dayOf(1)));
    expect(readdirSync(folder).sort()).toEqual(["2026-03-01.jsonl", "2026-03-02.jsonl"]);
    expect(readFileSync(file).equals(full)).toBe(true);
    expect(losses.list().at(-1)).toEqual(loss("review", "the next day", dayOf(1)));
  });

  it("of a fortnight are kept, and older days go as a whole, but no file of anybody else", () => {
    const { folder, losses } = lossesIn(tempFolder());
    mkdirSync(folder, { recursive: true });
    const foreign = ["2025-01-01.json", "2025-01-01.jsonl.bak", "lost.jsonl", "x2025-01-01.jsonl"];
    for (const name of foreign) writeFileSync(join(folder, name), `\n${JSON.stringify(loss("foreign"))}`);
    for (let n = 0; n < 40; n += 1)
      for (const stage of ["brief", "review"]) losses.note(loss(stage, "late", dayOf(n)));
    const kept = readdirSync(folder).filter((name) => !foreign.includes(name));
    expect(kept.sort().slice(-14)).toEqual(Array.from({ length: 14 }, (_, n) => `${dayOf(26 + n)}.jsonl`));
    expect(kept.length).toBeLessThanOrEqual(15);
    expect(losses.list()).toHaveLength(2 * kept.length);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(foreign));
  });

  it.each([
    [
      "stands where the folder above should be",
      (above: string) => writeFileSync(join(above, "data"), "a file"),
    ],
    ["stands where the folder should be", (above: string) => writeAt(join(above, "data", "lost"))],
    [
      "stands where the file should be",
      (above: string) => mkdirSync(lossesIn(above).file, { recursive: true }),
    ],
  ])("that cannot be noted because something %s stop nobody", (_what, spoil) => {
    const above = tempFolder();
    spoil(above);
    const { losses } = lossesIn(above);
    expect(() => losses.note(loss("brief"))).not.toThrow();
    expect(losses.list()).toEqual([]);
  });

  it("of other days are listed although one day cannot be read", () => {
    const { folder, losses } = lossesIn(tempFolder());
    losses.note(loss("brief"));
    mkdirSync(join(folder, `${dayOf(1)}.jsonl`));
    losses.note(loss("review", "late", dayOf(2)));
    expect(losses.list().map(({ stage }) => stage)).toEqual(["brief", "review"]);
  });

  it("that cannot be noted below a device stop nobody", () => {
    const losses = new FileLosses("/dev/null/data/lost");
    expect(() => losses.note(loss("brief"))).not.toThrow();
    expect(losses.list()).toEqual([]);
  });
});

function writeAt(file: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "a file");
}

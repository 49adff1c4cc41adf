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
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { FileLosses } from "./file.js";
import type { Loss } from "./losses.js";

const loss = (stage: string, reason = "busy: too late", day = "2026-03-01"): Loss => ({
  at: `${day}T00:00:00.000Z`,
  stage,
  reason,
});
/** The date `n` days after the first of March. */
const dayOf = (n: number) => new Date(Date.UTC(2026, 2, 1 + n)).toISOString().slice(0, 10);
const maxBytesPerDay = 262_144;

function lossesIn(above: string) {
  const folder = join(above, "data", "lost");
  return { folder, file: join(folder, "2026-03-01.jsonl"), losses: new FileLosses(folder) };
}

describe("FileLosses", () => {
  it("an empty list is returned before the first loss, and no folder is created", () => {
    const folder = tempFolder();
    expect(lossesIn(folder).losses.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("losses are listed as they were noted, oldest first, by every reader", () => {
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

  it("each day has its own file, and losses are listed in the order of days", () => {
    const { folder, losses } = lossesIn(tempFolder());
    const noted = [2, 0, 1, 0].map((n) => loss("brief", `day ${n}`, dayOf(n)));
    for (const each of noted) losses.note(each);
    expect(readdirSync(folder).sort()).toEqual(["2026-03-01.jsonl", "2026-03-02.jsonl", "2026-03-03.jsonl"]);
    expect(losses.list().map(({ reason }) => reason)).toEqual(["day 0", "day 0", "day 1", "day 2"]);
  });

  it("each loss is one line that begins with its line break, whatever its reason contains", () => {
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

  it("a long reason is cut to its beginning", () => {
    const { losses } = lossesIn(tempFolder());
    losses.note(loss("brief", "x".repeat(1_000_000)));
    expect(losses.list()).toEqual([loss("brief", "x".repeat(500))]);
  });

  it("losses of many writers to one folder are never mixed up over several days", () => {
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

  it("a loss that is cut off at any byte damages no other loss", () => {
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
    ["a line that is not JSON", "\u0000\u0000garbage"],
    ["JSON that is not a loss", '["at","stage","reason"]'],
    ["null", "null"],
    ["a loss without a reason", '{"at":"2026-03-01T00:00:00.000Z","stage":"brief"}'],
    ["a loss whose time is a number", '{"at":5,"stage":"brief","reason":"x"}'],
  ])("losses before and after %s are still listed", (_what, damage) => {
    const { file, losses } = lossesIn(tempFolder());
    losses.note(loss("brief", "before"));
    appendFileSync(file, `\n${damage}`);
    losses.note(loss("brief", "after"));
    expect(losses.list()).toEqual([loss("brief", "before"), loss("brief", "after")]);
  });

  it("unknown fields of a loss are dropped", () => {
    const { file, losses } = lossesIn(tempFolder());
    losses.note(loss("brief"));
    writeFileSync(file, `\n${JSON.stringify({ ...loss("review"), more: 1 })}`);
    expect(losses.list()).toEqual([loss("review")]);
  });

  it("losses of one day take bounded space, and the next day starts empty", () => {
    const { folder, file, losses } = lossesIn(tempFolder());
    const big = "x".repeat(500);
    const line = JSON.stringify(loss("brief", big)).length + 1;
    for (let n = 0; n < 600; n += 1) losses.note(loss("brief", big));
    expect(statSync(file).size).toBe(Math.ceil(maxBytesPerDay / line) * line);
    expect(losses.list()).toHaveLength(Math.ceil(maxBytesPerDay / line));
    const full = readFileSync(file);
    losses.note(loss("review", "one too many"));
    expect(readFileSync(file).equals(full)).toBe(true);
    losses.note(loss("review", "the next day", dayOf(1)));
    expect(readdirSync(folder).sort()).toEqual(["2026-03-01.jsonl", "2026-03-02.jsonl"]);
    expect(readFileSync(file).equals(full)).toBe(true);
    expect(losses.list().at(-1)).toEqual(loss("review", "the next day", dayOf(1)));
  });

  it("the last 14 days are kept, older files are deleted, and foreign files are untouched", () => {
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
      "a file is in place of the parent folder",
      (above: string) => writeFileSync(join(above, "data"), "a file"),
    ],
    ["a file is in place of the folder", (above: string) => writeAt(join(above, "data", "lost"))],
    [
      "a folder is in place of the file",
      (above: string) => mkdirSync(lossesIn(above).file, { recursive: true }),
    ],
  ])("noting a loss does not throw when %s", (_what, spoil) => {
    const above = tempFolder();
    spoil(above);
    const { losses } = lossesIn(above);
    expect(() => losses.note(loss("brief"))).not.toThrow();
    expect(losses.list()).toEqual([]);
  });

  it("losses of other days are listed when one day cannot be read", () => {
    const { folder, losses } = lossesIn(tempFolder());
    losses.note(loss("brief"));
    mkdirSync(join(folder, `${dayOf(1)}.jsonl`));
    losses.note(loss("review", "late", dayOf(2)));
    expect(losses.list().map(({ stage }) => stage)).toEqual(["brief", "review"]);
  });

  it("noting a loss does not throw when the folder is below a device", () => {
    const losses = new FileLosses("/dev/null/data/lost");
    expect(() => losses.note(loss("brief"))).not.toThrow();
    expect(losses.list()).toEqual([]);
  });
});

function writeAt(file: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "a file");
}

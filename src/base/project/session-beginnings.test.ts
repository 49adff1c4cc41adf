import { readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { isBeginning, SessionBeginnings } from "./session-beginnings.js";

const place = { root: "/srv/shop", project: "git-0123456789abcdef", data: "/data/git-0123456789abcdef" };
const now = 1_800_000_000_000;

describe("SessionBeginnings", () => {
  it("a beginning is known to a later process, for its host and session alone, in a file of its owner", () => {
    const folder = join(tempFolder(), "sessions");
    new SessionBeginnings(folder).note("codex", "s-1", place, now);
    const later = new SessionBeginnings(folder);
    expect(later.of("codex", "s-1")).toEqual(place);
    expect(later.of("gemini", "s-1")).toBeUndefined();
    expect(later.of("codex", "s-2")).toBeUndefined();
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it("a file that is damaged, of another session or a link counts as none", () => {
    const folder = join(tempFolder(), "sessions");
    const beginnings = new SessionBeginnings(folder);
    beginnings.note("codex", "s-1", place, now);
    const file = join(folder, readdirSync(folder)[0] ?? "");
    const another = JSON.stringify({ host: "codex", session: "s-2", ...place });
    for (const text of ["", "{", "null", "[]", '{"root":1}', another]) {
      writeFileSync(file, text);
      expect(beginnings.of("codex", "s-1"), text).toBeUndefined();
    }
    const elsewhere = join(tempFolder(), "elsewhere.json");
    writeFileSync(elsewhere, JSON.stringify({ host: "codex", session: "s-1", ...place }));
    rmSync(file);
    symlinkSync(elsewhere, file);
    expect(beginnings.of("codex", "s-1")).toBeUndefined();
  });

  it("a beginning of more than 30 days ago is deleted when another is noted", () => {
    const folder = join(tempFolder(), "sessions");
    const beginnings = new SessionBeginnings(folder);
    beginnings.note("codex", "old", place, now);
    const [old = ""] = readdirSync(folder);
    const date = (name: string, daysAgo: number) => {
      const at = new Date(now - daysAgo * 86_400_000);
      utimesSync(join(folder, name), at, at);
    };
    date(old, 29);
    beginnings.note("codex", "s-1", place, now);
    expect(beginnings.of("codex", "old")).toEqual(place);
    for (const name of readdirSync(folder)) date(name, name === old ? 31 : 0);
    beginnings.note("codex", "s-2", place, now);
    expect(beginnings.of("codex", "old")).toBeUndefined();
    expect(beginnings.of("codex", "s-1")).toEqual(place);
  });
});

it("isBeginning follows links to the folder in which a session began, and knows those below it", () => {
  const root = tempFolder();
  const link = join(tempFolder(), "link");
  symlinkSync(root, link);
  for (const folder of [root, join(root, "src"), link])
    expect(isBeginning({ ...place, root }, folder)).toBe(true);
  for (const folder of [join(root, ".."), `${root}-2`, "/"])
    expect(isBeginning({ ...place, root }, folder)).toBe(false);
});

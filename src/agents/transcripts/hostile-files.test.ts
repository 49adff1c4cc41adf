import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import {
  claudeLines,
  entriesOf,
  homeWithTranscripts,
  transcriptsIn,
  writeClaudeSession,
} from "../../../tests/support/transcripts.js";

const session = { session: "one", at: "2026-01-05T10:00:00.000Z" };

async function read(home: string) {
  const { transcripts, faults } = await transcriptsIn(home);
  const entries = entriesOf(transcripts, faults);
  return { calls: entries.filter(({ kind }) => kind === "call").length, faults };
}

it("a damaged line costs that line, and is counted", async () => {
  const home = tempFolder();
  const file = writeClaudeSession(home, "/project", session);
  writeFileSync(file, `{"type":"user" not JSON\n${readFileSync(file, "utf8")}`);
  appendFileSync(file, '{"type":"user","timestamp":"2026-01-05T1');
  appendFileSync(file, "\n\u0000\u0001 not JSON\n[]\nnull\n");
  appendFileSync(file, claudeLines({ ...session, folder: "/project", id: "3", command: "ls" }).join("\n"));
  expect(await read(home)).toMatchObject({ calls: 3, faults: { damagedLines: 4, files: [] } });
});

it("a line of more than 32 megabytes is passed over, and what follows is read", async () => {
  const home = tempFolder();
  const file = writeClaudeSession(home, "/project", session);
  const handle = openSync(file, "a");
  writeSync(handle, '{"type":"user","message":"');
  const part = "x".repeat(1_048_576);
  for (let megabytes = 0; megabytes < 40; megabytes += 1) writeSync(handle, part);
  writeSync(handle, '"}\n');
  writeSync(handle, claudeLines({ ...session, folder: "/project", id: "3", command: "ls" }).join("\n"));
  closeSync(handle);
  expect(await read(home)).toMatchObject({ calls: 3, faults: { damagedLines: 1 } });
});

it("links and pipes in the place of transcripts are not opened", async () => {
  const home = tempFolder();
  const file = writeClaudeSession(home, "/project", session);
  const folder = dirname(file);
  symlinkSync(file, join(folder, "link.jsonl"));
  symlinkSync(folder, join(folder, "circle"));
  symlinkSync("/dev/zero", join(folder, "zero.jsonl"));
  execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
  const { calls, faults } = await read(home);
  expect(calls).toBe(2);
  expect(faults.files.map(({ why }) => why)).toEqual(["it is a link", "it is a link"]);
});

it("a database of OpenCode that is a link or damaged is passed over", async () => {
  const home = tempFolder();
  const folder = join(home, ".local/share/opencode");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "opencode.db"), "SQLite format 3\u0000 but not really");
  expect((await read(home)).faults.files).toHaveLength(1);
  const other = await homeWithTranscripts("/project");
  const linked = tempFolder();
  mkdirSync(join(linked, ".local/share/opencode"), { recursive: true });
  symlinkSync(
    join(other, ".local/share/opencode/opencode.db"),
    join(linked, ".local/share/opencode/opencode.db"),
  );
  expect((await read(linked)).faults.files).toMatchObject([{ why: "it is not a plain file" }]);
});

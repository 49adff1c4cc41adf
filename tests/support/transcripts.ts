import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agents } from "../../src/agents/agents.js";
import { inTimeOrder } from "../../src/agents/transcripts/in-time-order.js";
import { type Entry, Faults, type Transcript } from "../../src/agents/transcripts/transcript.js";
import { loadDriver } from "../../src/log/store/sqlite/driver.js";
import { tempFolder } from "./temp-folder.js";

const agentsFolder = join(import.meta.dirname, "../../src/agents");

/** Where each agent keeps its files in a home folder. */
const places = { "claude-code": ".claude", codex: ".codex", gemini: ".gemini" };

/** After every recording. */
export const afterRecordings = Date.parse("2026-12-01T00:00:00.000Z");

/** A home folder in which real agents ran two sessions each in `project`. */
export async function homeWithTranscripts(project: string, home = tempFolder()): Promise<string> {
  for (const [agent, place] of Object.entries(places)) {
    cpSync(join(agentsFolder, agent, "recorded-sessions"), join(home, place), { recursive: true });
    forEachFile(join(home, place), (file) =>
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("/project", project)),
    );
  }
  const database = join(home, ".local/share/opencode/opencode.db");
  mkdirSync(dirname(database), { recursive: true });
  const opened = (await loadDriver())(database, "create");
  const sql = readFileSync(join(agentsFolder, "opencode/recorded-sessions/opencode.sql"), "utf8");
  opened.exec(sql.replaceAll("/project", project));
  opened.close();
  return home;
}

function forEachFile(folder: string, work: (file: string) => void): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) work(join(entry.parentPath, entry.name));
}

/** The transcripts of one agent, or of all, in a home folder. */
export async function transcriptsIn(
  home: string,
  { agent, env = {} }: { readonly agent?: string; readonly env?: Record<string, string> } = {},
): Promise<{ readonly transcripts: readonly Transcript[]; readonly faults: Faults }> {
  const faults = new Faults();
  const place = { env, home, now: afterRecordings, scratch: tempFolder() };
  const chosen = agents.filter(({ name }) => agent === undefined || name === agent);
  const found = await Promise.all(
    chosen.map(async (each) => (await each.transcripts?.())?.(place, faults) ?? []),
  );
  return { transcripts: found.flat(), faults };
}

/** Their entries in the order of their times. */
export function entriesOf(transcripts: readonly Transcript[], faults = new Faults()): readonly Entry[] {
  return [...inTimeOrder(transcripts, faults)].flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
}

/** A line of Claude Code for a call and its answer. */
export function claudeLines(call: {
  readonly session: string;
  readonly folder: string;
  readonly id: string;
  readonly at: string;
  readonly command: string;
  readonly error?: string;
}): readonly string[] {
  const { session, folder, id, at, command, error } = call;
  const every = { isSidechain: false, timestamp: at, cwd: folder, sessionId: session };
  const use = { type: "tool_use", id, name: "Bash", input: { command } };
  const answer =
    error === undefined
      ? { type: "tool_result", tool_use_id: id, content: "ok", is_error: false }
      : { type: "tool_result", tool_use_id: id, content: error, is_error: true };
  const result = error === undefined ? { stdout: "ok", stderr: "" } : `Error: ${error}`;
  return [
    { ...every, type: "assistant", message: { id: `m-${id}`, role: "assistant", content: [use] } },
    { ...every, type: "user", message: { role: "user", content: [answer] }, toolUseResult: result },
  ].map((line) => JSON.stringify(line));
}

/** A line of Claude Code for a prompt that a person typed at its terminal. */
export function claudePrompt(prompt: {
  readonly session: string;
  readonly folder: string;
  readonly at: string;
  readonly text: string;
  readonly entrypoint?: string;
}): string {
  const { session, folder, at, text, entrypoint = "cli" } = prompt;
  const every = { isSidechain: false, timestamp: at, cwd: folder, sessionId: session, entrypoint };
  return JSON.stringify({ ...every, type: "user", message: { role: "user", content: text } });
}

/** Writes a session of Claude Code in which every other call names a script that is missing. */
export function writeClaudeSession(
  home: string,
  folder: string,
  { session, at, calls = 2 }: { readonly session: string; readonly at: string; readonly calls?: number },
): string {
  const lines = Array.from({ length: calls }, (_, index) => {
    const time = new Date(Date.parse(at) + index * 1_000).toISOString();
    const call = { session, folder, id: `${session}-${index}`, at: time };
    return index % 2 === 0
      ? claudeLines({
          ...call,
          command: "npm run tset",
          error: 'Exit code 1\nnpm error Missing script: "tset"',
        })
      : claudeLines({ ...call, command: "npm run test" });
  });
  const file = join(home, ".claude/projects/-project", `${session}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.flat().join("\n")}\n`);
  return file;
}

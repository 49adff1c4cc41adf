import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";

/** @returns {any[]} the objects of a file of JSON lines, packed or not; none when it is not there. */
function readLines(file) {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The files of all streams in a folder. */
export function streamFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^[^.]+\.jsonl(\.gz)?$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

/**
 * A stream of sessions with the labels that lie beside it: `NAME.jsonl.gz`, `NAME.labels.jsonl.gz` (which
 * failures are genuine, and which repeat), `NAME.failures.jsonl` and `NAME.prompts.jsonl` (read by hand).
 */
export function readStream(file, sessions = Number.POSITIVE_INFINITY) {
  const base = file.replace(/\.jsonl(\.gz)?$/, "");
  const labels = [...readLines(`${base}.labels.jsonl.gz`), ...readLines(`${base}.labels.jsonl`)];
  return streamOf({
    name: basename(base),
    entries: firstSessions(readLines(file), sessions),
    labels,
    failures: readLines(`${base}.failures.jsonl`),
    prompts: readLines(`${base}.prompts.jsonl`),
  });
}

function firstSessions(entries, count) {
  const kept = new Set([...new Set(entries.map(({ session }) => session))].slice(0, count));
  return entries.filter(({ session }) => kept.has(session));
}

/** The tools with which a host itself reads and changes files: it says on its own what went wrong. */
const fileTools = {
  "claude-code": new Set(["Read", "Edit", "MultiEdit", "Write", "NotebookEdit"]),
  codex: new Set(["apply_patch"]),
};
const editing = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch"]);

/**
 * Entries and labels, joined. `index` is the place of an entry in the stream, by which "before" is meant.
 * A failure is a call that the host flagged and nobody refused or cancelled.
 */
export function streamOf({ name, entries, labels, failures, prompts }) {
  const host = entries.some(({ tool }) => tool === "exec_command") ? "codex" : "claude-code";
  const labelOf = new Map(labels.map((label) => [label.id, label]));
  const calls = new Map(
    entries.flatMap((entry, index) =>
      entry.kind === "call"
        ? [
            [
              entry.id,
              {
                ...entry,
                index,
                sig: labelOf.get(entry.id)?.sig,
                isRepeat: labelOf.get(entry.id)?.rep === 1,
              },
            ],
          ]
        : [],
    ),
  );
  const isGenuine = ({ id, is_error }) => Boolean(is_error) && labelOf.get(id)?.genuine !== 0;
  return {
    name,
    host,
    entries,
    calls,
    sessions: new Set(entries.map(({ session }) => session)),
    failed: [...calls.values()].filter(isGenuine),
    refused: new Set(
      [...calls.values()].filter((call) => call.is_error && !isGenuine(call)).map(({ id }) => id),
    ),
    byHand: failures.filter(({ id }) => calls.has(id)),
    prompts,
    isOfHost: ({ tool }) => fileTools[host].has(tool),
    isEdit: ({ tool }) => editing.has(tool),
  };
}

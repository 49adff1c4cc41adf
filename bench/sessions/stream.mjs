import { existsSync, readFileSync } from "node:fs";
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

/**
 * A stream of sessions with the labels that lie beside it: `NAME.jsonl.gz`, `NAME.labels.jsonl.gz` (which
 * failures repeat), `NAME.failures.jsonl` and `NAME.prompts.jsonl` (read by hand).
 */
export function readStream(file) {
  const base = file.replace(/\.jsonl(\.gz)?$/, "");
  const labels = [...readLines(`${base}.labels.jsonl.gz`), ...readLines(`${base}.labels.jsonl`)];
  return {
    entries: readLines(file),
    labels: new Map(labels.map((label) => [label.id, label])),
    failures: readLines(`${base}.failures.jsonl`),
    prompts: readLines(`${base}.prompts.jsonl`),
  };
}

/** What Claude Code puts before the output of a shell that failed. */
const codeLine = /^Exit code (\d{1,3})(?:\n|$)/;

/** A call of the stream as the rules see it. */
export function toolCallOf({ tool, input, output, is_error }) {
  const code = codeLine.exec(output);
  const facts = code === null ? { isError: Boolean(is_error) } : { exitCode: Number(code[1]) };
  return {
    tool,
    input: inputText(input),
    output: code === null ? output : output.slice(code[0].length),
    facts,
  };
}

function inputText(input) {
  if (typeof input === "string") return input;
  return input.command ?? input.file_path ?? input.path ?? JSON.stringify(input);
}

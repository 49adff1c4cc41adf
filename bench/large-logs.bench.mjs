import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { spread } from "./interleaved.mjs";
import { writeLargeExport } from "./large-log.mjs";
import { commandLine, withProject } from "./project.mjs";

export const question =
  "What do import, rebuild and doctor take of processor and memory in a log of a million events, compared " +
  "with reading and parsing its export? (processor time, not the clock's)";

export async function run({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  try {
    const file = join(folder, "large.jsonl");
    const events = await writeLargeExport(file, quick ? 4_000 : 1_000_000);
    return await withProject((project) => measure(project, file, events));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each once: a million events take their time, and a baseline is measured before each of them. */
async function measure(project, file, events) {
  const rows = [];
  for (const [subject, ...args] of [
    ["import", "import", file],
    ["rebuild", "rebuild"],
    ["doctor --quick", "doctor", "--quick"],
    ["doctor", "doctor"],
  ]) {
    const baseline = await used(project, [import.meta.filename, file]);
    const { cpuMs, megabytes } = await used(project, [commandLine, ...args]);
    rows.push({
      name: `${events} events`,
      subject,
      baseline: "read and parse the export",
      rounds: 1,
      subjectMs: spread([cpuMs]),
      baselineMs: spread([baseline.cpuMs]),
      ratio: spread([cpuMs / baseline.cpuMs]),
      note: `${megabytes} MB of memory at peak, ${baseline.megabytes} for the baseline`,
    });
  }
  return rows;
}

/** What a program used, by its own account: written to a pipe of its own when it ends. */
async function used({ root, env }, args) {
  const reporter = new URL("report-usage.mjs", import.meta.url).href;
  const child = spawn(process.execPath, ["--import", reporter, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [text, [code]] = await Promise.all([textOf(child.stdio[3]), once(child, "exit")]);
  if (code !== 0) throw new Error(`node ${args.join(" ")} exited with ${code}`);
  return JSON.parse(text);
}

async function textOf(stream) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}

if (process.argv[1] === import.meta.filename)
  for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) JSON.parse(line);

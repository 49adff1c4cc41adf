import { basename } from "node:path";
import { readForeign } from "../../base/files/read-foreign.js";
import type { Moment, Place } from "../moment.js";

/** A longer output is not read: its end could be anything. */
const outputBytes = 1_048_576;

/** A command in the background that has ended, by Claude Code's notice; none for agents and what was stopped. */
export function endedInBackground(place: Place, notice: string): readonly Moment[] {
  const call = partOf(notice, "tool-use-id");
  const [, code] = /^[\s\S]*\bexit code (\d{1,3})\b/.exec(partOf(notice, "summary") ?? "") ?? [];
  if (call === undefined || code === undefined) return [];
  const facts = { exitCode: Number(code) };
  return [{ ...place, kind: "background-ended", call, output: outputOf(notice), facts }];
}

function partOf(notice: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]{1,4096})</${name}>`).exec(notice)?.[1];
}

/** The notice names the file that holds the output. Only the file of that task is read. */
function outputOf(notice: string): string {
  const file = partOf(notice, "output-file") ?? "";
  if (basename(file) !== `${partOf(notice, "task-id")}.output`) return "";
  const read = readForeign(file, { maxBytes: outputBytes });
  return "bytes" in read ? read.bytes.toString("utf8") : "";
}

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { Fault } from "./fault.mjs";
import { turnedEvent } from "./upcasts.mjs";

/**
 * Turns an export into one of format 2 with the same events in the same places.
 *
 * @returns {{ logs: number, events: number, turned: number }}
 */
export function turnExport(source, target) {
  const text = readFileSync(source, "utf8");
  const lines = text.replace(/\n$/, "").split("\n");
  checkSeal(source, lines);
  const events = lines.slice(1, -1).map((line, index) => turnedLine(line, index + 2));
  const sealed = [JSON.stringify({ whetstone: "log", format: 2 }), ...events];
  const footer = JSON.stringify({ events: events.length, sha256: hashOf(sealed) });
  // Fails where the file is there.
  writeFileSync(target, `${[...sealed, footer].join("\n")}\n`, { flag: "wx" });
  const turned = events.filter((line, index) => line !== lines[index + 1]).length;
  return { logs: 1, events: events.length, turned };
}

function checkSeal(source, lines) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first.startsWith('{"whetstone":"log",'))
    throw new Fault(`${source} is neither a database nor an export`, "name what an older build wrote");
  const { format } = parsed(first, 1);
  if (format !== 1) throw new Fault(`${source} has format ${format} already`, "import it as it is");
  const { events, sha256 } = lines.length < 2 ? {} : parsed(last, lines.length);
  if (events === lines.length - 2 && sha256 === hashOf(lines.slice(0, -1))) return;
  throw new Fault(`${source} was cut off or changed since it was exported`, "take an unchanged copy of it");
}

function turnedLine(line, number) {
  const { data, ...envelope } = parsed(line, number);
  const json = JSON.stringify(data);
  const event = turned({ ...envelope, data: json }, number);
  const { id, seq, type, at, actor, origin, run, task, key, v } = event;
  const head = JSON.stringify({ id, seq, type, at, actor, origin, run, task, key, v });
  // The text of unchanged data stays as it was written: numbers have more than one form.
  const written = event.data === json ? line.slice(line.indexOf(',"data":') + 8, -1) : event.data;
  return `${head.slice(0, -1)},"data":${written}}`;
}

function turned(event, number) {
  try {
    return turnedEvent(event);
  } catch (error) {
    throw new Fault(`line ${number}: ${error.message}`, "use the build that wrote it");
  }
}

function parsed(line, number) {
  try {
    return Object(JSON.parse(line ?? ""));
  } catch {
    throw new Fault(`line ${number} is not JSON`, "take an unchanged copy of the file");
  }
}

function hashOf(lines) {
  return createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");
}

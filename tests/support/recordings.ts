import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedEvent } from "../../src/log/events/envelope.js";

const folder = join(import.meta.dirname, "../../src/log/events/recorded");

/** Logs that some version of the program once exported. */
export const recordings: readonly string[] = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

export function recordedLines(file: string): readonly string[] {
  return readFileSync(join(folder, file), "utf8").trim().split("\n");
}

/** The events of a recording, as that version wrote them. */
export function recordedEvents(file: string, project = "recorded"): readonly RecordedEvent[] {
  return recordedLines(file)
    .slice(1, -1)
    .map((line) => {
      const { data, ...rest } = JSON.parse(line);
      return { ...rest, project, data: JSON.stringify(data) };
    });
}

import { readFileSync } from "node:fs";
import { WhetstoneError } from "../errors.js";
import type { Context } from "./context.js";
import { importEvents, readExport } from "./import-log.js";
import { resetIndex } from "./lesson-index.js";

export interface RestoreResult {
  readonly from: string;
  readonly events: number;
  /** Where the files are now that were in use before. */
  readonly aside: readonly string[];
}

/**
 * The way back from a damaged store: moves it aside and starts again from a backup or an export, which is
 * checked first.
 */
export async function restore(context: Context, file: string): Promise<RestoreResult> {
  const bytes = readBytes(file);
  if (bytes.toString("latin1", 0, 15) === "SQLite format 3") {
    const aside = await context.ledger.store.restore(context.ledger.project, file);
    await resetIndex(context);
    return { from: file, events: await context.ledger.read((reader) => reader.head()), aside };
  }
  const events = readExport(bytes.toString("utf8").trimEnd().split("\n"));
  const aside = await context.ledger.store.restore(context.ledger.project);
  await resetIndex(context);
  const { appended } = await importEvents(context, events);
  return { from: file, events: appended, aside };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new WhetstoneError("not_found", `${file} cannot be read: ${(cause as Error).message}`, {
      next: "give the path of a backup (.db) or of an export (.jsonl)",
      values: { file },
      cause,
    });
  }
}

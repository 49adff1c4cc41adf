import { closeSync, openSync, readSync } from "node:fs";
import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { FileLines } from "../base/files/file-lines.js";
import { resetIndex } from "../lessons/search/lesson-index.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { importEvents } from "./log/import-log.js";
import { checkExport } from "./log/read-export.js";

export const verb = defineVerb({
  name: "restore",
  group: "Data",
  summary: "Restore the store from a backup or an export",
  description: `Repairs a damaged store: moves it aside and starts again from a backup or an export, which \
is checked first. A server does not offer this verb, since it keeps the files open that this replaces; \
on the command line 'whetstone doctor --restore' stops the server first.`,
  examples: [{ run: "whetstone doctor --restore learned.jsonl", about: "Go back to an export:" }],
  caller: "person",
  hub: null,
  input: z.strictObject({
    file: field("The backup (.db) or export (.jsonl).", z.string().check(z.minLength(1), z.maxLength(4_096))),
  }),
  output: z.strictObject({
    from: field("The file it was restored from.", z.string()),
    events: field("How many events there are now.", z.int()),
    aside: field("The paths to which the previous files were moved.", z.array(z.string())),
  }),
  http: false,
  run: async (context, { file }) => {
    const { ledger } = context;
    if (beginningOf(file) === databaseBeginning) {
      const aside = await ledger.store.restore(ledger.project, file);
      await resetIndex(context);
      return { from: file, events: await ledger.read((reader) => reader.head()), aside };
    }
    const exported = checkExport(new FileLines(file));
    const aside = await ledger.store.restore(ledger.project);
    await resetIndex(context);
    const { appended } = await importEvents(context, exported);
    return { from: file, events: appended, aside };
  },
});

const databaseBeginning = "SQLite format 3";

function beginningOf(file: string): string {
  try {
    const [handle, bytes] = [openSync(file, "r"), Buffer.alloc(databaseBeginning.length)];
    const read = readSync(handle, bytes);
    closeSync(handle);
    return bytes.toString("latin1", 0, read);
  } catch (cause) {
    throw new WhetstoneError("not_found", `${file} cannot be read: ${(cause as Error).message}`, {
      next: "give the path of a backup (.db) or of an export (.jsonl)",
      values: { file },
      cause,
    });
  }
}

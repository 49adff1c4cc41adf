import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ledgerOver } from "../../../../tests/support/ledger.js";
import { recordedEvents } from "../../../../tests/support/recordings.js";
import { sqliteIn } from "../../../../tests/support/sqlite.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";

const folder = join(import.meta.dirname, "recorded");

// Each file is a database that some version of the program once wrote, named after the recording that was
// imported into it.
it.each(readdirSync(folder))("the database %s of an older version opens whole", async (file) => {
  const place = tempFolder();
  copyFileSync(join(folder, file), join(place, "whetstone.db"));
  const store = sqliteIn(place);
  expect((await store.inspect()).problems).toEqual([]);
  const recording = `${file.replace(/\.schema-\d+\.db$/, "")}.jsonl`;
  const events = await store.read("recorded", (tx) => tx.eventsAfter(0, 1_000));
  expect(events).toEqual(recordedEvents(recording));
  const ledger = ledgerOver({ store, project: "recorded" });
  expect(await ledger.verify()).toEqual([]);
  await store.close();
});

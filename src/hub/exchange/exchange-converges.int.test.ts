import * as fc from "fast-check";
import { it } from "vitest";
import { history, play } from "../../../tests/support/converging-machines.js";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { Store } from "../../log/store/store.js";

it("machines that keep their logs in SQLite end with the rows of a hub in memory, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(history(16, 3), async (acts) => {
      const opened: Store[] = [];
      try {
        await play(acts, 3, () => {
          const store = sqliteIn(tempFolder());
          opened.push(store);
          return store;
        });
      } finally {
        for (const store of opened) await store.close();
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

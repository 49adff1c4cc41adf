import { dirname } from "node:path";
import { sqliteIn } from "../../../../tests/support/sqlite.js";
import { processContract } from "../../../../tests/support/store-processes.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";

processContract({
  name: "SQLite",
  kind: "sqlite",
  open: async () => sqliteIn(tempFolder()),
  again: async (store) => sqliteIn(dirname(store.location ?? "")),
});

import { dirname } from "node:path";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { project } from "../../../tests/support/store-steps.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { MemoryStore } from "../memory.js";
import { storeContract } from "../store.contract.js";
import type { Store } from "../store.js";
import { SharedProject } from "./shared-project.js";
import { SharedStore } from "./shared-store.js";

async function shared(base: Store): Promise<SharedStore> {
  const store = new SharedStore(base);
  await new SharedProject(store, project).share();
  return store;
}

storeContract({ name: "shared projects in memory", open: () => shared(new MemoryStore()) });

storeContract({
  name: "shared projects in SQLite",
  open: () => shared(sqliteIn(tempFolder())),
  again: async (store) => new SharedStore(sqliteIn(dirname(store.location ?? ""))),
});

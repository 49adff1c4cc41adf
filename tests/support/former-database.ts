import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { loadDriver } from "../../src/log/store/sqlite/driver.js";
import { applicationId } from "../../src/log/store/sqlite/preflight.js";

/** A database as builds before the first release named and marked it, with as much of it as is looked at. */
export async function formerDatabase(
  folder: string,
  events: readonly (readonly [type: string, data: object])[] = [],
  name = "whetstone.db",
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const database = (await loadDriver())(file, "create");
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 6;
    CREATE TABLE events (type TEXT, data TEXT); CREATE TABLE views (view TEXT, row TEXT)`);
  for (const [type, data] of events)
    database.prepare("INSERT INTO events VALUES (?, ?)").run(type, JSON.stringify(data));
  database.close();
  return file;
}

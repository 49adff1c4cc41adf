import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { olderFormat } from "../../events/format.js";
import { type Database, loadDriver } from "./driver.js";

/** The name that builds before the first release gave to the database of a project. */
const formerName = "whetstone.db";

/** The database of such a build beside the place of one that is not there. */
export function formerFileOf(file: string): string | undefined {
  const former = join(dirname(file), formerName);
  return existsSync(file) || !existsSync(former) ? undefined : former;
}

/**
 * Refuses to begin a log beside one that waits to be turned: its rules would be gone without a word. The error
 * says whether rules or limits may be in force there.
 */
export async function refuseFormerFile(file: string): Promise<void> {
  const former = formerFileOf(file);
  if (former === undefined) return;
  const error = olderFormat(`the database ${former}`, former, {
    otherwise: ", or move it away to begin anew",
    values: { file: former, inForce: await hasRules(former) },
  });
  // It may have been turned in the meantime.
  if (formerFileOf(file) !== undefined) throw error;
}

const sql = `SELECT 1 FROM events WHERE type IN ('directive-escalated', 'policy-tightened', 'policy-set')
    OR (type IN ('lesson-proposed', 'directive-set') AND data LIKE '%"enforce"%')
  UNION ALL SELECT 1 FROM views WHERE view = 'team:tail' AND row LIKE '%enforce%' LIMIT 1`;

/** What cannot be read may hold any. */
async function hasRules(file: string): Promise<boolean> {
  const opened: { database?: Database } = {};
  try {
    opened.database = (await loadDriver())(file, "read");
    return opened.database.prepare(sql).get() !== undefined;
  } catch {
    return true;
  } finally {
    opened.database?.close();
  }
}

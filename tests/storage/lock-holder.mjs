/**
 * Takes the write lock of a database as another program would, says so, and keeps it until its standard input
 * ends.
 */
import { writeSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";

const [file] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 10_000 });
database.exec("BEGIN IMMEDIATE");
writeSync(1, "locked\n");
process.stdin.on("end", () => {
  database.exec("ROLLBACK");
  database.close();
});
process.stdin.resume();

import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { Fault } from "./fault.mjs";
import { formerMigrations, schema } from "./sqlite-schemas.mjs";
import { sumOf, sumOfEvent } from "./sums.mjs";
import { turnedEvent } from "./upcasts.mjs";

/** "Whet" in ASCII. */
const applicationId = 0x57686574;
const places = 2 ** 32;

/** What a shared project keeps beside its log: which events its hub has not numbered, and what it refused. */
const ownViews = ["team:", "team:tail", "team:tail-ids", "team:tail-keys", "team:refused"];

/**
 * Turns a SQLite file into one of `user_version` 100 with the same logs, refused inputs and events that a hub
 * has not numbered. The views are folded by the first program that opens it.
 *
 * @returns {{ logs: number, events: number, turned: number }}
 */
export function turnDatabase(source, target) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-from-0.1.0-"));
  const draft = `${target}.new-${process.pid}`;
  try {
    const copy = copied(source, join(folder, "copy.db"));
    try {
      bringUp(source, copy);
      const done = fill(copy, draft);
      syncFile(draft);
      linkSync(draft, target);
      return done;
    } finally {
      copy.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const part of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${part}`, { force: true });
  }
}

/** Opening a database may change its files, so a copy is opened; its write-ahead log belongs to it. */
function copied(source, copy) {
  checkHeader(source);
  const parts = ["", "-wal"].filter((part) => existsSync(`${source}${part}`));
  const stamps = () => parts.map((part) => statSync(`${source}${part}`).mtimeMs).join();
  const before = stamps();
  for (const part of parts) copyFileSync(`${source}${part}`, `${copy}${part}`);
  if (stamps() === before) return new DatabaseSync(copy);
  throw new Fault(
    `${source} was written to meanwhile`,
    "stop your agents and 'whetstone serve', and call again",
  );
}

function checkHeader(source) {
  const header = beginningOf(source, 100);
  if (header.readUInt32BE(68) !== applicationId)
    throw new Fault(`${source} is a SQLite database, but not one of Whetstone's`, "name another");
  const version = header.readUInt32BE(60);
  if (version <= formerMigrations.length) return;
  throw new Fault(
    `${source} has schema ${version}, and builds of 0.1.0 wrote up to ${formerMigrations.length}`,
    "name a file that such a build wrote; this one needs no turning",
  );
}

/** Short files end in zeros. */
export function beginningOf(file, bytes) {
  const beginning = Buffer.alloc(bytes);
  const handle = openSync(file, "r");
  try {
    readSync(handle, beginning, 0, bytes, 0);
    return beginning;
  } finally {
    closeSync(handle);
  }
}

/** Brings the copy to the last schema of 0.1.0 and looks whether it is sound. */
function bringUp(source, copy) {
  const { user_version: version } = copy.prepare("PRAGMA user_version").get();
  for (const sql of formerMigrations.slice(version)) copy.exec(sql);
  const faults = copy
    .prepare("PRAGMA integrity_check(1)")
    .all()
    .map((row) => row.integrity_check);
  if (faults.join() !== "ok") throw damaged(source, faults.join("; "));
}

function fill(copy, draft) {
  // SQLite gives the write-ahead log the mode of its database.
  closeSync(openSync(draft, "wx", 0o600));
  const database = new DatabaseSync(draft);
  try {
    database.exec(`BEGIN; PRAGMA application_id = ${applicationId}; ${schema}; PRAGMA user_version = 100`);
    const counts = copyLogs(copy, database);
    copyRejected(copy, database);
    copyOwnViews(copy, database);
    database.exec("COMMIT");
    database.exec("PRAGMA journal_mode = WAL");
    return counts;
  } finally {
    database.close();
  }
}

function syncFile(file) {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function copyLogs(copy, database) {
  const logs = copy.prepare("SELECT number, project FROM logs ORDER BY number").all();
  const append = database.prepare(
    `INSERT INTO events (address, id, type, at, actor, origin, run, task, key, v, data, sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const counts = { logs: logs.length, events: 0, turned: 0 };
  for (const { number, project } of logs) {
    database.prepare("INSERT INTO logs (number, project) VALUES (?, ?)").run(number, project);
    for (const event of eventsOf(copy, number, project)) {
      const turned = turnedEvent(event);
      const { seq, id, type, at, actor, origin, run, task, key, v, data } = turned;
      const address = number * places + seq;
      const sum = sumOfEvent(project, turned);
      append.run(address, id, type, at, actor, origin, run, task, key, v, data, sum);
      counts.events += 1;
      if (v !== event.v || data !== event.data) counts.turned += 1;
    }
  }
  return counts;
}

/** Every event of a log, in order: none is missing and each is what was written. */
function* eventsOf(copy, number, project) {
  const rows = copy.prepare(
    `SELECT address & 4294967295 AS seq, id, type, at, actor, origin, run, task, key, v, data, sum
     FROM events WHERE address BETWEEN ? AND ? ORDER BY address`,
  );
  const marks = copy.prepare("SELECT head FROM projects WHERE project = ?").get(project);
  let expected = 1;
  for (const { sum, ...event } of rows.iterate(number * places, (number + 1) * places - 1)) {
    if (event.seq !== expected) throw damaged(project, `event ${expected} is missing`);
    if (sum !== sumOfEvent(project, event))
      throw damaged(project, `event ${expected} does not match its sum`);
    expected += 1;
    yield event;
  }
  // The marks were written at an event, which therefore must be there.
  if (marks !== undefined && marks.head >= expected) throw damaged(project, `event ${expected} is missing`);
}

function copyRejected(copy, database) {
  const put = database.prepare("INSERT INTO rejected VALUES (?, ?, ?, ?, ?, ?, ?)");
  const rows = copy.prepare("SELECT project, id, at, verb, field, reason, input FROM rejected").all();
  for (const { project, id, at, verb, field, reason, input } of rows)
    put.run(project, id, at, verb, field, reason, input);
}

function copyOwnViews(copy, database) {
  const put = database.prepare("INSERT INTO views VALUES (?, ?, ?, ?, ?)");
  const rows = copy.prepare("SELECT project, key, row, sum FROM views WHERE view = ?");
  for (const view of ownViews)
    for (const { project, key, row, sum } of rows.all(view)) {
      if (sum !== sumOf(project, key, row))
        throw damaged(project, `'${key}' in ${view} does not match its sum`);
      const turned = JSON.stringify(turnedOwnRow(view, key, JSON.parse(row)));
      put.run(project, view, key, turned, sumOf(project, key, turned));
    }
}

/** Rows that were folded above the hub's are folded again. */
function turnedOwnRow(view, key, row) {
  if (view === "team:" && key === "state") return { ...row, patched: [], marks: null };
  return view === "team:tail" ? turnedEvent(row) : row;
}

function damaged(what, why) {
  return new Fault(
    `${what} is damaged: ${why}`,
    "go back to a backup with the build that wrote it, and turn that",
  );
}

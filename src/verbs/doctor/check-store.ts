import { accessSync, constants, statfsSync } from "node:fs";
import { WhetstoneError } from "../../base/errors.js";
import { fileError } from "../../base/files/file-error.js";
import { isFolder } from "../../base/files/make-folder.js";
import { nearestExisting, trialOpen, trialWrite } from "../../base/files/trial-write.js";
import { counted } from "../../base/text/counted.js";
import { epochMs, isoTime } from "../../log/events/time.js";
import { totalsKey } from "../../log/list-keys.js";
import type { Progress, StoreInspection } from "../../log/store/store.js";
import { totals } from "../../runs/fold/totals.js";
import type { Context } from "../call/context.js";
import type { Check } from "./check.js";

/** Room for the write-ahead log and a backup of a usual store. */
const fewBytes = 67_108_864;
const megabyte = 1_048_576;

/** Whether what is learned can be kept: the folder, the files of the database in it, and room on the disk. */
export function checkWritable({ ledger, places }: Context): Check {
  const name = "data folder";
  const database = ledger.store.location;
  if (database === undefined) return { name, state: "ok", detail: "none: the store is in memory" };
  const files = ledger.store.kind === "sqlite" ? [database, `${database}-wal`, `${database}-shm`] : [];
  const folder = nearestExisting(places.data);
  try {
    if (!isFolder(folder)) throw inTheWay(folder);
    // A folder that Whetstone did not make is not written to, even for a moment.
    if (folder === places.data) trialWrite(folder);
    else accessSync(folder, constants.W_OK);
    for (const file of files) trialOpen(file);
  } catch (error) {
    return notKept(name, fileError(error, folder));
  }
  const free = freeBytes(folder);
  if (free >= fewBytes) return { name, state: "ok", detail: places.data };
  return {
    name,
    state: "warning",
    detail: `${places.data} has ${Math.floor(free / megabyte)} MB left on its disk`,
    next: "free some space, or set store.folder or WHETSTONE_DATA_DIR to a folder on another disk",
  };
}

function notKept(name: string, error: unknown): Check {
  const detail = error instanceof Error ? error.message : String(error);
  const full = error instanceof WhetstoneError && error.code === "disk_full";
  const elsewhere = "set store.folder or WHETSTONE_DATA_DIR to a folder you can write";
  if (full) return { name, state: "problem", detail, next: `free some space, or ${elsewhere}` };
  const known =
    error instanceof WhetstoneError && error.next !== undefined ? error.next : "change the permissions";
  return {
    name,
    state: "problem",
    detail: `${detail}; nothing can be recorded`,
    next: `${known}, or ${elsewhere}`,
  };
}

function inTheWay(path: string): WhetstoneError {
  return new WhetstoneError("not_writable", `${path} is a file, and a folder has to be there`, {
    next: "move it away",
    values: { path },
  });
}

/** A file system that does not tell is taken to have room. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export function checkStore(
  { ledger }: Context,
  { exists, sizeBytes, problems, otherFormat, backups, damagedBackups = [] }: StoreInspection,
  quick: boolean,
): Check {
  const where = ledger.store.location ?? "in memory";
  if (!exists) return { name: "store", state: "ok", detail: `nothing recorded yet (${where})` };
  const looked = quick ? "its newest events checked" : "every row checked";
  if (problems.length === 0)
    return { name: "store", state: "ok", detail: `${where}, ${sizeBytes} bytes, ${looked}` };
  if (otherFormat !== undefined)
    return { name: "store", state: "problem", detail: problems.join("; "), next: otherFormat };
  if (ledger.store.kind === "postgres")
    return {
      name: "store",
      state: "problem",
      detail: problems.join("; "),
      next: "restore the database on its server with pg_restore, or from the server's archive",
    };
  const backup = backups.find((file) => !damagedBackups.some((damaged) => damaged.file === file));
  const newest = backup === backups[0] ? "the newest backup" : "the newest backup that is sound";
  const ways = [
    ...(backup === undefined ? [] : [`${newest}: 'whetstone doctor --restore "${backup}"'`]),
    "an export: 'whetstone doctor --restore FILE.jsonl'",
  ];
  return {
    name: "store",
    state: "problem",
    detail: problems.join("; "),
    next: `stop your agents, then go back to ${ways.join(", or to ")}. The damaged file is kept beside it.`,
  };
}

export function checkBackup(
  { ledger }: Context,
  { exists, backups, damagedBackups = [] }: StoreInspection,
  quick: boolean,
): Check {
  if (ledger.store.location === undefined)
    return { name: "backup", state: "warning", detail: "a store in memory has none" };
  if (ledger.store.kind === "postgres")
    return { name: "backup", state: "ok", detail: "its server's: pg_dump, or the archive of the server" };
  if (damagedBackups.length > 0) {
    const found = damagedBackups.map(({ file, problem }) => `${file} cannot be restored: ${problem}`);
    return {
      name: "backup",
      state: "problem",
      detail: `${damagedBackups.length} of ${backups.length} damaged; ${found.join("; ")}`,
      next: `delete ${damagedBackups.map(({ file }) => file).join(", ")}, then run 'whetstone doctor --backup'`,
    };
  }
  const [newest] = backups;
  const looked = quick ? "its newest events checked" : "every row checked";
  if (newest !== undefined)
    return { name: "backup", state: "ok", detail: `${backups.length}, newest ${newest}, ${looked}` };
  if (!exists) return { name: "backup", state: "ok", detail: "nothing to back up yet" };
  return {
    name: "backup",
    state: "warning",
    detail: "none",
    next: "run 'whetstone doctor --backup', or 'whetstone export --out FILE'",
  };
}

export async function checkReadModels({ ledger }: Context, onProgress: Progress | undefined): Promise<Check> {
  const differences = await ledger.verify(onProgress);
  if (differences.length === 0)
    return { name: "read models", state: "ok", detail: "every row is what the log says" };
  return {
    name: "read models",
    state: "problem",
    detail: differences.slice(0, 5).join("; "),
    next: "run 'whetstone rebuild'",
  };
}

/** Proposals under the id of another sentence: they change nothing, but somebody wrote them. */
export async function checkNames({ ledger }: Context): Promise<readonly Check[]> {
  const { misnamed = 0 } = (await ledger.read((reader) => reader.row(totals, totalsKey))) ?? {};
  if (misnamed === 0) return [];
  const detail = `${counted(misnamed, "proposal")} had the id of another sentence, and changed nothing`;
  const next = "'whetstone log --type lesson-proposed' names who wrote them";
  return [{ name: "rules", state: "warning", detail, next }];
}

/** Some days of work: an older jump is history. */
const eventsLookedAt = 5_000;
/** Clocks of machines that share a folder differ by less, and so do processes that write in turns. */
const toleranceMs = 300_000;

/**
 * Everything here fades, lasts and is sorted by the clock. Events that are dated after now, or whose ids go
 * back against their order, mean that it was wrong then or is wrong now. What a caller says of when something
 * happened is not looked at: that may be long ago.
 */
export async function checkClock({ ledger, clock }: Context): Promise<Check> {
  const name = "clock";
  const now = clock();
  const events = await ledger.read(async (reader) =>
    reader.recordedAfter(Math.max(0, (await reader.head()) - eventsLookedAt), eventsLookedAt),
  );
  const moments = events.map(({ seq, id, at }) => ({ seq, ms: writtenMs(id) ?? epochMs(at) }));
  const ahead = moments.filter(({ ms }) => ms > now + toleranceMs);
  const [first] = ahead;
  if (first !== undefined) {
    const latest = Math.max(...ahead.map(({ ms }) => ms));
    return {
      name,
      state: "warning",
      detail: [
        `it is ${isoTime(now)}, but ${counted(ahead.length, "event")} from event ${first.seq} on`,
        `were written up to ${isoTime(latest)}: the clock was ahead then, or is behind now`,
      ].join(" "),
      next: [
        "set the clock right, such as by 'timedatectl set-ntp true';",
        "once it is later than these events they count as usual",
      ].join(" "),
      about: [{ kind: "event", id: String(first.seq) }],
    };
  }
  const back = moments.find(({ ms }, index) => ms < (moments[index - 1]?.ms ?? ms) - toleranceMs);
  if (back === undefined)
    return { name, state: "ok", detail: "every event was written after the one before it" };
  return {
    name,
    state: "warning",
    detail: [
      `event ${back.seq} was written at ${isoTime(back.ms)}, before the one ahead of it in the log:`,
      "the clock went back there, or an import brought it in",
    ].join(" "),
    next: "nothing, after an import; else set the clock right, such as by 'timedatectl set-ntp true'",
    about: [{ kind: "event", id: String(back.seq) }],
  };
}

/** The time in a UUIDv7, which is the clock's when it was appended; undefined for another kind of id. */
function writtenMs(id: string): number | undefined {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id);
  return hex === null ? undefined : Number.parseInt(`${hex[1]}${hex[2]}`, 16);
}

import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { WhetstoneError } from "../errors.js";
import { makeFolder } from "../files/make-folder.js";
import { readForeign } from "../files/read-foreign.js";
import { replaceFile } from "../files/replace-file.js";
import { digest } from "../text/digest.js";
import type { Places } from "./places.js";

/** A hub that a person joined, and the key that opens it. */
export interface JoinedHub {
  readonly url: string;
  /** The project's name on the hub. */
  readonly project: string;
  readonly key: string;
  /** Whose key it is, as the hub last said. */
  readonly member: string;
  readonly kind: string;
  readonly role: string;
  /** The name by which the hub lists this machine. */
  readonly machine: string;
  /** ISO 8601. */
  readonly joinedAt: string;
}

/**
 * That a person shares a project. It is kept among the user's settings: a clone can bring any file into itself,
 * and must neither name the hub that is sent what is learned here, nor see the key.
 */
export interface TeamLink {
  /** A folder of the project, for a server that opens it by itself. */
  readonly root: string;
  /** Where the project's database is. */
  readonly data: string;
  /** The log in this database that holds what is learned. */
  readonly log: string;
  /** Logs from before it was joined or left. */
  readonly former: readonly string[];
  /** Null once the person has left. */
  readonly hub: JoinedHub | null;
}

const maxBytes = 65_536;

/** Undefined for a project that was never shared. */
export function readTeamLink({ teams, data }: Pick<Places, "teams" | "data">): TeamLink | undefined {
  const link = readLinkFile(fileOf(teams, data));
  // The name of the file is a short digest: another folder may have the same one.
  return link?.data === data ? link : undefined;
}

export function listTeamLinks(teams: string): readonly TeamLink[] {
  return linkNames(teams)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .flatMap((name) => readLinkFile(join(teams, name)) ?? []);
}

/** Only this user can read it, whatever the umask says. */
export function writeTeamLink(teams: string, link: TeamLink): void {
  makeFolder(teams);
  if (process.platform !== "win32") chmodSync(teams, 0o700);
  replaceFile(fileOf(teams, link.data), `${JSON.stringify(link, null, 2)}\n`, 0o600);
}

export function fileOf(teams: string, data: string): string {
  return join(teams, `${digest(data)}.json`);
}

/** A damaged link must not count as none: what is learned would go on in another log. */
function readLinkFile(file: string): TeamLink | undefined {
  const read = readForeign(file, { maxBytes, refuseLinks: true });
  if ("absent" in read) return undefined;
  if ("fault" in read && isNowhere(read.cause)) return undefined;
  if ("fault" in read) throw damaged(file, read.fault);
  try {
    const link = Object(JSON.parse(read.bytes.toString("utf8"))) as TeamLink;
    if (isTeamLink(link)) return link;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damaged(file, "it is damaged");
}

function isTeamLink({ root, data, log, former, hub }: TeamLink): boolean {
  return (
    [root, data, log].every((each) => typeof each === "string") &&
    Array.isArray(former) &&
    (hub === null || (typeof hub?.url === "string" && typeof hub.key === "string"))
  );
}

function damaged(file: string, fault: string): WhetstoneError {
  return new WhetstoneError("invalid_config", `${file} says which hub shares this project, and ${fault}`, {
    next: "restore the file; or delete it: then this folder goes on with what it had learned before it was shared",
  });
}

function linkNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isNowhere(error)) return [];
    throw error;
  }
}

/**
 * Whether a file cannot be there, because its folder is missing or not a folder. The code that needs the
 * folder reports it.
 */
function isNowhere(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

import { join } from "node:path";
import { readForeign } from "../files/read-foreign.js";

/** Git's own settings of one repository. */
const maxBytes = 1_048_576;

/**
 * The address that a repository was cloned from: the remote `origin` in git's own settings, which a clone does
 * not bring along. Without the name and password in it, and the same for the ways to write one address.
 */
export function gitOrigin(gitFolder: string): string | undefined {
  const read = readForeign(join(gitFolder, "config"), { maxBytes });
  const section = "bytes" in read ? sectionOf(read.bytes.toString("utf8")) : "";
  const [, address] = /^[ \t]*url[ \t]*=[ \t]*"?([^"\r\n]{1,2000}?)"?[ \t]*$/im.exec(section) ?? [];
  return address === undefined ? undefined : sameForm(address);
}

function sectionOf(config: string): string {
  const [, after = ""] = config.split(/^[ \t]*\[remote "origin"\][ \t]*$/m);
  return after.split(/^[ \t]*\[/m)[0] ?? "";
}

/** `git@example.com:a/b.git` and `https://me@example.com/a/b` are `example.com/a/b`. A path stays a path. */
function sameForm(address: string): string {
  const plain = address
    .trim()
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
  const [, host = "", path = ""] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.*)$/i.exec(plain) ??
    /^(?:[^@/\\]*@)?([^/\\:]{2,}):(?!\\)(.*)$/.exec(plain) ??
    [];
  return host === "" ? plain : `${host.toLowerCase()}/${path.replace(/^\/+/, "")}`;
}

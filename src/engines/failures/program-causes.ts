import type { CauseRow } from "./cause.js";

/** Wordings that one program alone uses, whichever command line or script it was run by. */
export const sureCauses: readonly CauseRow[] = [
  {
    pattern: /^CONFLICT \(/,
    kind: "nothing",
    program: "git",
    verbs: "merge rebase cherry-pick stash pull revert am",
  },
  {
    pattern: /^Automatic merge failed|^Could not apply /,
    kind: "nothing",
    program: "git",
    verbs: "merge rebase cherry-pick stash pull revert am",
  },
  { pattern: /^ ?! \[(?:remote )?rejected\]/, kind: "environment", program: "git", verbs: "push" },
  {
    pattern: /^error: Your local changes to the following files would be overwritten/,
    kind: "misuse",
    program: "git",
    verbs: "stash checkout switch merge pull rebase",
  },
  {
    pattern: /^The following paths are ignored by one of your .gitignore files/,
    kind: "misuse",
    program: "git",
    verbs: "add",
  },
  {
    pattern: /^fatal: '(?<named>.{1,200})' is already (?:used by worktree|checked out)/,
    kind: "misuse",
    program: "git",
    verbs: "checkout switch worktree branch",
  },
  {
    pattern: /^(?:fatal|error): pathspec '(?<named>.{1,300})' did not match/,
    kind: "misuse",
    program: "git",
    verbs: "add checkout restore commit rm switch",
  },
  {
    pattern: /^fatal: git cat-file: could not get object info/,
    kind: "nothing",
    program: "git",
    verbs: "cat-file",
  },
  { pattern: /^\S+@\S+: Permission denied \(/, kind: "environment", program: "git" },
  { pattern: /\bplease run:? +gh auth login/, kind: "environment", program: "gh" },
  {
    pattern: /^fatal: (?:unable to (?:access|read|connect)|could not read|authentication failed)/i,
    kind: "environment",
    program: "git",
  },
  {
    pattern: /^(?:error|fatal): Unable to create '.{1,300}\.lock': File exists/,
    kind: "environment",
    program: "git",
  },
  {
    pattern: /^fatal: (?:unable to auto-detect email|not a git repository)/,
    kind: "environment",
    program: "git",
  },
  {
    pattern:
      /^go: (?:updates to go\.mod needed|.{0,200}(?:missing go\.sum entry|requires go|no required module))/,
    kind: "environment",
    program: "go",
  },
  {
    pattern: /^(?:docker: )?(?:Error response from daemon|Cannot connect to the Docker daemon)/,
    kind: "environment",
    program: "docker",
  },
  {
    pattern: /^Error from server|^The connection to the server .{1,200} was refused/,
    kind: "environment",
    program: "kubectl",
  },
  { pattern: /^curl: \(\d+\)/, kind: "environment", program: "curl" },
  { pattern: /^(?:\s*\^\s+)unexpected token .{1,60}/, kind: "misuse", program: "gh api --jq" },
  { pattern: /^gh: .{1,300}\(HTTP 40[13]\)/, kind: "environment", program: "gh" },
  { pattern: /^gh: |^GraphQL: |^(?:pull request|issue) \w{2,20} failed: /, kind: "misuse", program: "gh" },
  { pattern: /^jq: (?:error|\d+ compile error)/, kind: "misuse", program: "jq" },
];

/** Wordings that several programs use: they count for a program that the command runs. */
export const likelyCauses: readonly CauseRow[] = [
  { pattern: /^\S.{0,200}\t(?:fail|pending)\t/, kind: "nothing", program: "gh" },
  { pattern: /^(?:fatal|error): /, kind: "misuse", program: "git" },
  { pattern: /^go: /, kind: "misuse", program: "go" },
  {
    pattern:
      /^(?:stat|lstat|open|chdir) (?<named>.{1,300}): (?:no such file or directory|directory not found)$/i,
    kind: "misuse",
  },
  {
    pattern:
      /^(?:directory|package|pattern) (?<named>\S{1,300})(?: is |: | )(?:outside|not in|no |matched no)/,
    kind: "misuse",
    program: "go",
  },
  { pattern: /^npm (?:ERR!|error) (?:4\d\d|network|E[A-Z]{3,})\b/, kind: "environment", program: "npm" },
  { pattern: /^npm (?:ERR!|error) \S/i, program: "npm" },
  { pattern: /^ ?ERR_PNPM_\w+\s+\S/, program: "pnpm" },
];

/** What operating systems report of a file, behind the name of the program that used it. */
export const fileCauses: readonly CauseRow[] = [
  {
    pattern: reported(
      "(?:no such file or directory|is a directory|not a directory|file exists|directory not empty)",
    ),
    kind: "misuse",
  },
  {
    pattern: reported("(?:permission denied|operation not permitted|read-only file system)"),
    kind: "environment",
  },
];

/** `cat: notes.md: No such file or directory`, `ls: cannot access 'a': …`, `wc: a: open: …`. */
function reported(trouble: string): RegExp {
  const program = String.raw`^(?<program>[\w.+-]{1,40}): (?:cannot \w+ )?`;
  return new RegExp(`${program}(?<named>.{1,300}?): (?:\\w{1,20}: )?${trouble}$`, "i");
}

/** Troubles of the machine, the network or the account, by whatever program they are reported. */
export const environmentSigns: readonly RegExp[] = [
  /\b(?:EACCES|EPERM|EADDRINUSE|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOSPC|EMFILE|EPIPE)\b/,
  /\bspawn(?:Sync)? \S{1,300} ENOENT|\bposix_spawn\b/,
  /\b(?:permission denied|operation not permitted|access is denied|read-only file system|no space left)\b/i,
  /\b(?:connection (?:refused|reset|timed out)|could not resolve host|network is unreachable|no route to host)\b/i,
  /\b(?:getaddrinfo|certificate (?:has expired|verify failed|is not trusted)|tls handshake|ssl error)\b/i,
  /\b(?:unauthori[sz]ed|bad credentials|authentication (?:failed|required)|not authenticated|login required)\b/i,
  /\b(?:invalid (?:api )?(?:key|token|credentials)|token (?:has )?expired|please (?:log|sign) in|not logged in)\b/i,
  /\b(?:HTTP|status(?: code)?:?|error:?) ?(?:401|403|407|429|50[0234])\b/i,
  /\b(?:rate limit(?:ed)?|too many requests|quota exceeded|service unavailable|bad gateway|gateway time-?out)\b/i,
  /\b(?:address already in use|port \d+ is (?:already )?(?:in use|allocated))\b/i,
  /\b(?:command not found|not recognized as (?:an internal|the name)|executable (?:file )?not found)\b/i,
  /\b(?:ModuleNotFoundError|No module named|ERR_MODULE_NOT_FOUND|could not find gem)\b/i,
  /\bCannot find (?:module|package) ['"][^./]/,
  /\b(?:requires? (?:node|python|go|ruby|java|rust)\b|unsupported engine|incompatible version|version mismatch)\b/i,
  /\b(?:is not installed|not trusted|daemon (?:is not|not) running|is the docker daemon running)\b/i,
  /\b(?:no valid credential|credentials? (?:not found|could not be|are required|expired))\b/i,
  /\bconnection to (?:the )?server .{1,200} failed\b/i,
  /\b(?:database is locked|lock file exists|another .{1,40} process)\b/i,
  /\bexecutable doesn't exist|please run the following command to (?:download|install)\b/i,
];

import type { CauseRow } from "./cause.js";
import { missingSigns } from "./missing-signs.js";

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
  { pattern: /^\S+@\S+: Permission denied \(/, kind: "environment" },
  {
    pattern: /^fatal: (?:a branch named|tag) '(?<named>[^']{1,200})' already exists/,
    kind: "misuse",
    program: "git",
    verbs: "checkout branch switch worktree tag",
  },
  {
    pattern: /^fatal: Need to specify how to reconcile divergent branches/,
    kind: "environment",
    program: "git",
    verbs: "pull",
  },
  { pattern: /\bplease run:? +gh auth login/, kind: "environment", program: "gh" },
  {
    pattern: /^fatal: '(?<named>[^']{1,200})' does not appear to be a git repository/,
    kind: "misuse",
    program: "git",
  },
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
    pattern: /^fatal: (?:unable to auto-detect email|not a git repository|detected dubious ownership)/,
    kind: "environment",
    program: "git",
  },
  {
    pattern: /^(?:nothing (?:added )?to commit|no changes added to commit)\b/,
    kind: "nothing",
    program: "git",
    verbs: "commit",
  },
  { pattern: /^fatal: \[\S{1,100}\]: FAILED! /, kind: "work", program: "ansible-playbook" },
  { pattern: /^fatal: \[\S{1,100}\]: UNREACHABLE! /, kind: "environment", program: "ansible-playbook" },
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
    pattern: /^Error from server \((?:NotFound|BadRequest|Invalid|AlreadyExists|MethodNotAllowed)\)/,
    kind: "misuse",
    program: "kubectl",
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
  {
    pattern: /^Error: Could not find or load main class (?<named>\S{1,200})/,
    kind: "misuse",
    program: "java",
  },
  {
    pattern:
      /^An error occurred \((?=\w*(?:Unauthori[sz]ed|AccessDenied|Expired|Throttl|Token|Credential))\w+\)/,
    kind: "environment",
    program: "aws",
  },
  { pattern: /^An error occurred \(\w{1,80}\) when calling/, kind: "misuse", program: "aws" },
  { pattern: /^error: Failed to spawn: `(?<program>[^`]{1,100})`/, kind: "environment" },
  { pattern: /^Warning: No available formula/, kind: "environment", program: "brew" },
  { pattern: /^\[ERROR\] The goal you specified requires a project/, kind: "misuse", program: "mvn" },
  { pattern: /^(?:Error: )?No tests? (?:files? )?found\b/, kind: "nothing" },
  { pattern: /^\s*cannot load such file -- (?<named>[./]\S{1,300})$/, kind: "misuse" },
  { pattern: /\bcannot load such file -- (?<named>[^./\s]\S{0,200})/, kind: "environment" },
  { pattern: /\bdoes not appear to be a Python project\b/, kind: "misuse", program: "pip" },
  { pattern: /^make: (?<program>[\w.-]{1,80}): No such file or directory$/, kind: "environment" },
  {
    pattern: /^error: error (?:parsing|validating) \S{1,200}\.(?:ya?ml|json)\b/,
    kind: "work",
    program: "kubectl",
  },
  { pattern: /^Couldn't find a project to run/, kind: "misuse", program: "dotnet" },
  { pattern: /^no configuration file provided: not found/, kind: "misuse", program: "docker" },
  { pattern: /^MSBUILD : error MSB\d+: /, kind: "misuse", program: "dotnet" },
  { pattern: /^(?:\S{0,200}\/)?ld: cannot find -l/, kind: "environment" },
  {
    pattern: /^(?:ERROR: )?(?:failed to solve: )?failed to read dockerfile: open (?<named>\S{1,200}):/,
    kind: "misuse",
    program: "docker",
  },
  { pattern: /^E: (?:Could not|Unable to|Package|Version) /, kind: "environment" },
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
  { pattern: /^(?:ERROR: )?failed to solve: process /, kind: "work", program: "docker" },
  { pattern: /^npm (?:ERR!|error) enoent Could not read package\.json/i, kind: "misuse", program: "npm" },
  { pattern: /^npm (?:ERR!|error) (?:4\d\d|network|E[A-Z]{3,})\b/, kind: "environment", program: "npm" },
  { pattern: /^npm (?:ERR!|error) \S/i, program: "npm" },
  { pattern: /^\s?ERR_PNPM_\w*NO_SCRIPT\w*\s+\S/, kind: "misuse", program: "pnpm" },
  { pattern: /^\s?ERR_PNPM_\w+\s+\S/, kind: "environment", program: "pnpm" },
];

/** What operating systems report of a file, behind the name of the program that used it. */
export const fileCauses: readonly CauseRow[] = [
  {
    pattern: /^(?:ERROR: |Error: ).{0,200}No such file or directory: '(?<named>[^']{1,300})'$/,
    kind: "misuse",
  },
  { pattern: /^(?:ERROR|Error): (?<named>\S{1,300}) is not a (?:directory|file)$/, kind: "misuse" },
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
  const speaker = String.raw`^(?!(?:error|fatal|failed|warning):)(?<program>[\w.+-]{1,40})(?: \(child\))?: `;
  const program = `${speaker}(?:cannot [\\w ]{3,30} )?`;
  return new RegExp(`${program}(?<named>.{1,300}?): (?:[\\w ]{1,20}: )?${trouble}$`, "i");
}

/** Troubles of the machine, the network or the account, by whatever program they are reported. */
export const environmentSigns: readonly RegExp[] = [
  ...missingSigns,
  /\b(?:EACCES|EPERM|EADDRINUSE|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOSPC|EMFILE|EPIPE)\b/,
  /\bspawn(?:Sync)? \S{1,300} ENOENT|\bposix_spawn\b/,
  /\b(?:permission denied|operation not permitted|access is denied|read-only file system|no space left)\b/i,
  /\b(?:connection (?:refused|reset|timed out)|could not resolve host|network is unreachable|no route to host)\b/i,
  /\b(?:getaddrinfo|certificate (?:has expired|verify failed|is not trusted)|tls handshake|ssl error)\b/i,
  /\b(?:unauthori[sz]ed|bad credentials|authentication (?:failed|required)|not authenticated|login required)\b/i,
  /\b(?:not authorized|requires you to be logged in|need auth|access ?denied|is forbidden|Forbidden)\b/,
  /\b(?:locate|existing|no active|valid) credentials?\b|\bactive account\b|\bSSO session\b.{0,80}\bexpired\b/i,
  /\bset an? \w*(?:TOKEN|API_KEY|SECRET)\w* environment variable\b/i,
  /\b\w+_(?:TOKEN|API_KEY) is (?:not set|missing)\b/i,
  /\b(?:policy prohibits|protected branch|branch protection|pull access denied)\b/i,
  /\b(?:invalid (?:api )?(?:key|token|credentials)|token (?:has )?expired|please (?:log|sign) in|not logged in(?:to)?)\b/i,
  /\b(?:HTTP|status(?: code)?:?|error:?) ?(?:401|403|407|429|50[0234])\b/i,
  /\b(?:rate limit(?:ed)?|too many requests|quota exceeded|service unavailable|bad gateway|gateway time-?out)\b/i,
  /\b(?:address already in use|port (?:\d+ )?is already (?:in use|allocated)|is already in use for)\b/i,
  /\bport \d+ is in use\b/i,
  /\b(?:not trusted|daemon (?:is not|not) running|is the docker daemon running)\b/i,
  /\bnet::ERR_(?:CONNECTION|NAME|INTERNET|ADDRESS|TIMED|PROXY|CERT)/i,
  /\bMCP error -3200[01]\b|\bnot connected\b|\bConnection closed\b/i,
  /\b(?:can't|cannot|can not|could ?n[o']t|unable to|failed to) (?:reach|connect|contact)\b/i,
  /\bGET https?:\/\/\S+ - 404\b|\bERROR 404: Not Found|\bGET https?:\/\/\S+: Not Found - 404/,
  /\b(?:terminal prompts disabled|git ls-remote|could not read (?:Username|Password)|Repository not found)\b/i,
  /\brepository '[^']{1,200}' not found\b|\b(?:Unit|formula|Package) .{1,100}(?:not found|unavailable)\b/,
  /\bNo available formula\b|\bno package matching\b|\bare you root\?/i,
  /\b(?:no valid credential|credentials? (?:not found|could not be|are required|expired))\b/i,
  /\bconnection to (?:the )?server .{1,200} failed\b/i,
  /\b(?:was|were) already in use\b|\bCould not resolve hostname\b/i,
  /\boutside allowed director|\bAccess denied\b/i,
  /\b[A-Z][A-Z0-9_]{3,60} must be set\b|\bConnection in use\b|\breading https?:\/\/\S+: 4\d\d\b/,
  /^denied: |\bis not running$|\bacquiring the state lock\b/,
  /\bFailed to query available provider packages\b|\bRun 'conda init' before\b/,
  /\b(?:database is locked|lock file exists|another .{1,40} process)\b/i,
  /\banother (?:operation|instance|build|install\w*)\b.{0,60}\b(?:in progress|running)\b/i,
  /\b(?:run|use) ['"`$]?\s?[a-z][\w-]{0,20}(?: auth)? login\b|\bdatabase .{1,80}could(?:n't| not) be created\b/i,
];

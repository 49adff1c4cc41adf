import { baseName } from "../../reading/shell/words.js";
import { programWithVerbs } from "./blame.js";
import { afterCd, commandSteps, commandWords, inBackticks, programsOf, sharedPart } from "./command-text.js";
import { missingSigns } from "./missing-signs.js";
import type { FailedCall } from "./remedy.js";

/** Commands that fetch what a project needs. */
const installs = new RegExp(
  `\\b(?:${[
    ...[
      "(?:npm|pnpm|yarn|bun) (?:install|ci|i|add)",
      "yarn(?: --\\S+)?$",
      "npx (?:playwright|cypress) install",
    ],
    ...["pip3? install", "uv (?:sync|add|pip install|lock|tool install)", "poetry (?:install|add|lock)"],
    ...[
      "pipenv install",
      "conda install",
      "playwright install",
      "bundle (?:install|update|lock)",
      "gem install",
    ],
    ...[
      "go (?:get|install|mod (?:tidy|download|vendor))",
      "cargo (?:add|install|update|generate-lockfile|fetch)",
    ],
    ...["composer (?:install|update|require)", "dotnet (?:restore|add|tool install)", "mvn .{0,40}install"],
    ...[
      "(?:brew|apt(?:-get)?|apk|dnf|yum|pacman|mise|asdf|nvm|rustup|pyenv|rbenv) .{0,40}(?:install|add|use)",
    ],
    ...[
      "corepack (?:enable|prepare|use)",
      "mix deps\\.get",
      "flutter pub get",
      "terraform init",
      "git lfs install",
    ],
  ].join("|")})\\b`,
);

/** What the cause says, and the step that deals with it. That the failed call then works is the proof. */
const stepsFor: readonly (readonly [RegExp, RegExp])[] = [
  ...missingSigns.map((sign) => [sign, installs] as const),
  [/\block ?file\b|go\.sum|go\.mod/i, installs],
  [
    /\[rejected\]|fetch first|non-fast-forward|divergent branches/,
    /^git (?:-C \S+ )?(?:pull|fetch|rebase|merge)\b/,
  ],
  [/local changes|unstaged changes|uncommitted changes/, /^git (?:-C \S+ )?(?:stash|commit|add|restore)\b/],
  [/\.lock': File exists/, /\brm\b.{0,200}\.lock\b/],
  [
    /unable to read [0-9a-f]{7,40}|index file|bad object/,
    /^git (?:-C \S+ )?(?:read-tree|fsck|reset|fetch)\b/,
  ],
  [/not trusted|is blocked/, /\b(?:mise trust|direnv allow)\b/],
  [
    /address already in use|EADDRINUSE|port .{0,20}(?:in use|allocated)/i,
    /\b(?:kill|pkill|killall|fuser|kill-port|docker (?:stop|rm|compose down))\b/,
  ],
  [
    /auth|credential|log(?:ged)? ?in|token|401|403|unauthori|forbidden|denied|session.{0,40}expired/i,
    /\b(?:login|auth|sso|configure|ssh-add|adduser)\b|\bexport \w*(?:TOKEN|KEY|PROFILE)\b/,
  ],
  [
    /docker daemon|daemon.{0,20}running/i,
    /\b(?:open -a \S*[Dd]ocker|colima start|(?:systemctl|service) .{0,20}docker|docker desktop start)\b/,
  ],
  [
    /connection.{0,60}refused|ECONNREFUSED|(?:can't|cannot|could not) (?:reach|connect)|is not running/i,
    /\b(?:compose up|docker (?:start|run)|pg_ctl|(?:services|systemctl|supabase) start|redis-server)\b/,
  ],
  [/permission denied|EACCES/i, /\b(?:chmod|chown)\b/],
  [/CGO|cgo/, /\bCGO_ENABLED=1\b/],
  [/production build|dist\/|build\/|bin\/|target\//, /\b(?:build|compile|make)\b/],
  [/dubious ownership/, /safe\.directory/],
];

/** Whether a command deals with what the cause says is missing or in the way. */
export function dealsWithCause({ cause }: FailedCall, after: string): boolean {
  const [first = ""] = commandSteps(afterCd(after).rest);
  return stepsFor.some(([says, step]) => says.test(cause) && step.test(first));
}

/** Words of commands that bring about what is missing, or remove what is in the way. */
const makers = new RegExp(
  `\\b(?:${[
    ...["install", "add", "get", "build", "mkdir", "touch", "create", "init", "start", "up", "login"],
    ...["auth", "chmod", "chown", "rm", "unlink", "kill", "pkill", "restore", "clone", "fetch", "pull"],
    ...["export", "ln", "cp", "mv", "download", "link", "tidy", "sync", "enable", "trust"],
  ].join("|")})\\b`,
);

/** A temporary folder: creating it once is not advice for the next session. */
const scratch =
  /^["']?(?:\/tmp\/|\/var\/folders\/|\/private\/|\$\{?TMPDIR|[A-Z]:\\Users\\[^\\]+\\AppData\\Local\\Temp)/;

/** Whether a command makes, fetches or removes the very thing that the cause names. */
export function handlesNamedThing({ named, kind, cause }: FailedCall, after: string): boolean {
  const thing = named === "" ? (/['‘"](\/[^'’"]{3,200})['’"]/.exec(cause)?.[1] ?? "") : named;
  const parts = thing.replace(/\/+$/, "").split("/");
  const last = parts.at(-1) ?? "";
  if (kind === "environment" && last.length >= 2 && makers.test(after) && after.includes(last)) return true;
  const folder = parts.slice(0, -1).join("/");
  const made = /\bmkdir (?:-p )?("?)(\S+?)\1(?:\s|$)/.exec(after)?.[2]?.replace(/\/+$/, "");
  if (made !== undefined && scratch.test(made)) return false;
  return made !== undefined && made.length >= 2 && (thing.startsWith(made) || folder.endsWith(made));
}

/** How shells, runners and interpreters name a program or module that they do not find. */
const missingName = new RegExp(
  [
    String.raw`command not found: ([\w.+/@-]+)`,
    String.raw`(?:^|[\s:])([\w.+/@-]+): (?:command )?not found$`,
    String.raw`No module named '?([\w.-]+)`,
    "Failed to spawn: [`']([\\w.+/@-]+)",
    String.raw`exec: "([\w.+/@-]+)": executable`,
    String.raw`^make: ([\w.+-]+): No such file`,
    String.raw`'([\w.+-]+)' is not recognized`,
  ].join("|"),
);

function missingProgram({ cause }: FailedCall): string {
  return baseName(
    missingName
      .exec(cause)
      ?.slice(1)
      .find((name) => name !== undefined) ?? "",
  );
}

/** What stands for a program on another machine. */
const standIns: readonly (readonly string[])[] = [
  ["python", "python3"],
  ["pip", "pip3", "uv"],
  ["docker-compose", "docker"],
  ["timeout", "gtimeout"],
  ["sed", "gsed"],
  ["npm", "pnpm", "yarn", "bun"],
  ["npx", "pnpx", "bunx", "pnpm", "yarn"],
  ["rg", "grep"],
  ["fd", "find"],
  ["make", "gmake"],
  ["node", "bun"],
];

/**
 * How a program is started that the shell did not find: behind a runner such as `uv run`, by its path, or by
 * the name it has here. Undefined when the call does not start it.
 */
export function startedAs(failed: FailedCall, before: string, after: string): string | undefined {
  const name = missingProgram(failed);
  if (failed.kind !== "environment" || name.length < 2) return undefined;
  const step = commandSteps(after).find((each) =>
    programsOf(each).some((program) => isOrRuns(program, name)),
  );
  const [start] = step === undefined ? [] : (startOf(step, name) ?? []);
  if (start !== undefined && start !== name) return `start it as ${inBackticks(start)}`;
  return standInAdvice(name, before, after);
}

function isOrRuns(
  program: { readonly name: string; readonly words: readonly string[] },
  name: string,
): boolean {
  return programWithVerbs(program).split(" ")[0] === name || isModule(program.words, name);
}

/** `python -m pytest` */
function isModule(given: readonly string[], name: string): boolean {
  const at = given.indexOf("-m");
  return at !== -1 && given[at + 1] === name;
}

/** A step up to and with the program: `mise exec -- golangci-lint`, `.venv/bin/pytest`. */
function startOf(step: string, name: string): readonly [string] | undefined {
  const given = step.replace(/^(?:[A-Z_][A-Z0-9_]*=\S+ )+/, "").split(" ");
  const at = given.findIndex((word) => baseName(word) === name);
  return at === -1 || at > 5 ? undefined : [given.slice(0, at + 1).join(" ")];
}

function standInAdvice(name: string, before: string, after: string): string | undefined {
  const [first = "", ...rest] = commandWords(afterCd(after).rest);
  const group = standIns.find(([one, ...others]) => one === name && others.includes(first));
  const [, ...failedRest] = commandWords(afterCd(before).rest);
  if (group === undefined || sharedPart(failedRest, rest) < (failedRest.length === 0 ? 0 : 0.5))
    return undefined;
  return `use \`${name === "docker-compose" ? "docker compose" : first}\` instead of \`${name}\``;
}

const managers: ReadonlySet<string> = new Set([
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "npx",
  "pnpx",
  "bunx",
  "pip",
  "uv",
]);

/** The same asked of the package manager that the project uses. */
export function otherManager(before: string, after: string): string | undefined {
  const [[one = "", ...some], [other = "", ...others]] = [
    commandWords(afterCd(before).rest),
    commandWords(afterCd(after).rest),
  ];
  if (one === other || !managers.has(one) || !managers.has(other)) return undefined;
  const verbs = (list: readonly string[]) => list.filter((word) => !word.startsWith("-") && word !== "run");
  const [asked, done] = [verbs(some), verbs(others)];
  const same = asked.length === done.length && asked.every((word, at) => alike(word, done[at] ?? ""));
  return same ? `use \`${other}\`, not \`${one}\`` : undefined;
}

/** `npm ci` and `npm install` ask for the same as `pnpm install`. */
function alike(one: string, other: string): boolean {
  const verb = (word: string) => (["ci", "i", "install", "add"].includes(word) ? "install" : word);
  return verb(one) === verb(other);
}

import { decidingPrograms, type Program } from "../../reading/shell/outcome.js";
import { baseName } from "../../reading/shell/words.js";
import { isPrinting, failureKinds as signKinds } from "../reflection/program-kinds.js";
import type { Cause } from "./cause.js";

/** The programs of a failed command line, as far as they matter to who failed. */
export interface Suspects {
  /** In the order in which they run. */
  readonly all: readonly Program[];
  readonly deciding: readonly Program[];
  /** What a task runner says that it started. */
  readonly echoed: readonly Program[];
}

/** They run what a project calls its tasks: the line that they echo says which program that is. */
const taskRunners: ReadonlySet<string> = new Set([
  ...["mise", "npm", "pnpm", "yarn", "bun", "make", "just", "task", "rake", "nx", "turbo", "lerna", "moon"],
]);

export function suspectsOf(command: string, lines: readonly string[]): Suspects {
  const { deciding, masked } = decidingPrograms(command);
  const all = inOrder(command, [...deciding, ...masked]);
  return { all, deciding, echoed: all.some(({ name }) => taskRunners.has(name)) ? echoedIn(lines) : [] };
}

function inOrder(command: string, programs: readonly Program[]): readonly Program[] {
  const place = ({ words }: Program) => command.indexOf(words.slice(0, 2).join(" ").trim());
  return [...programs].sort((one, other) => place(one) - place(other));
}

/** `[lint] $ golangci-lint run`, `> vitest run`, `$ tsc --noEmit`. */
function echoedIn(lines: readonly string[]): readonly Program[] {
  return lines.slice(0, 60).flatMap((line) => {
    const marked = /^(?:\[[\w:./-]{1,60}\] )?[$>] (.{2,300})$/.exec(line)?.[1];
    const echoed = marked ?? (bareEcho.test(line) ? line : undefined);
    if (echoed === undefined || /^\S+@\d/.test(echoed)) return [];
    const { deciding } = decidingPrograms(echoed.replace(/…$/, ""));
    return deciding.filter((each) => signKinds(each).size > 0 && !taskRunners.has(each.name));
  });
}

/** `make` and `just` echo a command without any mark: only what begins no sentence counts. */
const bareEcho = new RegExp(
  `^(?:${[
    ...["pytest", "jest", "vitest", "mocha", "eslint", "golangci-lint", "ruff", "mypy", "rspec", "phpunit"],
    ...["tsc", "go (?:test|vet|build|run)", "cargo \\w+", "python3? -m \\w+", "npx \\w+", "docker \\w+"],
  ].join("|")})(?: [\\w./=:@*,-]{1,80}){1,12}$`,
);

/** The program that failed. A sub-command that does not exist is not part of its name. */
export function blamedProgram(suspects: Suspects, cause: Cause | undefined): string {
  const name = likeliest(suspects, cause);
  const named = cause?.named ?? "";
  return named !== "" && name.endsWith(` ${named}`) ? name.slice(0, -named.length - 1) : name;
}

/** The one that the cause speaks of, else the likeliest of those that ran. */
function likeliest({ all, deciding, echoed }: Suspects, cause: Cause | undefined): string {
  const { program, verbs = "", kind } = cause ?? {};
  if (program !== undefined) {
    const [first = "", ...rest] = program.split(" ");
    if (rest.length > 0) return program;
    const own = [...all, ...echoed].filter(({ name }) => name === baseName(first));
    const verbose = own.filter((each) => each.words.some((word) => verbs.split(" ").includes(word)));
    const chosen = verbose.at(-1) ?? own.findLast((each) => deciding.includes(each)) ?? own.at(-1);
    if (chosen !== undefined) return programWithVerbs(chosen);
    return verbs === "" || verbs.includes(" ") ? baseName(first) : `${first} ${verbs}`;
  }
  const working = [...echoed, ...all].filter(isWorkProgram);
  if (kind === "work" && working.length > 0) return programWithVerbs(working.at(0) ?? none);
  const [started] = echoed;
  if (started !== undefined) return programWithVerbs(started);
  const able = all.filter((each) => signKinds(each).size > 0);
  const likely = able.find((each) => deciding.includes(each)) ?? able[0];
  return programWithVerbs(likely ?? deciding.findLast((each) => each.name !== "echo") ?? all.at(-1) ?? none);
}

const none: Program = { name: "", words: [], wrappers: [] };

const workWords = new RegExp(
  `\\b(?:${[
    ...["test", "tests", "lint", "build", "check", "tsc", "vet", "fmt", "format", "pytest", "jest", "vitest"],
    ...["mocha", "eslint", "golangci-lint", "ruff", "mypy", "clippy", "compile", "gradle", "gradlew", "mvn"],
    ...[
      "typecheck",
      "rspec",
      "phpunit",
      "phpstan",
      "psalm",
      "rubocop",
      "shellcheck",
      "tox",
      "playwright",
      ...["webpack", "vite", "rollup", "esbuild", "javac", "rustc", "gcc", "clang"],
      "biome",
      "prettier",
      "e2e",
      "spec",
      "ci",
      "verify",
    ],
  ].join("|")})\\b`,
);

/** They speak to a service or keep versions: a word such as `ci` or `build` in their arguments is a name. */
const serviceClients: ReadonlySet<string> = new Set([
  ...["git", "gh", "glab", "aws", "gcloud", "az", "kubectl", "helm", "docker", "podman", "terraform", "fly"],
  ...["vercel", "wrangler", "supabase", "psql", "mysql", "ssh", "scp", "rsync", "curl", "wget", "systemctl"],
]);

export function isServiceClient({ name }: Program): boolean {
  return serviceClients.has(name);
}

/** Whether it tests, builds or checks the code that is being written. */
export function isWorkProgram(program: Program): boolean {
  if (isServiceClient(program)) return false;
  return workWords.test(program.words.slice(0, 4).join(" "));
}

/** Whether all that decides how the command ended prints the content of something else. */
export function onlyPrints({ deciding }: Suspects): boolean {
  return deciding.length > 0 && deciding.every((each) => isPrinting(each) || signKinds(each).size === 0);
}

/** How many words after its name say what a program is asked to do; none for the others. */
const verbWords: ReadonlyMap<string, number> = new Map([
  ...["git", "go", "npm", "pnpm", "yarn", "bun", "deno", "npx", "bunx", "cargo", "rustup"].map(one),
  ...["docker", "podman", "kubectl", "helm", "terraform", "pulumi", "fly", "pip", "pip3", "poetry"].map(one),
  ...["uv", "pipx", "conda", "brew", "apt", "apt-get", "systemctl", "mise", "make", "just", "task"].map(one),
  ...["bundle", "rails", "rake", "gem", "dotnet", "swift", "nx", "turbo", "vercel", "wrangler"].map(one),
  ...["supabase", "prisma", "gradle", "gradlew", "mvn", "rtk", "composer", "flutter", "dart", "mix"].map(one),
  ...["gh", "aws", "gcloud", "az"].map((name) => [name, 2] as const),
]);

function one(name: string): readonly [string, number] {
  return [name, 1];
}

/** Sub-commands with sub-commands of their own, and those of a deep program without. */
const verbDepths: ReadonlyMap<string, number> = new Map([
  ...[
    "git stash",
    "git remote",
    "git worktree",
    "git submodule",
    "git bisect",
    "go mod",
    "docker compose",
  ].map((verb) => [verb, 2] as const),
  ...["npm run", "pnpm run", "yarn run", "bun run", "mise run", "deno task"].map(
    (verb) => [verb, 2] as const,
  ),
  ...["gh api", "gh auth", "gh browse"].map((verb) => [verb, 1] as const),
]);

/** A program as people name it: `git push`, `gh pr diff`, `golangci-lint`. */
export function programWithVerbs({ name, words }: Pick<Program, "name" | "words">): string {
  const behind = runnerWords(words);
  if (behind !== undefined) return programWithVerbs({ name: baseName(behind[0] ?? ""), words: behind });
  const verbs = words.slice(1).filter((word, index) => isVerb(word, words[index]));
  const depth = verbDepths.get(`${name} ${verbs[0] ?? ""}`) ?? verbWords.get(name) ?? 0;
  return [name, ...verbs.slice(0, depth)].join(" ").trim();
}

/** Programs and sub-commands that only start another program of the project. */
const runners: readonly (readonly string[])[] = [
  ...["npx", "bunx", "pnpx", "uvx", "rtk"].map((name) => [name]),
  ...["uv", "poetry", "pipx", "pdm", "hatch", "rye", "dotenvx"].map((name) => [name, "run"]),
  ...["npm", "pnpm", "yarn", "bundle", "mise"].map((name) => [name, "exec"]),
  ["yarn", "dlx"],
  ["pnpm", "dlx"],
];

/** The words of the program that a runner starts; undefined when it is not a runner. */
function runnerWords(words: readonly string[]): readonly string[] | undefined {
  const runner = runners.find((each) => each.every((word, index) => words[index] === word));
  if (runner === undefined) return undefined;
  const rest = words.slice(runner.length);
  const first = rest.findIndex((word) => !word.startsWith("-") && word !== "");
  return first === -1 ? undefined : rest.slice(first);
}

/** Options that take the next word as their value, such as `git -C folder` and `kubectl -n name`. */
const valued = /^(?:-[CnfcHpFw]|--(?:filter|workspace|prefix|cwd|dir|project|namespace|context|profile))$/;

/** A plain word that is not the value of an option. */
function isVerb(word: string, before: string | undefined): boolean {
  return /^[a-z][a-z0-9:-]{0,30}$/i.test(word) && !valued.test(before ?? "");
}

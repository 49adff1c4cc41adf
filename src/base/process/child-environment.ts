import { devNull } from "node:os";

/** Environment variables of the caller, of which only these reach a child. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Windows starts hardly any program without them. */
const windowsNeeds = ["SystemRoot", "SystemDrive", "PATHEXT", "TEMP", "TMP"];

/**
 * What every child sees: where programs are, and nothing that could hold a secret or change what one does.
 */
export function childEnvironment(env: Environment, path: string): Record<string, string> {
  const kept = process.platform === "win32" ? windowsNeeds : [];
  const pairs = kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(pairs), PATH: path, LC_ALL: "C", CI: "1", NO_COLOR: "1", ...everyGit };
}

/** For the git that we start and for one that an allowed tool starts. */
const everyGit = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "core.fsmonitor",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "core.hooksPath",
  GIT_CONFIG_VALUE_1: devNull,
};

/**
 * Git's own switches against what a repository may ask of it: no config but the repository's (whose dangerous
 * keys are overridden by `gitArguments`), no replaced commits, no fetching of missing objects, no prompt, no
 * lock.
 */
export function gitEnvironment(gitDir: string, workTree: string): Record<string, string> {
  return {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: workTree,
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
  };
}

/** Before the verb, which no alias can replace: git's own verbs come first. */
export const gitArguments: readonly string[] = [
  "--no-pager",
  "--no-optional-locks",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  `core.hooksPath=${devNull}`,
  "-c",
  `core.attributesFile=${devNull}`,
  "-c",
  `core.excludesFile=${devNull}`,
  "-c",
  "core.untrackedCache=false",
  "-c",
  "protocol.allow=never",
  // A hint among its errors would count as one.
  "-c",
  "advice.graftFileDeprecated=false",
];

export type Variables = Readonly<Record<string, string | undefined>>;

/** `WHETSTONE_*` variables that are not settings. Every other one must name a setting. */
export const reservedVariables = [
  "WHETSTONE_DATA_DIR",
  "WHETSTONE_ACTOR",
  "WHETSTONE_ORIGIN",
  "WHETSTONE_RUN",
  "WHETSTONE_LOG",
  "WHETSTONE_NESTED",
  "WHETSTONE_HUB",
  "WHETSTONE_KEY",
] as const;

/** Everything that is read from the environment. An empty variable counts as not set. */
export interface Environment {
  readonly dataDir: string | undefined;
  readonly actor: string | undefined;
  readonly origin: string | undefined;
  readonly run: string | undefined;
  readonly log: string | undefined;
  /**
   * An agent that Whetstone itself asked a question started this process: hooks and servers must do nothing.
   */
  readonly nested: boolean;
  /** The address of a hub that commands record on, and the key for it. */
  readonly hub: string | undefined;
  readonly hubKey: string | undefined;
  readonly home: string | undefined;
  readonly xdgDataHome: string | undefined;
  readonly localAppData: string | undefined;
  readonly user: string | undefined;
  readonly term: string | undefined;
  readonly noColor: boolean;
  /** `FORCE_COLOR`: false for 0 and false, true for any other value, undefined when not set. */
  readonly forceColor: boolean | undefined;
  readonly ci: boolean;
}

/** The only place of the product that reads the process environment. */
export function readEnvironment(): Record<string, string | undefined> {
  return { ...process.env };
}

// The next five are for a hook, which looks at nothing else: all of it would take longer than the hook itself.

export function homeIn({ HOME, USERPROFILE }: Variables): string | undefined {
  return HOME || USERPROFILE || undefined;
}

export function isNested({ WHETSTONE_NESTED }: Variables): boolean {
  return WHETSTONE_NESTED ? (isOn(WHETSTONE_NESTED) ?? false) : false;
}

/** How Claude Code was started: `cli` by a person, `sdk-cli` by `claude -p`, and others. */
export function agentEntry({ CLAUDE_CODE_ENTRYPOINT }: Variables): string | undefined {
  return CLAUDE_CODE_ENTRYPOINT || undefined;
}

export function isCopilot({ COPILOT_CLI }: Variables): boolean {
  return COPILOT_CLI !== undefined && COPILOT_CLI !== "";
}

/**
 * Variables that each coding agent sets in the shells it starts, as real agents set them. The last is a
 * convention of others.
 */
export const agentMarks: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["CLAUDECODE"],
  codex: ["CODEX_THREAD_ID", "CODEX_CI", "CODEX_SANDBOX"],
  opencode: ["OPENCODE"],
  gemini: ["GEMINI_CLI"],
  copilot: ["COPILOT_CLI"],
  cursor: ["CURSOR_AGENT"],
  unnamed: ["AI_AGENT"],
};

/** The name of the agent that started the program with this environment; undefined when none did. */
export function agentIn(variables: Variables): string | undefined {
  return Object.entries(agentMarks).find(([, marks]) => marks.some((mark) => variables[mark]))?.[0];
}

/** Where Claude Code, Gemini CLI and Copilot CLI say that their session began, to the programs that they run as hooks. */
export function sessionFolderIn({ CLAUDE_PROJECT_DIR }: Variables): string | undefined {
  return CLAUDE_PROJECT_DIR || undefined;
}

export function environmentFrom(variables: Variables): Environment {
  const text = (...names: string[]) =>
    names.map((name) => variables[name]).find((value) => value !== undefined && value !== "");
  const flag = (name: string) => isOn(text(name));
  return {
    dataDir: text("WHETSTONE_DATA_DIR"),
    actor: text("WHETSTONE_ACTOR"),
    origin: text("WHETSTONE_ORIGIN"),
    run: text("WHETSTONE_RUN"),
    log: text("WHETSTONE_LOG"),
    nested: isNested(variables),
    hub: text("WHETSTONE_HUB"),
    hubKey: text("WHETSTONE_KEY"),
    home: homeIn(variables),
    xdgDataHome: text("XDG_DATA_HOME"),
    localAppData: text("LOCALAPPDATA"),
    user: text("USER", "LOGNAME", "USERNAME"),
    term: text("TERM"),
    noColor: text("NO_COLOR") !== undefined,
    forceColor: flag("FORCE_COLOR"),
    ci: flag("CI") ?? false,
  };
}

function isOn(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== "0" && value.toLowerCase() !== "false";
}

/** `criteria.halfLifeDays` is set by `WHETSTONE_CRITERIA_HALF_LIFE_DAYS`. */
export function environmentName(path: string): string {
  return `WHETSTONE_${path.replaceAll(".", "_").replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

const proxies = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/**
 * Whether programs that obey these variables send even calls to this machine through a proxy. Claude Code
 * does: such a call never arrives, and the proxy sees what it carries.
 */
export function loopbackIsProxied(env: Variables): boolean {
  if (!proxies.some((name) => env[name])) return false;
  const excepted = (env.no_proxy || env.NO_PROXY || "").split(/[\s,]+/);
  return !excepted.some((host) => host === "*" || host === "127.0.0.1");
}

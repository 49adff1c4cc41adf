import type { PlannedFile } from "./agent-setup.js";
import { commentsIn, holdsComments, isJsonObject, notAnObject, parseJson, rewriteJson } from "./edit-json.js";

/** A command for an event, as an agent's settings hold it. */
export interface HookCommand {
  readonly type?: "command";
  readonly command: string;
  /** In the unit of the agent: most take seconds, Gemini CLI milliseconds. */
  readonly timeout: number;
  /** The agent does not wait for it. */
  readonly async?: true;
}

/** An address for an event, to which the agent posts what a command would read from stdin. */
export interface HookPost {
  readonly type: "http";
  readonly url: string;
  /** `$NAME` stands for a variable of the agent's environment that `allowedEnvVars` names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowedEnvVars: readonly string[];
  /** Seconds. */
  readonly timeout: number;
}

export type Hook = HookCommand | HookPost;

/** How an agent's settings hold hooks. */
interface HooksShape {
  /** Each command is an entry of its event by itself, not in a group. */
  readonly flat?: boolean;
  /** Settings that the file must have; a person's own values stay. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** How to recognise our hooks in a file. */
export interface OwnHooks {
  /** Of a hook's command or address. */
  readonly isOurs: (commandOrUrl: string) => boolean;
  /** The file that Whetstone's command starts; undefined for other commands. */
  readonly programOf: (command: string) => string | undefined;
}

type Json = Record<string, unknown>;

/** A settings file with our hooks among other settings. */
export function plannedHooks(
  path: string,
  hooks: Readonly<Record<string, Hook>>,
  { isOurs, programOf }: OwnHooks,
  shape: HooksShape = {},
): PlannedFile {
  return {
    path,
    entries: `${Object.keys(hooks).length} hooks`,
    after: (before) => withHooks(path, before, hooks, isOurs, shape),
    holdsOurs: (text) => holdsHooks(path, text, isOurs),
    programs: (text) => hookCommandsIn(settingsIn(path, text)).flatMap((command) => programOf(command) ?? []),
    without: (text) => withoutHooks(path, text, isOurs),
  };
}

/** Every command in the hooks of a settings file. */
function hookCommandsIn({ hooks }: Json): readonly string[] {
  return Object.values(Object(hooks ?? {}) as Json)
    .flatMap(listIn)
    .flatMap(hooksInGroup)
    .map((hook) => (Object(hook) as Json).command)
    .filter((command) => typeof command === "string");
}

/** The text with a hook for each event, everything else as it was; unchanged if they are there already. */
export function withHooks(
  file: string,
  text: string | null,
  hooks: Readonly<Record<string, Hook>>,
  isOurs: (command: string) => boolean,
  { flat = false, settings: needed = {} }: HooksShape = {},
): string {
  const own = text === null ? {} : settingsIn(file, text);
  const settings = { ...needed, ...own };
  if (
    text !== null &&
    Object.keys(needed).every((name) => name in own) &&
    hasExactly(settings, hooks, isOurs)
  )
    return text;
  const cleaned = removeHook(settings, isOurs);
  const groups = Object(cleaned.hooks ?? {}) as Json;
  const added = Object.fromEntries(
    Object.entries(hooks).map(([event, hook]) => [
      event,
      [...listIn(groups[event]), flat ? hook : { hooks: [hook] }],
    ]),
  );
  return settingsText(file, { ...cleaned, hooks: { ...groups, ...added } }, text);
}

function holdsHooks(file: string, text: string, isOurs: (command: string) => boolean): boolean {
  const settings = settingsIn(file, text);
  return JSON.stringify(removeHook(settings, isOurs)) !== JSON.stringify(settings);
}

/** The text without our hooks, everything else as it was; null when nothing is left. */
export function withoutHooks(
  file: string,
  text: string,
  isOurs: (command: string) => boolean,
): string | null {
  const cleaned = removeHook(settingsIn(file, text), isOurs);
  return Object.keys(cleaned).length === 0 ? null : settingsText(file, cleaned, text);
}

function settingsIn(file: string, text: string): Json {
  try {
    const value: unknown = isBlank(text) ? {} : parseJson(text);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw notAnObject(file, cause);
  }
  throw notAnObject(file);
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The hooks of a group; a command by itself is a group of one. */
function hooksInGroup(group: unknown): readonly unknown[] {
  const { hooks, command } = Object(group) as Json;
  return typeof command === "string" ? [group] : listIn(hooks);
}

function isOurHook(hook: unknown, isOurs: (command: string) => boolean): boolean {
  const { command, url = command } = Object(hook) as Json;
  return typeof url === "string" && isOurs(url);
}

function hasExactly(
  settings: Json,
  hooks: Readonly<Record<string, Hook>>,
  isOurs: (command: string) => boolean,
): boolean {
  const groups = Object(settings.hooks ?? {}) as Json;
  const ours = Object.entries(groups).flatMap(([event, list]) =>
    listIn(list)
      .flatMap(hooksInGroup)
      .filter((hook) => isOurHook(hook, isOurs))
      .map((hook) => JSON.stringify([event, hook])),
  );
  const wanted = Object.entries(hooks).map((entry) => JSON.stringify(entry));
  return ours.length === wanted.length && wanted.every((each) => ours.includes(each));
}

/** Without our hooks, and without the groups and lists that held nothing else. */
function removeHook(settings: Json, isOurs: (command: string) => boolean): Json {
  if (settings.hooks === undefined) return settings;
  const { hooks, ...rest } = settings;
  const left = Object.entries(Object(hooks) as Json).flatMap(([event, list]) => {
    const groups = listIn(list).flatMap((group) => {
      const kept = hooksInGroup(group).filter((hook) => !isOurHook(hook, isOurs));
      if (kept.length === hooksInGroup(group).length) return [group];
      return kept.length === 0 ? [] : [{ ...Object(group), hooks: kept }];
    });
    return groups.length === 0 && listIn(list).length > 0
      ? []
      : [[event, Array.isArray(list) ? groups : list] as const];
  });
  return left.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(left) };
}

/** Everything else stays as the person wrote it, comments included. */
function settingsText(file: string, value: Json, like: string | null): string {
  if (like === null || isBlank(like)) return `${JSON.stringify(value, null, 2)}\n`;
  const text = rewriteJson(like, value);
  if (commentsIn(text) < commentsIn(like)) throw holdsComments(file);
  return text;
}

function isBlank(text: string): boolean {
  return text.replace(/^\uFEFF/, "").trim() === "";
}

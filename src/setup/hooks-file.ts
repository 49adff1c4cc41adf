import type { PlannedFile } from "./agent-setup.js";
import { rewriteJson } from "./rewrite-json.js";
import { unreadableFile } from "./unreadable-file.js";

/** A command for an event of an agent, as its settings hold it. */
export interface HookCommand {
  readonly type: "command";
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
}

type Json = Record<string, unknown>;

/** A settings file that holds commands of ours among other things. */
export function plannedHooks(
  path: string,
  hooks: Readonly<Record<string, HookCommand>>,
  isOurs: (command: string) => boolean,
): PlannedFile {
  return {
    path,
    after: (before) => withHooks(path, before, hooks, isOurs),
    holdsOurs: (text) => holdsHooks(path, text, isOurs),
    without: (text) => withoutHooks(path, text, isOurs),
  };
}

/** The text with a command for each event, everything else as it was; the same text when they are there already. */
export function withHooks(
  file: string,
  text: string | null,
  hooks: Readonly<Record<string, HookCommand>>,
  isOurs: (command: string) => boolean,
): string {
  const settings = text === null ? {} : objectIn(file, text);
  if (text !== null && hasExactly(settings, hooks, isOurs)) return text;
  const cleaned = remove(settings, isOurs);
  const groups = Object(cleaned.hooks ?? {}) as Json;
  const added = Object.fromEntries(
    Object.entries(hooks).map(([event, hook]) => [event, [...listIn(groups[event]), { hooks: [hook] }]]),
  );
  return print({ ...cleaned, hooks: { ...groups, ...added } }, text);
}

/** Whether the text holds a command of ours. */
function holdsHooks(file: string, text: string, isOurs: (command: string) => boolean): boolean {
  const settings = objectIn(file, text);
  return JSON.stringify(remove(settings, isOurs)) !== JSON.stringify(settings);
}

/** The text without our commands, everything else as it was; null when nothing is left. */
export function withoutHooks(file: string, text: string, isOurs: (command: string) => boolean): string | null {
  const cleaned = remove(objectIn(file, text), isOurs);
  return Object.keys(cleaned).length === 0 ? null : print(cleaned, text);
}

function objectIn(file: string, text: string): Json {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch (cause) {
    throw unreadableFile(file, cause);
  }
  throw unreadableFile(file);
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function commandsIn(group: unknown): readonly unknown[] {
  return listIn((Object(group) as Json).hooks);
}

function isOurHook(hook: unknown, isOurs: (command: string) => boolean): boolean {
  const { command } = Object(hook) as Json;
  return typeof command === "string" && isOurs(command);
}

function hasExactly(
  settings: Json,
  hooks: Readonly<Record<string, HookCommand>>,
  isOurs: (command: string) => boolean,
): boolean {
  const groups = Object(settings.hooks ?? {}) as Json;
  const ours = Object.entries(groups).flatMap(([event, list]) =>
    listIn(list)
      .flatMap(commandsIn)
      .filter((hook) => isOurHook(hook, isOurs))
      .map((hook) => JSON.stringify([event, hook])),
  );
  const wanted = Object.entries(hooks).map((entry) => JSON.stringify(entry));
  return ours.length === wanted.length && wanted.every((each) => ours.includes(each));
}

/** Without our commands, and without the groups and lists that held nothing else. */
function remove(settings: Json, isOurs: (command: string) => boolean): Json {
  if (settings.hooks === undefined) return settings;
  const { hooks, ...rest } = settings;
  const left = Object.entries(Object(hooks) as Json).flatMap(([event, list]) => {
    const groups = listIn(list).flatMap((group) => {
      const kept = commandsIn(group).filter((hook) => !isOurHook(hook, isOurs));
      if (kept.length === commandsIn(group).length) return [group];
      return kept.length === 0 ? [] : [{ ...Object(group), hooks: kept }];
    });
    return groups.length === 0 && listIn(list).length > 0
      ? []
      : [[event, Array.isArray(list) ? groups : list] as const];
  });
  return left.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(left) };
}

/** What is not ours stays as the person wrote it. */
function print(value: Json, like: string | null): string {
  return like === null || like.trim() === "" ? `${JSON.stringify(value, null, 2)}\n` : rewriteJson(like, value);
}

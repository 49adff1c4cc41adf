import type { LoadedConfig } from "./load.js";
import { describeSource } from "./problem.js";
import type { SettingValue } from "./setting.js";
import { configFrom, settingPaths } from "./settings.js";

/**
 * Settings by which a whetstone.json reaches beyond its own folder: into another project's lessons, or to a
 * database of its author's choice. They hold only once the person at this machine has accepted them.
 */
const askingSettings: readonly string[] = ["project", "store.folder"];

/** Whether only the environment and arguments set it: what runs here, and what is paid for. */
function isOnlyYours(path: string): boolean {
  return path.startsWith("model.") || path === "directives.predicateCommands";
}

/** What the file asks for; a value that the environment or an argument sets instead is the person's own. */
export function askedByFile(
  loaded: LoadedConfig,
): readonly { readonly setting: string; readonly value: string }[] {
  return askingSettings.flatMap((setting) => {
    const value = settingValue(loaded, setting);
    const isFromFile = loaded.sources.get(setting)?.from === "file";
    return isFromFile && typeof value === "string" && value !== "" ? [{ setting, value }] : [];
  });
}

/** The same without what the file says about these settings. */
export function withoutFileValues(loaded: LoadedConfig, paths: readonly string[]): LoadedConfig {
  if (paths.length === 0) return loaded;
  const kept = settingPaths.filter((path) => !paths.includes(path));
  const values = kept.flatMap((path): [string, SettingValue][] => {
    const value = settingValue(loaded, path);
    return value === undefined ? [] : [[path, value]];
  });
  const ignored = paths.map(
    (path) => [path, `${sourceOf(loaded, path)}, which you have not accepted`] as const,
  );
  return {
    ...loaded,
    config: configFrom(new Map(values)),
    project: paths.includes("project") ? undefined : loaded.project,
    sources: new Map([...loaded.sources, ...paths.map((path) => [path, { from: "default" }] as const)]),
    ignored: new Map([...loaded.ignored, ...ignored]),
  };
}

/** Why the file does not decide a setting that it names; undefined where it does, or names nothing. */
export function whyIgnored(loaded: LoadedConfig, path: string): string | undefined {
  const isYours = isOnlyYours(path) && loaded.sources.get(path)?.from === "file";
  return isYours ? `${sourceOf(loaded, path)}, which cannot set it` : loaded.ignored.get(path);
}

export function sourceOf({ sources }: LoadedConfig, path: string): string {
  return describeSource(sources.get(path) ?? { from: "default" });
}

/** The value in force; undefined for a project without a key of its own. */
export function settingValue({ config, project }: LoadedConfig, path: string): SettingValue | undefined {
  if (path === "project") return project;
  const [group = "", name = ""] = path.split(".");
  return (config as Readonly<Record<string, Readonly<Record<string, SettingValue>>>>)[group]?.[name];
}

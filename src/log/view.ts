import type { Config } from "../base/config/settings.js";
import { digest } from "../base/text/digest.js";

/** What a read model is known by. */
export interface View<Settings = unknown> {
  readonly name: string;
  /** Raise it whenever the fold would make other rows of an old log: every store then rebuilds by itself. */
  readonly version: number;
  /** The settings that the fold depends on. Another value rebuilds the rows, as another version does. */
  readonly settings: (config: Config) => Settings;
}

/** A view whose rows have this type. */
export interface ViewOf<Row extends object> {
  readonly name: string;
  /** Never there: it only ties the type of the rows to the view. */
  readonly row?: Row;
}

export function defineView<Settings>(
  name: string,
  version: number,
  settings: (config: Config) => Settings,
): View<Settings> {
  return { name, version, settings };
}

/** Identifies the rows of a view: the version of its fold, then a digest of the settings it folds with. */
export function fingerprintOf({ version, settings }: View, config: Config): string {
  return `${version} ${digest(JSON.stringify(settings(config) ?? null))}`;
}

export function versionOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10);
}

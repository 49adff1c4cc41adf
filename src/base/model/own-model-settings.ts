import { describeSource, type ValueSource } from "../config/problem.js";
import { type Config, defaults } from "../config/settings.js";

export interface OwnModelSettings {
  readonly settings: Config["model"];
  /** A message for each setting of a project file that was ignored. */
  readonly ignored: readonly string[];
}

/**
 * The model settings that the user of this machine set. Every model setting in a whetstone.json is ignored:
 * the file is committed, so anyone with write access to the repository could spend the money of everyone who
 * clones it, or have their keys sent to another endpoint.
 */
export function ownModelSettings(
  given: Config["model"],
  sources: ReadonlyMap<string, ValueSource>,
): OwnModelSettings {
  const settings = Object.keys(given).map((name) => ({ name, source: sources.get(`model.${name}`) }));
  const untrusted = settings.filter(
    ({ source }) => source?.from !== "environment" && source?.from !== "argument",
  );
  const withDefaults = Object.fromEntries(
    untrusted.map(({ name }) => [name, defaults.model[name as keyof Config["model"]]]),
  );
  return {
    settings: { ...given, ...withDefaults },
    ignored: untrusted.flatMap(({ name, source }) =>
      source?.from === "file" ? [ignoredSetting(name, source)] : [],
    ),
  };
}

function ignoredSetting(name: string, source: ValueSource): string {
  const place = `model.${name} from ${describeSource(source)}`;
  return `${place} is ignored: only the environment or an argument can set it`;
}

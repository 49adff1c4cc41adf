import { describeSource, type ValueSource } from "../config/problem.js";
import { type Config, defaults } from "../config/settings.js";

export interface OwnModelSettings {
  readonly settings: Config["model"];
  /** What a file of the project said, and why it does not count. */
  readonly ignored: readonly string[];
}

/**
 * The settings of the model as the person at this machine gave them. What a whetstone.json says is ignored,
 * whatever it is: the file is committed, so whoever writes to the repository would spend the money of
 * everyone who clones it, or have their keys sent to an endpoint of his choice.
 */
export function ownModelSettings(
  given: Config["model"],
  sources: ReadonlyMap<string, ValueSource>,
): OwnModelSettings {
  const paths = Object.keys(given).map((name) => ({ name, source: sources.get(`model.${name}`) }));
  const foreign = paths.filter(({ source }) => source?.from !== "environment" && source?.from !== "argument");
  const restored = Object.fromEntries(
    foreign.map(({ name }) => [name, defaults.model[name as keyof Config["model"]]]),
  );
  return {
    settings: { ...given, ...restored },
    ignored: foreign.flatMap(({ name, source }) => (source?.from === "file" ? [notYours(name, source)] : [])),
  };
}

function notYours(name: string, source: ValueSource): string {
  return `model.${name} from ${describeSource(source)} does not count: only you can set it, by the environment or an argument`;
}

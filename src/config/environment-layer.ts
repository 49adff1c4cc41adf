import { nearest } from "../text/nearest.js";
import { type Claim, claimText, unknownKey } from "./claim.js";
import { reservedVariables, type Variables } from "./environment.js";
import { environmentName } from "./environment-name.js";
import type { ValueSource } from "./problem.js";
import { settingPaths } from "./settings.js";

/** The claims of `WHETSTONE_*` variables. An empty variable counts as not set. */
export function environmentClaims(variables: Variables): Claim[] {
  const given = Object.entries(variables).filter(
    ([name, text]) => isOurs(name) && text !== undefined && text !== "",
  );
  if (given.length === 0) return [];
  const paths = new Map(settingPaths.map((path) => [environmentName(path), path]));
  return given.map(([variable, text = ""]) => {
    const source: ValueSource = { from: "environment", variable };
    const path = paths.get(variable);
    if (path !== undefined) return claimText(path, text, source);
    return unknownKey(variable, source, nearest(variable, [...paths.keys(), ...reservedVariables]));
  });
}

function isOurs(variable: string): boolean {
  const reserved: readonly string[] = reservedVariables;
  return variable.startsWith("WHETSTONE_") && !reserved.includes(variable);
}

import { scopeName } from "../../engines/directives/scope.js";

/** Whether a list of roles names this one, however it is written. */
export function isNamedIn(roles: readonly string[], role: string): boolean {
  return roles.some((name) => scopeName(name) === scopeName(role));
}

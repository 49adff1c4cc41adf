import type { ChangeDirectiveResult } from "../../app/change-directive.js";
import type { Style } from "../../terminal/style.js";

/** Where a directive stands after a change. */
export function directiveText(result: ChangeDirectiveResult, style: Style): string {
  const state = result.status === "active" ? style.green("active") : style.yellow(result.status);
  const missing = result.missing.length === 0 ? "" : `; missing: ${result.missing.join(", ")}`;
  return `${style.bold(result.lesson)} is ${state}, ${result.priority}, ${result.enforcement}${missing}`;
}

/** A person who is named answers for a change. */
export function whoOf(by: string | undefined): { readonly actor?: string; readonly origin?: "human" } {
  return by === undefined ? {} : { actor: by, origin: "human" };
}

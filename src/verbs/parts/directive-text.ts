import type { Style } from "../../base/terminal/style.js";
import type { ChangedDirective } from "../../lessons/directive/change-directive.js";

/** Where a directive or a failure lesson stands after a change. */
export function directiveText(result: ChangedDirective, style: Style): string {
  const state = result.status === "active" ? style.green("active") : style.yellow(result.status);
  const missing = result.missing.length === 0 ? "" : `; missing: ${result.missing.join(", ")}`;
  const weight = [result.priority, result.enforcement].filter((each) => each !== null);
  return `${style.bold(result.lesson)} is ${[state, ...weight].join(", ")}${missing}`;
}

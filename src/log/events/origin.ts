/** What an origin looks like, as the end of a sentence about one that does not. */
export const originForms =
  "must be human, system:<name>, agent:<role>, tool:<name>, import:<file>, llm:<model> or prompt:<host>";

const named = /^(agent|tool|import|llm|system|prompt):[\p{L}\p{N}][\p{L}\p{N}._ @+-]*$/u;

/** Whether an event may name it as where its texts come from. */
export function isOrigin(value: unknown): value is string {
  return value === "human" || (typeof value === "string" && value.length <= 200 && named.test(value));
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * How deep a value from outside may be nested. No input of a verb has more than six levels; everything behind
 * the door goes through a value level by level without asking how deep it is.
 */
export const levelsAtMost = 64;

/** Whether objects and lists are nested in each other more than so often, as in one that holds itself. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

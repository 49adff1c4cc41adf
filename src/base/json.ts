export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

type Field = Json | undefined;

/** Whether two values are written as the same JSON, in whatever order the fields of an object stand. */
export function sameJson(one: Field, other: Field): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && sameList(one, other);
  return sameFields(one as JsonObject, other as JsonObject);
}

function sameList(one: readonly Json[], other: readonly Json[]): boolean {
  return one.length === other.length && one.every((value, index) => sameJson(value, other[index]));
}

/** A field that is undefined is not written. */
function sameFields(one: JsonObject, other: JsonObject): boolean {
  for (const name in one) if (!sameJson(one[name], ownField(other, name))) return false;
  for (const name in other) if (other[name] !== undefined && !Object.hasOwn(one, name)) return false;
  return true;
}

/** A name may come from anywhere, and be one that every object inherits. */
function ownField(object: JsonObject, name: string): Field {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

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

export interface Difference {
  /** Where, as a dotted path. */
  readonly path: string;
  readonly given: unknown;
  readonly expected: unknown;
}

/**
 * The first place where two values of plain data differ, undefined when there is none. What is undefined is
 * absent. NaN is equal to NaN alone.
 */
export function firstDifference(given: unknown, expected: unknown, path = ""): Difference | undefined {
  if (Object.is(given, expected)) return undefined;
  if (!isContainer(given) || !isContainer(expected) || Array.isArray(given) !== Array.isArray(expected)) {
    return { path, given, expected };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(given)])) {
    const found = firstDifference(own(given, key), own(expected, key), path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Container = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** An agent or a skill may be called like something that every object inherits. */
function own(container: Container, key: string): unknown {
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

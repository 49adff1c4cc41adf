/** One thrown value of a chain. Reading a fact never throws, whatever the value's getters do. */
export interface Link {
  readonly value: unknown;
  fact(name: string): unknown;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
}

/** Chains of real errors are 1 to 5 long; a hostile value gets no more than this. */
const mostLinks = 32;

/** Where libraries keep the error behind the error. */
const nested = ["cause", "reason", "error", "originalError", "inner", "response", "data"];

/**
 * The value, its causes and the members of an aggregate: outermost first, each once, a bounded number of
 * them. A cycle ends where it began.
 */
export function linksOf(thrown: unknown): readonly Link[] {
  const seen = new Set<unknown>([thrown]);
  const links = [linkOf(thrown)];
  for (let index = 0; index < links.length; index += 1) {
    for (const value of behind(links[index])) {
      if (links.length >= mostLinks) return links;
      if (seen.has(value)) continue;
      seen.add(value);
      links.push(linkOf(value));
    }
  }
  return links;
}

function behind(link: Link | undefined): readonly unknown[] {
  if (link === undefined) return [];
  const members = [link.value, link.fact("errors"), link.fact("content")].flatMap(elements);
  return [...nested.map((name) => link.fact(name)), ...members].filter(isObject);
}

/** Only the first few members, one by one: an array-like may be a trap too. */
function elements(list: unknown): readonly unknown[] {
  if (!isArray(list)) return [];
  const link = linkOf(list);
  const length = Math.min(link.number("length") ?? 0, mostLinks);
  return Array.from({ length }, (_, index) => link.fact(String(index)));
}

function linkOf(value: unknown): Link {
  const fact = (name: string) => read(value, name);
  return {
    value,
    fact,
    text: (name) => {
      const found = fact(name);
      return typeof found === "string" ? found : undefined;
    },
    number: (name) => {
      const found = fact(name);
      return typeof found === "number" && Number.isFinite(found) ? found : undefined;
    },
  };
}

/** A getter or a proxy may throw; a fact that cannot be read is a fact that is not there. */
function read(value: unknown, name: string): unknown {
  if (!isObject(value) && typeof value !== "function") return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Array.isArray throws for a revoked proxy. */
function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

import { catalog } from "../../verbs/catalog.js";
import type { Catalog, CatalogEntry } from "../../verbs/frame/catalog-entry.js";
import { methodOf } from "../../verbs/frame/handle.js";
import { routeOf } from "../../verbs/frame/names.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";

/** A verb as a route: it answers a body that the verb itself checks. */
export type VerbRoute = (ws: Whetstone, input: unknown) => Promise<unknown>;

/** Every verb that a server offers, by its route. What answers item by item is collected into one object. */
export function verbRoutes(verbs: Catalog = catalog): ReadonlyMap<string, VerbRoute> {
  const offered = Object.entries(verbs).filter(([, { http }]) => http);
  return new Map(
    offered.map(([name, entry]) => [routeOf(name), (ws, input) => verbAnswer(ws, name, entry, input)]),
  );
}

async function verbAnswer(ws: Whetstone, name: string, { stream, load }: CatalogEntry, input: unknown) {
  const answer = methodOf(ws, name)(input);
  if (!stream) return answer;
  const { verb } = await load();
  const items: unknown[] = [];
  for await (const item of answer as AsyncIterable<unknown>) items.push(item);
  return { [verb.stream ?? "items"]: items };
}

import * as z from "zod/mini";
import { check } from "../app/admit.js";
import type { Whetstone } from "../compose/whetstone.js";
import { WhetstoneError } from "../errors.js";
import type { ResultName } from "../results/result-schemas.js";
import { catalog } from "../verbs/catalog.js";
import type { Catalog, CatalogEntry } from "../verbs/frame/catalog-entry.js";
import { methodOf } from "../verbs/frame/handle.js";
import { routeOf } from "../verbs/frame/names.js";

/** A verb as a route. The door of the verb itself checks the input. */
export interface Verb {
  readonly run: (ws: Whetstone, input: never) => Promise<unknown>;
  /** The published schema of its answer; null where the answer is described by `answers`. */
  readonly result: ResultName | null;
  readonly about: string;
}

/** For verbs whose method takes plain values: the fields of the body, checked like at any other door. */
function fields<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): (verb: string, input: unknown) => z.output<z.ZodMiniObject<Shape, z.core.$strict>> {
  const schema = z.strictObject(shape);
  return (verb, input) => {
    const checked = check(schema as z.ZodMiniType<z.output<typeof schema>>, input);
    if ("value" in checked) return checked.value;
    const { field, reason } = checked;
    throw new WhetstoneError("invalid_input", `${verb}: '${field}': ${reason}`, {
      field,
      next: `correct '${field}' and call again`,
      values: { verb, reason },
    });
  };
}

const nothing = fields({});

/** Every verb that a server offers, by its route. */
export const verbs: Readonly<Record<string, Verb>> = {
  ...verbRoutes(catalog),
  lessons: { result: "lessons", about: "List lessons", run: (ws, input) => ws.lessons.list(input) },
  "lessons/add": {
    result: "add-lesson",
    about: "Bring in a directive",
    run: (ws, input) => ws.lessons.add(input),
  },
  "lessons/harden": {
    result: "change-directive",
    about: "Make a directive checkable",
    run: (ws, input) => ws.lessons.harden(input),
  },
  "lessons/retire": {
    result: "change-directive",
    about: "Put a directive away",
    run: (ws, input) => ws.lessons.retire(input),
  },
  "lessons/activate": {
    result: "change-directive",
    about: "Let a directive be shown",
    run: (ws, input) => ws.lessons.activate(input),
  },
  "lessons/set": {
    result: "change-directive",
    about: "Set the weight of a directive",
    run: (ws, input) => ws.lessons.set(input),
  },
  "lessons/share": {
    result: "share-lesson",
    about: "Copy a directive between projects",
    run: (ws, input) => ws.lessons.share(input),
  },
  "lessons/motifs": {
    result: "motifs",
    about: "Failures that come back",
    run: (ws, input) => only("lessons/motifs", input, () => ws.lessons.motifs()),
  },
  "lessons/promote": {
    result: "change-lesson",
    about: "Vouch for a lesson",
    run: (ws, input) => ws.lessons.promote(input),
  },
  "lessons/deprecate": {
    result: "change-lesson",
    about: "Stop showing a lesson",
    run: (ws, input) => ws.lessons.deprecate(input),
  },
  "lessons/reset": {
    result: "change-lesson",
    about: "Let a lesson start again",
    run: (ws, input) => ws.lessons.reset(input),
  },
};

/** The verbs of a catalog as routes. What answers item by item is collected into one object. */
export function verbRoutes(verbs: Catalog): Readonly<Record<string, Verb>> {
  const offered = Object.entries(verbs).filter(([, { http }]) => http);
  return Object.fromEntries(
    offered.map(([name, entry]) => [
      routeOf(name),
      {
        result: null,
        about: entry.summary,
        run: (ws, input) => answerOf(ws, name, entry, input),
      } satisfies Verb,
    ]),
  );
}

async function answerOf(ws: Whetstone, name: string, { stream, load }: CatalogEntry, input: unknown) {
  const answer = methodOf(ws, name)(input);
  if (!stream) return answer;
  const { verb } = await load();
  const items: unknown[] = [];
  for await (const item of answer as AsyncIterable<unknown>) items.push(item);
  return { [verb.stream ?? "items"]: items };
}

function only<T>(verb: string, input: unknown, work: () => Promise<T>): Promise<T> {
  nothing(verb, input);
  return work();
}

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

const text = z.string().check(z.minLength(1), z.maxLength(1_000));

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

const taskField = fields({ task: text });
const contextFields = fields({ task: text, includeResolved: z.optional(z.boolean()) });
const errorField = fields({ error: text });
const adapterField = fields({ adapter: text });
const linesField = fields({ lines: z.array(z.string()) });
const nothing = fields({});

/**
 * Every verb that a server offers, by its route. `restore` is missing: it replaces the files that a server
 * holds open, so it belongs to the command line.
 */
export const verbs: Readonly<Record<string, Verb>> = {
  ...verbRoutes(catalog),
  deliberate: {
    result: "deliberate",
    about: "Keep what a role thought",
    run: (ws, input) => ws.deliberate(input),
  },
  acknowledge: {
    result: "acknowledge",
    about: "Read an agent's acks",
    run: (ws, input) => ws.acknowledge(input),
  },
  review: { result: "review", about: "Read a validator's output", run: (ws, input) => ws.review(input) },
  "begin-phase": { result: "begin-phase", about: "Begin a phase", run: (ws, input) => ws.beginPhase(input) },
  gate: { result: "gate", about: "Whether a phase may end", run: (ws, input) => ws.gate(input) },
  "check-tool": {
    result: "check-tool",
    about: "Whether a tool may run",
    run: (ws, input) => ws.checkTool(input),
  },
  reflect: { result: "reflect", about: "Look at a tool call", run: (ws, input) => ws.reflect(input) },
  "outcome-score": {
    result: "outcome-score",
    about: "Say what became of a run's work",
    run: (ws, input) => ws.outcomeScore(input),
  },
  feedback: {
    result: "feedback",
    about: "Say how a criterion serves",
    run: (ws, input) => ws.feedback(input),
  },
  "errors/record": { result: "error", about: "Record an error", run: (ws, input) => ws.errors.record(input) },
  "errors/resolve": {
    result: "resolve",
    about: "Mark an error as dealt with",
    run: (ws, input) => ws.errors.resolve(errorField("errors/resolve", input).error),
  },
  "errors/context": {
    result: null,
    about: "A task's errors for a retry prompt, as { text }",
    run: async (ws, input) => {
      const { task, includeResolved } = contextFields("errors/context", input);
      return { text: await ws.errors.context(task, includeResolved) };
    },
  },
  "errors/stats": {
    result: "error-stats",
    about: "Count a task's errors",
    run: (ws, input) => ws.errors.stats(taskField("errors/stats", input).task),
  },
  "errors/list": {
    result: "error-list",
    about: "List a task's errors",
    run: (ws, input) => ws.errors.list(taskField("errors/list", input).task),
  },
  policy: {
    result: "policy",
    about: "The policy of an adapter",
    run: (ws, input) => ws.policy.of(adapterField("policy", input).adapter),
  },
  "policy/set": {
    result: "policy",
    about: "Set a limit of a person's own",
    run: (ws, input) => ws.policy.set(input),
  },
  search: {
    result: "search",
    about: "Find lessons by words and meaning",
    run: (ws, input) => ws.search(input),
  },
  doctor: {
    result: "doctor",
    about: "Check everything",
    run: (ws, input) => only("doctor", input, () => ws.doctor()),
  },
  "back-up": {
    result: null,
    about: "Copy the store, as { backup }",
    run: (ws, input) => only("back-up", input, async () => ({ backup: await ws.backUp() })),
  },
  rebuild: {
    result: "rebuild",
    about: "Rebuild every view",
    run: (ws, input) => only("rebuild", input, () => ws.rebuild()),
  },
  export: {
    result: null,
    about: "The log, as { lines }",
    run: (ws, input) => only("export", input, async () => ({ lines: await all(ws.export()) })),
  },
  import: {
    result: "import",
    about: "Read a log",
    run: (ws, input) => ws.import(linesField("import", input).lines),
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

async function all(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const collected: string[] = [];
  for await (const line of lines) collected.push(line);
  return collected;
}

import type * as z from "zod/mini";
import type { Lesson } from "../../lessons/lesson-output.js";
import type { Context } from "../call/context.js";
import type { Immutable } from "../call/immutable.js";
import { catalog } from "../catalog.js";
import type { CallOptions } from "./call-options.js";
import type { Catalog, CatalogEntry } from "./catalog-entry.js";
import { libraryPath } from "./names.js";

export type VerbName = keyof typeof catalog;
type VerbOf<Name extends VerbName> = Awaited<ReturnType<(typeof catalog)[Name]["load"]>>["verb"];

/** What a verb takes, such as `Input<"plan">`. */
export type Input<Name extends VerbName> = Immutable<z.input<VerbOf<Name>["input"]>>;
/** What a verb answers, such as `Result<"lessons forget">`; one item of it, for a stream. */
export type Result<Name extends VerbName> = Immutable<z.output<VerbOf<Name>["output"]>>;

type Answer<Name extends VerbName> =
  VerbOf<Name> extends { readonly stream?: infer Stream }
    ? Stream extends string
      ? AsyncIterable<Result<Name>>
      : Promise<Result<Name>>
    : Promise<Result<Name>>;

type Method<Name extends VerbName> = Name extends "lessons list" ? ListLessons : MethodOf<Name>;

/** A list of one kind has the fields of that kind. */
interface ListLessons {
  <const Kind extends Lesson["kind"]>(
    input: Input<"lessons list"> & { readonly kind: Kind },
    options?: CallOptions,
  ): Promise<Omit<Result<"lessons list">, "lessons"> & { readonly lessons: readonly OfKind<Lesson, Kind>[] }>;
  (input?: Input<"lessons list">, options?: CallOptions): Promise<Result<"lessons list">>;
}

type OfKind<Each extends Lesson, Kind extends Lesson["kind"]> = Each extends Lesson
  ? [Extract<Each["kind"], Kind>] extends [never]
    ? never
    : Each["kind"] extends Kind
      ? Each
      : Each & { readonly kind: Kind }
  : never;

type MethodOf<Name extends VerbName> =
  Record<never, never> extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Answer<Name>
    : (input: Input<Name>, options?: CallOptions) => Answer<Name>;

type Camel<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Word;

type Parent<Name extends string> = Name extends `${infer First} ${string}` ? First : never;

type Below<Word extends string> = {
  readonly [Name in VerbName as Name extends `${Word} ${infer Last}` ? Camel<Last> : never]: Method<Name>;
};

/** Every verb as a method: `ws.plan`, `ws.lessons.forget`. A verb with others below it is both. */
export type Handle = {
  readonly [Name in VerbName as Name extends `${string} ${string}` ? never : Camel<Name>]: Method<Name> &
    Below<Name>;
} & {
  readonly [Word in Exclude<Parent<VerbName>, VerbName> as Camel<Word>]: Below<Word>;
};

/** The methods of a project. A verb's file is loaded with its first call. */
export function handleFor(context: Context, verbs: Catalog = catalog): Handle {
  const handle: Branch = {};
  for (const { path, entry } of placesOf(verbs)) put(handle, path, methodFor(context, entry));
  return handle as unknown as Handle;
}

interface Place {
  readonly path: readonly string[];
  readonly entry: CatalogEntry;
}

/** Worked out once for a catalog: a server makes a handle for every call. */
const knownPlaces = new WeakMap<Catalog, readonly Place[]>();

function placesOf(verbs: Catalog): readonly Place[] {
  const places =
    knownPlaces.get(verbs) ??
    Object.entries(verbs).map(([name, entry]) => ({ path: libraryPath(name), entry }));
  knownPlaces.set(verbs, places);
  return places;
}

/** The method of a verb by its name, for surfaces that get the name from outside. */
export function methodOf(handle: object, name: string): LooseMethod {
  const found = libraryPath(name).reduce<unknown>((node, word) => (node as Branch)[word], handle);
  return found as LooseMethod;
}

type LooseMethod = (input?: unknown, options?: CallOptions) => Promise<unknown> | AsyncIterable<unknown>;
type Branch = { [word: string]: unknown };

function methodFor(context: Context, { load, stream }: CatalogEntry): LooseMethod {
  if (stream) {
    return async function* (input) {
      const { streamVerb } = await import("./call-verb.js");
      yield* streamVerb(context, (await load()).verb, input);
    };
  }
  return async (input, options) => {
    const { callVerb } = await import("./call-verb.js");
    return callVerb(context, (await load()).verb, input, options);
  };
}

function put(branch: Branch, [first = "", ...rest]: readonly string[], method: LooseMethod): void {
  const known = branch[first];
  if (rest.length === 0) branch[first] = known === undefined ? method : Object.assign(method, known);
  else {
    const below = known ?? {};
    branch[first] = below;
    put(below as Branch, rest, method);
  }
}

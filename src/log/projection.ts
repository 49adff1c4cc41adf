import type { Config } from "../base/config/settings.js";
import type { EventOf, EventType, WhetstoneEvent } from "./events/catalog.js";
import { fingerprintOf, type View, type ViewOf } from "./view.js";

/**
 * A read model: rows that are a pure fold of the log, kept by key.
 * Throw the rows away and fold again, and the same rows come back.
 */
export interface Projection<Row extends object = object, Settings = unknown>
  extends View<Settings>,
    ViewOf<Row> {
  /**
   * The places of a row in sorted lists, so that "the best of this role" is found without reading the others.
   * A place is a text that sorts as UTF-8 bytes; its beginning names the list. Short: it is kept once more.
   */
  readonly places?: (row: Row, settings: Settings) => readonly string[];
  /**
   * Whether a changed row has the places it had, where that is known without computing them, which happens
   * while other processes wait. False where it is not known.
   */
  readonly keepsPlaces?: (before: Row, after: Row) => boolean;
  readonly on: {
    readonly [Type in EventType]?: Evolving<Row, EventOf<Type>, Settings>;
  };
}

/** Each row by itself, or all rows of an event at once: for rows that learn together. */
type Evolving<Row, Event, Settings> = {
  /** The rows this event changes. */
  readonly keys: (event: Event) => readonly string[];
} & (
  | {
      /** The row after the event; undefined removes it. */
      readonly evolve: (
        row: Row | undefined,
        event: Event,
        settings: Settings,
        key: string,
      ) => Row | undefined;
    }
  | {
      /** The rows after the event, in the order of their keys; undefined removes one. */
      readonly evolveTogether: (
        rows: readonly (Row | undefined)[],
        event: Event,
        settings: Settings,
        keys: readonly string[],
      ) => readonly (Row | undefined)[];
    }
);

/** A projection with the settings in force, ready to fold. */
export interface Fold {
  readonly name: string;
  readonly fingerprint: string;
  /** How events of this type change its rows; undefined where they cannot. */
  changeBy(type: string): Change | undefined;
  /** The row's places in sorted lists; undefined when the projection has none. */
  readonly places: ((row: object) => readonly string[]) | undefined;
  keepsPlaces(before: object, after: object): boolean;
}

/** How the events of one type change the rows of one projection. */
export interface Change {
  /** The rows an event changes. */
  readonly keys: (event: WhetstoneEvent) => readonly string[];
  /** The rows after the event, in the order of their keys; undefined for one that is removed. */
  readonly evolve: (
    rows: readonly (object | undefined)[],
    event: WhetstoneEvent,
    keys: readonly string[],
  ) => readonly (object | undefined)[];
}

type Handler = Evolving<object, WhetstoneEvent, unknown>;

export function foldOf(projection: Projection, config: Config): Fold {
  const { name, settings, places, keepsPlaces = () => false, on } = projection;
  const inForce = settings(config);
  // The type of `on` ties each handler to its own event; an index by value loses that tie.
  const handlers = Object.entries(on as Readonly<Record<string, Handler>>);
  const changes = new Map(handlers.map(([type, handler]) => [type, changeOf(handler, inForce)]));
  return {
    name,
    fingerprint: fingerprintOf(projection, config),
    changeBy: (type) => changes.get(type),
    places: places && ((row) => places(row, inForce)),
    keepsPlaces,
  };
}

function changeOf(handler: Handler, settings: unknown): Change {
  const { keys } = handler;
  if ("evolveTogether" in handler) {
    const { evolveTogether } = handler;
    return { keys, evolve: (rows, event, keys) => evolveTogether(rows, event, settings, keys) };
  }
  const { evolve } = handler;
  return {
    keys,
    evolve: (rows, event, keys) => rows.map((row, at) => evolve(row, event, settings, keys[at] ?? "")),
  };
}

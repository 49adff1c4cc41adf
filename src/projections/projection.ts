import type { Config } from "../config/settings.js";
import type { EventOf, EventType, WhetstoneEvent } from "../events/catalog.js";
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
  /** Whether events of this type can change its rows. */
  concerns(type: string): boolean;
  /** The rows an event changes; none when it does not concern this projection. */
  keys(event: WhetstoneEvent): readonly string[];
  /** The rows after the event, in the order of their keys; undefined for one that is removed. */
  evolve(
    rows: readonly (object | undefined)[],
    event: WhetstoneEvent,
    keys: readonly string[],
  ): readonly (object | undefined)[];
  /** The row's places in sorted lists; undefined when the projection has none. */
  readonly places: ((row: object) => readonly string[]) | undefined;
  keepsPlaces(before: object, after: object): boolean;
}

type Handler = Evolving<object, WhetstoneEvent, unknown>;

const none: readonly string[] = [];

export function foldOf(projection: Projection, config: Config): Fold {
  const { name, settings, places, keepsPlaces = () => false, on } = projection;
  const inForce = settings(config);
  // The type of `on` ties each handler to its own event; an index by value loses that tie.
  const handlers = on as Readonly<Record<string, Handler | undefined>>;
  return {
    name,
    fingerprint: fingerprintOf(projection, config),
    concerns: (type) => handlers[type] !== undefined,
    keys: (event) => handlers[event.type]?.keys(event) ?? none,
    evolve: (rows, event, keys) => {
      const handler = handlers[event.type];
      if (handler === undefined) return rows;
      if ("evolveTogether" in handler) return handler.evolveTogether(rows, event, inForce, keys);
      return rows.map((row, at) => handler.evolve(row, event, inForce, keys[at] ?? ""));
    },
    places: places && ((row) => places(row, inForce)),
    keepsPlaces,
  };
}

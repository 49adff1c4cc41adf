import type { Config } from "../config/settings.js";
import type { EventOf, EventType, WhetstoneEvent } from "../events/catalog.js";

/**
 * A read model: rows that are a pure fold of the log, kept by key.
 * Throw the rows away and fold again, and the same rows come back.
 */
export interface Projection<Row extends object = object, Settings = unknown> {
  readonly name: string;
  /** Raise it whenever `on` would fold an old log into other rows: every store then rebuilds by itself. */
  readonly version: number;
  /** The settings that the fold depends on. Another value rebuilds the rows, as another version does. */
  readonly settings: (config: Config) => Settings;
  readonly on: Handlers<Row, Settings>;
}

export type Handlers<Row extends object, Settings> = {
  readonly [Type in EventType]?: {
    /** The rows this event changes. */
    readonly keys: (event: EventOf<Type>) => readonly string[];
    /** The row after the event; undefined removes it. */
    readonly evolve: (row: Row | undefined, event: EventOf<Type>, settings: Settings, key: string) => Row | undefined;
  };
};

/** What identifies the rows of a projection: its version, then the settings it was folded with. */
export function fingerprintOf(projection: Projection, config: Config): string {
  return `${projection.version} ${JSON.stringify(projection.settings(config) ?? null)}`;
}

export function versionOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10);
}

interface AnyHandler {
  keys(event: WhetstoneEvent): readonly string[];
  evolve(row: object | undefined, event: WhetstoneEvent, settings: unknown, key: string): object | undefined;
}

/** The handler for this very event. The map's type ties each handler to its event; an index by value loses that tie. */
export function handlerFor(projection: Projection, event: WhetstoneEvent): AnyHandler | undefined {
  return projection.on[event.type] as AnyHandler | undefined;
}

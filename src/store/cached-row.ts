import type { WhetstoneEvent } from "../events/catalog.js";
import type { JsonObject } from "../json.js";
import type { Fold } from "../projections/projection.js";

const nowhere: readonly string[] = [];

/**
 * A row as it is now and as the store holds it, with its places in sorted lists, which some projections take
 * long to work out.
 */
export class CachedRow {
  readonly view: string;
  readonly key: string;
  /** Undefined when there is none. */
  value: JsonObject | undefined;
  /** As the store holds it. */
  stored: JsonObject | undefined;
  changed = false;
  #placesOf: Fold["places"];
  #places: readonly string[] | undefined;
  #storedPlaces: readonly string[] | undefined;

  constructor(view: string, key: string, stored: JsonObject | undefined) {
    this.view = view;
    this.key = key;
    this.value = stored;
    this.stored = stored;
  }

  /** Whether its projection keeps sorted lists. */
  get isListed(): boolean {
    return this.#placesOf !== undefined;
  }

  get places(): readonly string[] {
    this.#places ??= this.#placesFor(this.value);
    return this.#places;
  }

  get storedPlaces(): readonly string[] {
    this.#storedPlaces ??= this.#placesFor(this.stored);
    return this.#storedPlaces;
  }

  evolve(fold: Fold, event: WhetstoneEvent): void {
    this.value = fold.evolve(this.value, event, this.key) as JsonObject | undefined;
    this.changed = true;
    this.#placesOf = fold.places;
    this.#places = undefined;
  }

  /** The store holds it as it is now. */
  settle(): void {
    this.stored = this.value;
    this.#storedPlaces = this.#places;
    this.changed = false;
  }

  #placesFor(row: JsonObject | undefined): readonly string[] {
    return row === undefined || this.#placesOf === undefined ? nowhere : this.#placesOf(row);
  }
}

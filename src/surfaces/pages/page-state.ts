import type { Place } from "./place.js";

/** A project that a page can switch to. */
export interface PageProject {
  /** The folder's name. */
  readonly name: string;
  /** Its part in addresses: the name, told apart where two folders have the same. */
  readonly address: string;
  readonly root: string;
}

/** What a page is made of. The server sends it along, so that the browser goes on from there. */
export interface PageState {
  readonly place: Place;
  /** The folder of the project. */
  readonly root: string;
  readonly projects: readonly PageProject[];
  /** Whether the server is a hub, which people come to with a key. */
  readonly hub?: boolean;
  /** False where no outcome has taught anything about a tool, an agent or a skill: Policy would be empty. */
  readonly hasPolicy?: boolean;
  readonly data: unknown;
  /** The newest event that the data knows. */
  readonly seq: number;
  /** What went wrong while the data was read; null if nothing did. */
  readonly fault: string | null;
}

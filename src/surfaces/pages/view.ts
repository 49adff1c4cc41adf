import type { ComponentType } from "preact";
import type { Call } from "./call.js";
import type { Place } from "./place.js";

/** One view: what it reads and how it looks. The same code runs in the server and in the browser. */
export interface View<Data> {
  readonly title: string;
  /** What the view shows at this place. */
  load(call: Call, place: Place): Promise<Data>;
  readonly Body: ComponentType<{ readonly data: Data; readonly place: Place }>;
}

/** Ties the types of `load` and `Body` together. */
export function defineView<Data>(view: View<Data>): View<unknown> {
  return view as View<unknown>;
}

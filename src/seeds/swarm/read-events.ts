import type { EventOf, EventType } from "../../log/events/catalog.js";
import type { RecordedEvent } from "../../log/events/envelope.js";

/** How a line begins that holds an event; the header and the footer of an export begin otherwise. */
const beginning = /^\{"id":"[^"]*","seq":\d+,"type":"([a-z-]+)"/;

/**
 * The events of these types in a log, oldest first, in their current version. Reads the log from end to end,
 * a page at a time, and holds one event: no limit cuts it off, and its cost is that of the whole log.
 */
export async function* readEvents<Type extends EventType>(
  log: AsyncIterable<string>,
  types: readonly Type[],
): AsyncGenerator<EventOf<Type>, void, undefined> {
  // The schemas are loaded when a log is read, not when the library is.
  const { readEvent } = await import("../../log/events/catalog.js");
  const wanted = new Set<string>(types);
  for await (const line of log) {
    const type = beginning.exec(line)?.[1];
    if (type === undefined || !wanted.has(type)) continue;
    const { data, ...envelope } = JSON.parse(line) as Omit<RecordedEvent, "data"> & { readonly data: object };
    yield readEvent({ ...envelope, data: JSON.stringify(data) }) as EventOf<Type>;
  }
}

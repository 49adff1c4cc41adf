import { WhetstoneError } from "../errors.js";
import type { EventOf, EventType } from "../events/catalog.js";
import type { LedgerReader } from "../store/ledger-reader.js";

/** The event that this key stands for already, if it is of the kind that the caller would write. Another kind is a mistake. */
export async function replayed<Type extends EventType>(
  reader: LedgerReader,
  type: Type,
  key: string | undefined,
): Promise<EventOf<Type> | undefined> {
  const event = key === undefined ? undefined : await reader.eventByKey(key);
  if (event === undefined) return undefined;
  if (event.type === type) return event as EventOf<Type>;
  throw new WhetstoneError(
    "invalid_input",
    `the key '${key}' belongs to another kind of event (${event.type}). Nothing was recorded.`,
    {
      field: "key",
      next: "use a key of its own for each thing that is recorded",
      values: { key, type: event.type },
    },
  );
}

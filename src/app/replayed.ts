import { WhetstoneError } from "../errors.js";
import type { EventOf, EventType } from "../events/catalog.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Refusal } from "./admit.js";

/**
 * The event that was already recorded with this key. Throws when it is of another type than the caller would
 * write.
 */
export async function replayed<Type extends EventType>(
  reader: LedgerReader,
  type: Type,
  key: string | undefined,
): Promise<EventOf<Type> | undefined> {
  const conflict = await keyConflict(reader, type, key);
  if (conflict === undefined)
    return key === undefined ? undefined : ((await reader.eventByKey(key)) as EventOf<Type>);
  const { field, reason, next } = conflict;
  throw new WhetstoneError("invalid_input", `'${field}': ${reason}. Nothing was recorded.`, {
    field,
    next,
    values: { key },
  });
}

/**
 * Why a key cannot be used for an event of this type; for callers that have many and go on with the others.
 */
export async function keyConflict(
  reader: LedgerReader,
  type: EventType,
  key: string | undefined,
): Promise<Required<Refusal> | undefined> {
  const event = key === undefined ? undefined : await reader.eventByKey(key);
  if (event === undefined || event.type === type) return undefined;
  return {
    field: "key",
    reason: `'${key}' belongs to another kind of event (${event.type})`,
    next: "use a key of its own for each thing that is recorded",
  };
}

import { WhetstoneError } from "../../base/errors.js";
import { memberKey } from "../../hub/rights/member-key.js";
import { forgottenMark } from "../../log/events/blank-text.js";
import type { EventData, EventOf, EventType } from "../../log/events/catalog.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Refusal } from "./admit.js";
import type { Context } from "./context.js";

/** What a caller gives under a key. Fields that are derived from it are left out. */
export interface Keyed<Type extends EventType> {
  readonly type: Type;
  /** As the log has it. */
  readonly key: string | undefined;
  readonly task?: string | undefined;
  readonly data: Partial<EventData<Type>>;
}

/** The key of a call as the log has it: in a team the keys of each member are that member's own. */
export function keyInLog({ hub, team }: Context, key: string | undefined): string | undefined {
  const member = hub?.caller.member ?? team?.hub?.member;
  return key === undefined || member === undefined ? key : memberKey(member, key);
}

/**
 * The event that was already recorded with this key. Throws when it is of another type or says something else
 * than the caller would write: that would be lost without a word.
 */
export async function replayed<Type extends EventType>(
  writer: LedgerWriter,
  keyed: Keyed<Type>,
): Promise<EventOf<Type> | undefined> {
  const { key } = keyed;
  if (key === undefined) return undefined;
  const conflict = await keyConflict(writer, keyed);
  if (conflict === undefined) return (await writer.eventByKey(key)) as EventOf<Type> | undefined;
  const { field, reason, next } = conflict;
  throw new WhetstoneError("invalid_input", `'${field}': ${reason}. Nothing was recorded.`, {
    field,
    next,
    values: { key },
  });
}

/** Why a key cannot be used for this; for callers that have many and go on with the others. */
export async function keyConflict<Type extends EventType>(
  writer: LedgerWriter,
  keyed: Keyed<Type>,
): Promise<Required<Omit<Refusal, "isUnknownField">> | undefined> {
  const { type, key } = keyed;
  const event = key === undefined ? undefined : await writer.eventByKey(key);
  if (event === undefined) return undefined;
  const next = "use a key of its own for each thing that is recorded";
  if (event.type !== type)
    return { field: "key", reason: `'${key}' belongs to another kind of event (${event.type})`, next };
  const differing = differencesFrom(writer, event as EventOf<Type>, keyed);
  if (differing.length === 0) return undefined;
  const reason = `'${key}' was used before with another ${differing.join(", ")} (event ${event.id})`;
  return { field: "key", reason, next };
}

/** The fields of which the log says something else. What was forgotten since cannot be compared. */
function differencesFrom<Type extends EventType>(
  writer: LedgerWriter,
  before: EventOf<Type>,
  { type, task, data }: Keyed<Type>,
): readonly string[] {
  const draft = { type, data: data as EventData<Type>, actor: before.actor, origin: before.origin };
  const now = writer.asKept(draft).data as Readonly<Record<string, unknown>>;
  const then = before.data as Readonly<Record<string, unknown>>;
  const names = Object.keys(data).filter((name) => {
    const known = JSON.stringify(then[name]);
    return known !== JSON.stringify(now[name]) && known?.includes(forgottenMark) !== true;
  });
  return [...(task === undefined || task === before.task ? [] : ["taskId"]), ...names];
}

import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId } from "./envelope.js";

/** The name of a role or a kind of key at that time. */
const word = z.string().check(z.minLength(1), z.maxLength(40));
/** Why the actor did it, if that is known. */
const reason = z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)));

/** A member of a hub's project got a role, changed it or lost it. The actor is the one who changed it. */
export const memberChanged = defineEvent(
  "member-changed",
  () =>
    z.strictObject({
      member: textId,
      /** Null for a new member. */
      from: z.nullable(word),
      /** Null for a removed member. */
      to: z.nullable(word),
      reason,
    }),
  { decidedBy: "owner", touches: ["team"] },
);

/** A key was made for a member. Holds neither the key nor its hash, only the id by which it is revoked. */
export const keyMade = defineEvent(
  "key-made",
  () =>
    z.strictObject({ keyId: textId, member: textId, kind: word, expiresAt: z.nullable(z.string()), reason }),
  { decidedBy: "owner", touches: ["team"] },
);

/** A key is no longer valid. */
export const keyRevoked = defineEvent(
  "key-revoked",
  () => z.strictObject({ keyId: textId, member: textId, reason }),
  { decidedBy: "owner", touches: ["team"] },
);

/** A person has seen that the hub refused an event of this machine; it is not reported again. */
export const refusalDismissed = defineEvent(
  "refusal-dismissed",
  () =>
    z.strictObject({
      /** The event that was refused, which is in no log, and its type. */
      refused: textId,
      type: word,
      reason: z.string().check(z.minLength(1), z.maxLength(1_000)),
    }),
  { decidedBy: "nobody", touches: ["today", "team"] },
);

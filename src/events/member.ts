import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId } from "./envelope.js";

/** The word of a role or a kind of key, as the hub knew it then. */
const word = z.string().check(z.minLength(1), z.maxLength(40));
/** Why, in the words of whoever did it; version 1 had none. */
const reason = z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)));

/** Somebody got a role in a project of a hub, another one, or none any more. Who did it is the actor. */
export const memberChanged = defineEvent(
  "member-changed",
  z.strictObject({
    member: textId,
    /** Null for somebody who was no member before. */
    from: z.nullable(word),
    /** Null for somebody who is no member any more. */
    to: z.nullable(word),
    reason,
  }),
  [(v1) => v1],
);

/** A key was made for a member. Neither the key nor its hash is told, only the id by which it is revoked. */
export const keyMade = defineEvent(
  "key-made",
  z.strictObject({ keyId: textId, member: textId, kind: word, expiresAt: z.nullable(z.string()), reason }),
  [(v1) => v1],
);

/** A key opens nothing any more. */
export const keyRevoked = defineEvent(
  "key-revoked",
  z.strictObject({ keyId: textId, member: textId, reason }),
  [(v1) => v1],
);

/** A person has seen that the hub refused an event of this machine, and needs to hear of it no more. */
export const refusalDismissed = defineEvent(
  "refusal-dismissed",
  z.strictObject({
    /** The event that was refused, which is in no log, and its type. */
    refused: textId,
    type: word,
    reason: z.string().check(z.minLength(1), z.maxLength(1_000)),
  }),
);

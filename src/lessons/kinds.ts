import type { Context } from "../verbs/call/context.js";
import { directiveKind } from "./directive/directive-kind.js";
import { failureKind } from "./failure/failure-kind.js";
import { insightKind } from "./insight/insight-kind.js";
import type { LessonKind, LessonRow } from "./kind.js";
import type { Lesson } from "./lesson-output.js";
import { strategyKind } from "./strategy/strategy-kind.js";

/** A kind of lesson as the loops over all kinds know it. */
export type AnyKind = LessonKind<Exclude<Lesson["kind"], "anti_pattern">, LessonRow, Lesson, Context>;

/** Every kind of lesson. */
export const kinds: readonly AnyKind[] = [strategyKind, insightKind, directiveKind, failureKind];

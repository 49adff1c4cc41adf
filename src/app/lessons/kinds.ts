import type { LessonKind, LessonRow } from "../../lessons/kind.js";
import { strategyKind } from "../../lessons/strategy/strategy-kind.js";
import type { Context } from "../context.js";
import { directiveKind } from "./directive-kind.js";
import { failureKind } from "./failure-kind.js";
import { insightKind } from "./insight-kind.js";
import type { Lesson } from "./lesson-output.js";

/** A kind of lesson as the loops over all kinds know it. */
export type AnyKind = LessonKind<Exclude<Lesson["kind"], "anti_pattern">, LessonRow, Lesson, Context>;

/** Every kind of lesson. */
export const kinds: readonly AnyKind[] = [strategyKind, insightKind, directiveKind, failureKind];

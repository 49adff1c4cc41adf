import type { LessonKind, LessonRow } from "../../lessons/kind.js";
import { strategyKind } from "../../lessons/strategy/strategy-kind.js";
import type { Context } from "../context.js";
import { directiveKind } from "./directive-kind.js";
import { failureKind } from "./failure-kind.js";
import { insightKind } from "./insight-kind.js";
import type { Lesson } from "./lesson-output.js";

const all = [strategyKind, insightKind, directiveKind, failureKind] as const;

export type KindName = (typeof all)[number]["name"];

/** A kind of lesson as the loops over all kinds know it. */
export interface AnyKind extends LessonKind<LessonRow, Lesson, Context> {
  readonly name: KindName;
}

/** Every kind of lesson. */
export const kinds: readonly AnyKind[] = all;

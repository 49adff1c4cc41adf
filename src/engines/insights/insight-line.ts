import type { InsightCategory } from "../../events/insight-category.js";

/** An insight as it is put before a role. */
export interface InsightLine {
  readonly lesson: string;
  readonly text: string;
  /** The role that learned it. */
  readonly role: string;
  readonly category: InsightCategory;
  readonly score: number;
  readonly successes: number;
  readonly ignores: number;
  readonly regressed: boolean;
}

/** Several insights in few words, made before anybody asks for them. */
export interface InsightSummary {
  readonly text: string;
  /** The lessons whose words are in it. */
  readonly lessons: readonly string[];
}

/** What kind of statement an insight is: a demand, a cause with its effect, or something noticed. */
export const insightCategories = ["rule", "causal", "observation"] as const;
export type InsightCategory = (typeof insightCategories)[number];

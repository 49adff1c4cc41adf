import type { FeedbackType } from "./score-implicit-feedback.js";

export const feedbackTypes: readonly FeedbackType[] = ["helpful", "neutral", "harmful"];

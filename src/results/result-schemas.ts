import acknowledge from "../../schema/verbs/acknowledge.schema.json" with { type: "json" };
import addLesson from "../../schema/verbs/add-lesson.schema.json" with { type: "json" };
import beginPhase from "../../schema/verbs/begin-phase.schema.json" with { type: "json" };
import changeDirective from "../../schema/verbs/change-directive.schema.json" with { type: "json" };
import changeLesson from "../../schema/verbs/change-lesson.schema.json" with { type: "json" };
import checkTool from "../../schema/verbs/check-tool.schema.json" with { type: "json" };
import deliberate from "../../schema/verbs/deliberate.schema.json" with { type: "json" };
import feedback from "../../schema/verbs/feedback.schema.json" with { type: "json" };
import gate from "../../schema/verbs/gate.schema.json" with { type: "json" };
import hardenQuarantine from "../../schema/verbs/harden-quarantine.schema.json" with { type: "json" };
import lessons from "../../schema/verbs/lessons.schema.json" with { type: "json" };
import motifs from "../../schema/verbs/motifs.schema.json" with { type: "json" };
import outcomeScore from "../../schema/verbs/outcome-score.schema.json" with { type: "json" };
import reflect from "../../schema/verbs/reflect.schema.json" with { type: "json" };
import review from "../../schema/verbs/review.schema.json" with { type: "json" };
import shareLesson from "../../schema/verbs/share-lesson.schema.json" with { type: "json" };

/** The published schemas of what the verbs answer, as `--json` prints it. */
export const resultSchemas = {
  acknowledge,
  "add-lesson": addLesson,
  "begin-phase": beginPhase,
  "change-directive": changeDirective,
  "change-lesson": changeLesson,
  "check-tool": checkTool,
  deliberate,
  feedback,
  gate,
  "harden-quarantine": hardenQuarantine,
  lessons,
  motifs,
  "outcome-score": outcomeScore,
  reflect,
  review,
  "share-lesson": shareLesson,
} as const;

export type ResultName = keyof typeof resultSchemas;

import acknowledge from "../../schema/verbs/acknowledge.schema.json" with { type: "json" };
import beginPhase from "../../schema/verbs/begin-phase.schema.json" with { type: "json" };
import checkTool from "../../schema/verbs/check-tool.schema.json" with { type: "json" };
import deliberate from "../../schema/verbs/deliberate.schema.json" with { type: "json" };
import doctor from "../../schema/verbs/doctor.schema.json" with { type: "json" };
import error from "../../schema/verbs/error.schema.json" with { type: "json" };
import errorList from "../../schema/verbs/error-list.schema.json" with { type: "json" };
import errorStats from "../../schema/verbs/error-stats.schema.json" with { type: "json" };
import feedback from "../../schema/verbs/feedback.schema.json" with { type: "json" };
import gate from "../../schema/verbs/gate.schema.json" with { type: "json" };
import importLog from "../../schema/verbs/import.schema.json" with { type: "json" };
import outcomeScore from "../../schema/verbs/outcome-score.schema.json" with { type: "json" };
import policy from "../../schema/verbs/policy.schema.json" with { type: "json" };
import rebuild from "../../schema/verbs/rebuild.schema.json" with { type: "json" };
import reflect from "../../schema/verbs/reflect.schema.json" with { type: "json" };
import resolve from "../../schema/verbs/resolve.schema.json" with { type: "json" };
import restore from "../../schema/verbs/restore.schema.json" with { type: "json" };
import review from "../../schema/verbs/review.schema.json" with { type: "json" };
import search from "../../schema/verbs/search.schema.json" with { type: "json" };

/** The published schemas of what the verbs answer, as `--json` prints it. */
export const resultSchemas = {
  acknowledge,
  "begin-phase": beginPhase,
  "check-tool": checkTool,
  deliberate,
  doctor,
  error,
  "error-list": errorList,
  "error-stats": errorStats,
  feedback,
  gate,
  import: importLog,
  "outcome-score": outcomeScore,
  policy,
  rebuild,
  reflect,
  resolve,
  restore,
  review,
  search,
} as const;

export type ResultName = keyof typeof resultSchemas;

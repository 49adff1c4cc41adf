import addLesson from "../../schema/verbs/add-lesson.schema.json" with { type: "json" };
import changeDirective from "../../schema/verbs/change-directive.schema.json" with { type: "json" };
import changeLesson from "../../schema/verbs/change-lesson.schema.json" with { type: "json" };
import doctor from "../../schema/verbs/doctor.schema.json" with { type: "json" };
import error from "../../schema/verbs/error.schema.json" with { type: "json" };
import errorList from "../../schema/verbs/error-list.schema.json" with { type: "json" };
import errorStats from "../../schema/verbs/error-stats.schema.json" with { type: "json" };
import hardenQuarantine from "../../schema/verbs/harden-quarantine.schema.json" with { type: "json" };
import importLog from "../../schema/verbs/import.schema.json" with { type: "json" };
import lessons from "../../schema/verbs/lessons.schema.json" with { type: "json" };
import motifs from "../../schema/verbs/motifs.schema.json" with { type: "json" };
import policy from "../../schema/verbs/policy.schema.json" with { type: "json" };
import rebuild from "../../schema/verbs/rebuild.schema.json" with { type: "json" };
import resolve from "../../schema/verbs/resolve.schema.json" with { type: "json" };
import restore from "../../schema/verbs/restore.schema.json" with { type: "json" };
import search from "../../schema/verbs/search.schema.json" with { type: "json" };
import shareLesson from "../../schema/verbs/share-lesson.schema.json" with { type: "json" };

/** The published schemas of what the verbs answer, as `--json` prints it. */
export const resultSchemas = {
  "add-lesson": addLesson,
  "change-directive": changeDirective,
  "change-lesson": changeLesson,
  doctor,
  error,
  "error-list": errorList,
  "error-stats": errorStats,
  "harden-quarantine": hardenQuarantine,
  import: importLog,
  lessons,
  motifs,
  policy,
  rebuild,
  resolve,
  restore,
  search,
  "share-lesson": shareLesson,
} as const;

export type ResultName = keyof typeof resultSchemas;

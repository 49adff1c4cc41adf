import addLesson from "../../schema/verbs/add-lesson.schema.json" with { type: "json" };
import changeDirective from "../../schema/verbs/change-directive.schema.json" with { type: "json" };
import changeLesson from "../../schema/verbs/change-lesson.schema.json" with { type: "json" };
import hardenQuarantine from "../../schema/verbs/harden-quarantine.schema.json" with { type: "json" };
import lessons from "../../schema/verbs/lessons.schema.json" with { type: "json" };
import motifs from "../../schema/verbs/motifs.schema.json" with { type: "json" };
import shareLesson from "../../schema/verbs/share-lesson.schema.json" with { type: "json" };

/** The published schemas of what the verbs answer, as `--json` prints it. */
export const resultSchemas = {
  "add-lesson": addLesson,
  "change-directive": changeDirective,
  "change-lesson": changeLesson,
  "harden-quarantine": hardenQuarantine,
  lessons,
  motifs,
  "share-lesson": shareLesson,
} as const;

export type ResultName = keyof typeof resultSchemas;

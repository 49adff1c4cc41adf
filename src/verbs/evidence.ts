import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { allLessons, isProjectTried, trials } from "../lessons/trial/fold/trials.js";
import {
  failuresText,
  headline,
  lowAtFirst,
  metText,
  repeatsText,
  verdictsText,
  weekCells,
  weekColumns,
} from "../lessons/trial/headline.js";
import { headlineOutput } from "../lessons/trial/headline-output.js";
import { trialReport, trialReportOutput } from "../lessons/trial/report-trials.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const output = z.strictObject({
  enabled: field("Whether lessons are held out of sessions at all.", z.boolean()),
  share: field("In which share of the sessions a lesson is shown at first.", z.number()),
  all: field("Whether a person tries every lesson of the project.", z.boolean()),
  tried: field("Lessons that a person tries.", z.array(z.string())),
  headline: headlineOutput(),
  trials: trialReportOutput,
});

export const verb = defineVerb({
  name: "evidence",
  group: "Look",
  summary: "Show whether lessons help, and how often failures come back",
  description: `Compares sessions with and without lessons, for all lessons together and for each, and shows \
week by week how often failures of earlier sessions came back. 'whetstone trial status' has more about each \
lesson, and 'whetstone report' everything that was learned.`,
  examples: [{ run: "whetstone evidence", about: "Do lessons help?" }],
  caller: "anyone",
  hub: "reader",
  input: z.strictObject({}),
  output,
  cli: { render },
  run: (context) =>
    context.ledger.read(async (reader) => {
      const { enabled, share } = context.ledger.config.evidence;
      const rows = await reader.rows(trials);
      return {
        enabled,
        share,
        all: isProjectTried(rows),
        tried: rows.filter(({ lesson, tried }) => tried && lesson !== allLessons).map(({ lesson }) => lesson),
        headline: await headline(reader),
        trials: await trialReport(context, reader),
      };
    }),
});

async function render(found: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  const { table } = await import("../base/terminal/table.js");
  const rate = repeatsText(found.headline);
  const failures = failuresText(found.headline);
  const weeks = weekCells(found.headline).map((cells) => cells.map(String));
  return [
    `All lessons together: ${style.bold(found.trials.verdict)}. ${verdictsText(found.headline)}.`,
    ...(rate === undefined ? [] : [`Failures of earlier sessions came back ${rate}.`]),
    `${metText(found.headline)}.`,
    ...(failures === undefined ? [] : [`All failures, known or new: ${failures}.`]),
    ...(weeks.length === 0
      ? []
      : [table([weekColumns.map(style.dim), ...weeks], { right: [1, 2, 3, 4, 5, 6, 7] }), lowAtFirst]),
  ].join("\n");
}

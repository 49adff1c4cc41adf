import type { Style } from "../../base/terminal/style.js";
import { table } from "../../base/terminal/table.js";
import { counted } from "../../base/text/counted.js";
import { replayFigures } from "../../lessons/replay/replay-figures.js";
import type { ReplayedSide, ReplayResult } from "../../lessons/replay/replay-result.js";

const lessonsPrinted = 10;

/** The figures of the sides in columns, and which lessons come and go. */
export function replayScreen(result: ReplayResult, style: Style): string {
  const { recorded, today, changed, lessons, otherLessons, effect } = result;
  const columns = [...(recorded === null ? [] : [["IN THE LOG", recorded] as const])];
  const sides: (readonly [string, ReplayedSide])[] = [...columns, ["TODAY", today], ["CHANGED", changed]];
  const head = ["", ...sides.map(([name]) => name)].map(style.dim);
  const names = sides.map(([, side]) => replayFigures(side));
  const rows = [...new Set(names.flatMap((figures) => [...figures.keys()]))].map((name) => [
    name,
    ...names.map((figures) => figures.get(name) ?? "-"),
  ]);
  const right = sides.map((_, at) => at + 1);
  return [
    overText(result),
    table([head, ...rows], { right }),
    ...(lessons.length === 0 ? ["No lesson would be shown in more or fewer sessions."] : []),
    ...(lessons.length === 0 ? [] : [lessonTable(result, style)]),
    ...(otherLessons + lessons.length > lessonsPrinted ? ["--json lists more of them."] : []),
    ...(effect === null ? [] : [effect.says]),
  ].join("\n");
}

function overText({ over, events, today, set, withoutEffect, since }: ReplayResult): string {
  const what = over === "log" ? counted(events, "event") : counted(events, "entry", "entries");
  const from = since === null ? "" : ` since ${since.slice(0, 10)}`;
  const ignored = withoutEffect.map((each) => `\n${each} has no effect on what is shown.`).join("");
  return `${what}, ${counted(today.sessions, "session")}${from}, with ${set.join(" ")}${ignored}`;
}

function lessonTable({ lessons }: ReplayResult, style: Style): string {
  const head = ["LESSON", "KIND", "SESSIONS TODAY", "SESSIONS CHANGED"].map(style.dim);
  const rows = lessons
    .slice(0, lessonsPrinted)
    .map(({ lesson, kind, today, changed }) => [style.bold(lesson), kind, String(today), String(changed)]);
  return table([head, ...rows], { right: [2, 3] });
}

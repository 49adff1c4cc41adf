/** The lessons of a replay as a table that a person fills in: keep, or why not. */
export function lessonSheet({ lessons, events }) {
  const shown = new Map();
  for (const { type, data } of events)
    if (type === "lesson-exposed") shown.set(data.lesson, (shown.get(data.lesson) ?? 0) + 1);
  const rows = lessons.map(
    ({ id, kind, state, text }) =>
      `| ${id.slice(0, 12)} | ${kind} | ${state} | ${shown.get(id) ?? 0} | ${text.replace(/\|/g, "\\|")} | |`,
  );
  return [
    "# Lessons to judge",
    "",
    "Keep = true beyond that moment, says or plainly implies what to do, holds no wrong instruction, is not a",
    "duplicate, and can be read without the transcript.",
    "",
    "| id | kind | state | shown | text | keep? |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

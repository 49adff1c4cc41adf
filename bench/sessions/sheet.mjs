/** Every distinct line that was said, for reading: how often, in how many sessions, at which moments. */
export function lineSheet(records) {
  return [
    "# Lines to judge",
    "",
    "Keep = true beyond that moment, says or plainly implies what to do, holds no wrong instruction, is no",
    "duplicate, and can be read without the transcript.",
    ...Object.entries(records).flatMap(([stream, { said }]) => ["", `## ${stream}`, ...rowsOf(said)]),
    "",
  ].join("\n");
}

function rowsOf(said) {
  const lines = new Map();
  for (const { text, session, moment } of said) {
    // Counts of sessions grow from one time to the next; the lesson stays the same.
    const key = text.replace(
      /\b(?:once|in (?:\d+ of )?\d+ (?:earlier )?sessions?|in an earlier session)\b/g,
      "#",
    );
    const line = lines.get(key) ?? { text, times: 0, sessions: new Set(), moments: new Set() };
    lines.set(key, { ...line, text, times: line.times + 1 });
    line.sessions.add(session);
    line.moments.add(moment);
  }
  const cell = (text) => text.replace(/\s*\n\s*/g, " ⏎ ").replace(/\|/g, "\\|");
  const rows = [...lines.values()].sort((a, b) => b.times - a.times || (a.text < b.text ? -1 : 1));
  if (rows.length === 0) return ["", "Nothing was said."];
  return [
    "",
    "| times | sessions | moments | text | keep? |",
    "|---|---|---|---|---|",
    ...rows.map(
      ({ text, times, sessions, moments }) =>
        `| ${times} | ${sessions.size} | ${[...moments].sort().join(", ")} | ${cell(text)} | |`,
    ),
  ];
}

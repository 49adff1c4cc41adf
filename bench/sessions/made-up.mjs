import { streamOf } from "./stream.mjs";

/**
 * A made-up stream for tests. A call is `[session, id, command, error]` with an error for one that failed,
 * and may go on with other fields; labels are given by the id of the call.
 */
export function madeUpStream(calls, { labels = {}, byHand = {}, prompts = [] } = {}) {
  const start = Date.parse("2026-03-01T08:00:00.000Z");
  const entries = calls.map(([session, id, command, error, fields = {}], place) => ({
    kind: "call",
    session,
    id,
    ts: new Date(start + place * 60_000).toISOString(),
    tool: "Bash",
    input: { command },
    is_error: error === undefined ? 0 : 1,
    output: error === undefined ? "done" : `Exit code 1\n${error}`,
    ...fields,
  }));
  const failures = Object.entries(byHand).map(([id, label]) => ({
    id,
    kind: "misuse",
    cause: "",
    remedyId: "",
    ...label,
  }));
  return streamOf({
    name: "made-up",
    entries,
    labels: Object.entries(labels).map(([id, label]) => ({ id, genuine: 1, rep: 0, ...label })),
    failures,
    prompts,
  });
}

import { figures } from "./figures.mjs";

/**
 * What one run gains and loses against another, by stream and figure. A figure that one of the two runs could
 * not measure, such as the share of right stops where there were none, is neither.
 */
export function compareRuns(before, after) {
  const streams = Object.keys(after).filter((name) => before[name] !== undefined);
  const changes = streams.flatMap((stream) =>
    Object.entries(figures).flatMap(([figure, { of, ...rule }]) => {
      const [old, now] = [of(before[stream]), of(after[stream])];
      const verdict = verdictOn(old.value, now.value, rule);
      return verdict === undefined ? [] : [{ stream, figure, verdict, before: old.text, after: now.text }];
    }),
  );
  const having = (verdict) =>
    streams.filter((name) => changes.some((change) => change.stream === name && change.verdict === verdict));
  const [gained, lost] = [having("gain"), having("loss")];
  const missing = Object.keys(before).filter((name) => after[name] === undefined);
  return {
    changes,
    gained,
    lost,
    missing,
    counts: gained.length >= 2 && lost.length === 0 && missing.length === 0,
  };
}

function verdictOn(before, after, { rule, goal, most }) {
  if (rule === "shown" || before === undefined || after === undefined || before === after) return undefined;
  if (rule === "most")
    return after > most && after > before ? "loss" : before > most && after < before ? "gain" : undefined;
  if (after > before) return "gain";
  return rule === "goal" && after >= goal ? undefined : "loss";
}

export function comparisonText({ changes, gained, lost, missing, counts }) {
  const lines = changes.map(
    ({ stream, figure, verdict, before, after }) => `${verdict} ${stream}: ${figure} ${before} → ${after}`,
  );
  const named = (names) => (names.length === 0 ? "none" : names.join(", "));
  const unrun = missing.length === 0 ? "" : `; not run: ${named(missing)}`;
  return [
    ...(lines.length === 0 ? ["no judged figure changed"] : lines.sort()),
    `gains on: ${named(gained)}; loses on: ${named(lost)}${unrun}`,
    counts
      ? "This change counts: it gains on at least two projects and loses on none."
      : "This change does not count: it does not gain on at least two projects and lose on none.",
  ].join("\n");
}

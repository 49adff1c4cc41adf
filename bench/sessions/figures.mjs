/**
 * The figures by name, each from the counts of `score.mjs`: its value, the words in the table, and by which
 * rule two runs are compared. `goal`: a share of what was said or claimed, which may fall as more is said, as
 * long as it stays at the goal; `most`: a cost, a loss only above that; `higher`: more is better.
 */
export const figures = {
  "met misuse": { of: ({ met }) => share(met.misuse), rule: "higher" },
  "met environment": { of: ({ met }) => share(met.environment), rule: "higher" },
  "met work with a remedy": { of: ({ met }) => share(met.work), rule: "shown" },
  "said, right or wrong: misuse": { of: ({ met }) => saidShare(met.misuse), rule: "shown" },
  "said, right or wrong: environment": { of: ({ met }) => saidShare(met.environment), rule: "shown" },
  "said, right or wrong: work": { of: ({ met }) => saidShare(met.work), rule: "shown" },
  "met of all repeats": { of: ({ metAll }) => share(metAll), rule: "higher" },
  "met of the host's own": { of: ({ metHost }) => share(metHost), rule: "shown" },
  announced: { of: ({ announced }) => share(announced), rule: "shown" },
  ...Object.assign({}, ...["start", "prompt", "call", "failure", "success", "unsolved"].map(ofMoment)),
  "tokens a session": { of: ({ tokens }) => mean(tokens.lines, tokens.sessions), rule: "most", most: 120 },
  "tokens, worst session": { of: ({ tokens }) => count(tokens.worst), rule: "most", most: 500 },
  "tokens of all context": { of: ({ tokens }) => mean(tokens.context, tokens.sessions), rule: "shown" },
  "tokens of all context, worst": { of: ({ tokens }) => count(tokens.worstContext), rule: "shown" },
  "stops right": { of: ({ stops }) => share(stops), rule: "goal", goal: 0.88 },
  "stops right, errors behind a pipe counted": {
    of: ({ stops }) => share({ part: stops.printed, of: stops.of }),
    rule: "shown",
  },
  '"nothing worked" true': { of: ({ unsolved }) => share(unsolved), rule: "goal", goal: 0.95 },
  "remedies right of claimed": {
    of: ({ remedies }) => share({ part: remedies.right, of: remedies.claimed }),
    rule: "goal",
    goal: 0.75,
  },
  "remedies right of labelled": {
    of: ({ remedies }) => share({ part: remedies.right, of: remedies.labelled }),
    rule: "higher",
  },
  "causing line right": { of: ({ cause }) => share(cause), rule: "higher" },
  "causing line right of those read": {
    of: ({ cause }) => share({ part: cause.part, of: cause.read }),
    rule: "shown",
  },
  "failure told from text, F1": { of: ({ text }) => f1(text), rule: "higher" },
  "corrections heard": {
    of: ({ prompts }) => share({ part: prompts.right, of: prompts.corrections }),
    rule: "higher",
  },
  "corrections right of heard": {
    of: ({ prompts }) => share({ part: prompts.right, of: prompts.heard }),
    rule: "higher",
  },
  "lasting rules heard": {
    of: ({ prompts }) => share({ part: prompts.lastingHeard, of: prompts.lasting }),
    rule: "higher",
  },
  "lines shown": { of: ({ lines }) => count(lines), rule: "shown" },
};

const noTokens = { sessions: 0, lines: 0, worst: 0 };
const noMoment = { came: { part: 0, of: 0 }, right: { part: 0, of: 0 }, tokens: noTokens };

/** At a failure the line has come by definition, so that only what it names can be wrong. */
function ofMoment(moment) {
  const cell = ({ moments }) => moments[moment] ?? noMoment;
  const isJudged = moment === "start";
  return {
    [`${moment}: shown and came`]: {
      of: (counts) => share(cell(counts).came),
      ...(isJudged ? { rule: "goal", goal: 0.3 } : { rule: "shown" }),
    },
    [`${moment}: named the remedy`]: { of: (counts) => share(cell(counts).right), rule: "shown" },
    [`${moment}: tokens a session`]: {
      of: (counts) => mean(cell(counts).tokens.lines, counts.sessions, cell(counts).tokens.worst),
      rule: "shown",
    },
  };
}

/** `value` is undefined where there is nothing to measure. */
function share({ part, of }) {
  if (of === 0) return { value: undefined, text: "-" };
  return { value: part / of, text: `${(part / of).toFixed(2).replace(/^0/, "")} (${part} of ${of})` };
}

function saidShare({ said, of }) {
  return share({ part: said, of });
}

function mean(sum, of, worst) {
  if (of === 0 || worst === 0) return { value: undefined, text: "-" };
  const atWorst = worst === undefined ? "" : `, worst ${worst}`;
  return { value: sum / of, text: `${(sum / of).toFixed(0)}${atWorst}` };
}

function count(value) {
  return { value, text: String(value) };
}

function f1(counts) {
  if (counts === undefined) return { value: undefined, text: "-" };
  const { hit, falseAlarm, missed } = counts;
  const value = hit === 0 ? 0 : (2 * hit) / (2 * hit + falseAlarm + missed);
  return { value, text: `${value.toFixed(3).replace(/^0/, "")} (${falseAlarm} false, ${missed} missed)` };
}

/** The figures of several runs as a table: a row for each figure that one has, a column for each run. */
export function figureTable(runs) {
  const names = Object.keys(runs);
  const rows = Object.entries(figures)
    .map(([name, { of }]) => [name, ...names.map((run) => of(runs[run]).text)])
    .filter(([, ...cells]) => cells.some((cell) => cell !== "-"));
  return table([["", ...names], ...rows]);
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => row.map((cell, column) => cell.padEnd(widths[column]));
  return rows.map((row) => line(row).join("  ").trimEnd()).join("\n");
}

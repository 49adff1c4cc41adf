import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The stream does not say where calls ran: what is not in a temporary folder counts as one working tree. */
const repository = "/repository";
const topOf = (folder) => (/^\/(?:private\/)?(?:tmp|var)\//.test(`${folder}/`) ? undefined : repository);

/**
 * Of breaches that somebody judged, those that the checks of today claim, and which of these are real. Each check is
 * asked of the whole stream: what was done before a call is part of the claim.
 */
export function judgeClaims(room, streamFile, claimsFile) {
  const claims = linesOf(readFileSync(claimsFile, "utf8"));
  const lines = linesOf(gunzipSync(readFileSync(streamFile)).toString("utf8"));
  const byCheck = grouped(claims, ({ check }) => JSON.stringify(check));
  const judged = [];
  for (const [check, some] of byCheck) {
    const broken = brokenCalls(room, room.parseCheck(check), lines);
    for (const claim of some) judged.push({ ...claim, claimed: broken.has(claim.call) });
  }
  const claimed = judged.filter((each) => each.claimed && each.verdict !== "unclear");
  const real = claimed.filter(({ verdict }) => verdict === "real").length;
  const reals = judged.filter(({ verdict }) => verdict === "real").length;
  return { claims: claims.length, claimed: claimed.length, real, reals };
}

/** The calls at which a check was broken. */
function brokenCalls(room, check, lines) {
  const asked = { check, since: undefined, agents: ["claude-code"] };
  const past = room.pastRules([asked], topOf);
  const steps = new room.PastSteps({ topOf });
  const [tally] = past.tallies;
  const broken = new Set();
  for (const line of lines) {
    const step = steps.of(datedOf(room, line));
    if (step === undefined) continue;
    const before = tally.broken;
    past.note(step);
    if (tally.broken > before && step.kind === "call") broken.add(step.id);
  }
  return broken;
}

function datedOf(room, line) {
  const { kind, session, ts, side } = line;
  const run = side ? `${session} side` : session;
  const transcript = { agent: "claude-code", session, run };
  const at = Date.parse(ts);
  if (kind === "prompt")
    return { transcript, entry: { kind, at, text: line.text, typedBy: side ? undefined : "person" } };
  const { id, tool, input, output, is_error } = line;
  const use = room.toolUseOf({ tool_name: tool, tool_input: input, tool_use_id: id });
  const moment = { use, facts: { isError: is_error === 1 }, output, run, root: repository };
  return { transcript, entry: { kind, id, at, moment, branch: undefined } };
}

function linesOf(text) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

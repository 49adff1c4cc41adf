/**
 * `node bench/sessions.bench.mjs [--stream FILE] [--sheet FILE] [--claims FILE] [--sessions N]
 * [--set KEY=VALUE]`: replays recorded sessions through the hooks of a host with the clock of the recording,
 * and prints what was shown and what it was worth. `--sheet` writes the lessons as Markdown for a person to judge, `--claims` the remedies
 * that were claimed. The streams are not part of the repository; their format is that of
 * `bench/sessions/stream.mjs`.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { withProject } from "./project.mjs";
import { claimSheet, correctionsByLabel, remediesByLabel } from "./sessions/against-labels.mjs";
import { bundledRoom } from "./sessions/bundled-room.mjs";
import { readByHand } from "./sessions/by-hand.mjs";
import { lessonSheet } from "./sessions/sheet.mjs";
import { readStream } from "./sessions/stream.mjs";

export const question =
  "How many repeated failures are met by a lesson, and how much of what is shown matters?";

const root = join(import.meta.dirname, "..");
const usual = join(root, "..", "shared", "data", "sessions", "entire.jsonl.gz");

export async function run({ stream = usual, sheet, claims, sessions, set = [], quick = false } = {}) {
  const file = resolve(stream);
  if (!existsSync(file)) {
    console.log(`${file} is missing, so nothing was measured. Name a stream with --stream.`);
    return [];
  }
  const { entries, labels, failures, prompts } = readStream(file);
  const some = firstSessions(entries, Number(sessions ?? (quick ? 5 : Number.POSITIVE_INFINITY)));
  const folder = mkdtempSync(join(root, ".bench-room-"));
  try {
    const room = await bundledRoom(folder);
    const replayed = await withProject(({ root: folder, env }) =>
      room.replaySessions(
        some,
        { root: folder, env, set: ["evidence.enabled=false", ...set] },
        progressOf("replayed"),
      ),
    );
    const course = room.courseOf(replayed, labels);
    print({ ...room.coverageOf(course), ...course }, replayed);
    if (failures.length > 0) {
      const byLabel = remediesByLabel(replayed, failures);
      printByHand(readByHand(failures, entries, room));
      printRemedies(byLabel.kinds);
      if (claims !== undefined) writeFileSync(claims, claimSheet(byLabel.claims));
    }
    if (prompts.length > 0) printCorrections(correctionsByLabel(replayed, prompts));
    if (sheet !== undefined) writeFileSync(sheet, lessonSheet(replayed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [];
}

function firstSessions(entries, count) {
  const kept = new Set([...new Set(entries.map(({ session }) => session))].slice(0, count));
  return entries.filter(({ session }) => kept.has(session));
}

function progressOf(label) {
  return (done, total) => {
    if (done % 2_000 === 0 || done === total) console.error(`  ${label} ${done} of ${total}`);
  };
}

const ratio = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));

function print(result, { lessons, headline: { before, since } }) {
  const { repeats, known, of, met, announced, byKind, byMoment, relevance } = result;
  const { sessions, meanTokens, worstTokens, stops, rightStops } = result;
  console.log(`sessions ${sessions.size}, lessons ${lessons.length}, labelled repeats ${repeats}`);
  console.log(
    `repeats by the product's own rule: ${before.repeats + since.repeats}, in ` +
      `${before.withRepeat + since.withRepeat} of ${before.sessions + since.sessions} sessions; per 100 calls ` +
      `${since.repeatsPer100Calls ?? "-"} since the first lesson was shown; failures known or new ` +
      `${before.failuresPer100Calls ?? "-"} before it, ${since.failuresPer100Calls ?? "-"} since`,
  );
  console.log(`an earlier session held: ${listed(known)}; met and announced are of those with either`);
  console.log(`met        ${ratio(met, of)} of ${of}: ${listed(byMoment)}`);
  console.log(`announced  ${ratio(announced, of)} (${announced})`);
  for (const [kind, each] of Object.entries(byKind))
    console.log(
      `  ${kind.padEnd(12)} met ${ratio(each.met, each.of)}, announced ${ratio(each.announced, each.of)}`,
    );
  for (const [moment, { shown, relevant, kinds }] of Object.entries(relevance))
    console.log(`relevance  ${ratio(relevant, shown)} of ${shown} shown at the ${moment}: ${listed(kinds)}`);
  console.log(`tokens     ${meanTokens.toFixed(0)} a session, at worst ${worstTokens}`);
  console.log(`stops      ${stops}, of which failed when run all the same: ${ratio(rightStops, stops)}`);
}

const listed = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ") || "none";

/** Another call than the labelled one is not yet a wrong remedy: a person has to look. */
function printRemedies(kinds) {
  for (const [kind, { right, other, none, unlabelled }] of Object.entries(kinds))
    console.log(
      `remedies of ${kind.padEnd(12)} right ${right}, other ${other}, none ${none}, unlabelled ${unlabelled}; ` +
        `not the labelled call: ${ratio(other + unlabelled, right + other + unlabelled)} of the claimed`,
    );
}

function printCorrections({ proposed, right, corrections, lastingHeard, lasting }) {
  console.log(
    `corrections proposed ${proposed}, precision ${ratio(right, proposed)}, ` +
      `recall ${ratio(right, corrections)} of ${corrections}, ` +
      `of the lasting ${ratio(lastingHeard, lasting)} of ${lasting}`,
  );
}

function printByHand({ program, cause, kinds, candidates }) {
  console.log(`right program      ${ratio(program.right, program.of)} of ${program.of}`);
  console.log(`right causing line ${ratio(cause.right, cause.of)} of ${cause.of}`);
  console.log(`right kind         ${ratio(kinds.right, kinds.of)} of ${kinds.of}`);
  for (const [kind, { right, of }] of Object.entries(candidates))
    console.log(`candidates of ${kind.padEnd(12)} ${ratio(right, of)} of ${of}`);
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      stream: { type: "string" },
      sheet: { type: "string" },
      claims: { type: "string" },
      sessions: { type: "string" },
      set: { type: "string", multiple: true },
      quick: { type: "boolean" },
    },
  });
  await run(values);
}

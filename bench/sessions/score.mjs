import { isAbout, isSameCall, isSameLine, namesRemedy, quotesFailure, quotesOutput } from "./judge.mjs";
import { callText } from "./words.mjs";

/**
 * What a record is worth on a stream. A record is what was said and done while the stream ran:
 *
 * - `said`: lines in their order, `{session, index, moment, text, id?}`. `index` is the place of the entry at
 *   which it was said, `id` its call. Moments: start, prompt, call (the call was stopped), failure, success,
 *   and unsolved for a line that says that nothing worked.
 * - `claims`: by the id of a failed call the remedy that was found for it, `{calls, text}`.
 * - `causes`: by the id of a failed call its causing line. `heard`: prompts taken for a correction, as
 *   "SESSION TS". Both are absent where nothing reads them.
 * - `context`: by session, the tokens of all that was added to its conversation.
 *
 * Every figure is a count of a count, so that streams are pooled by adding.
 */
export function score(stream, record) {
  const lines = bySession(record.said.map((line) => ({ ...line, sig: stream.calls.get(line.id)?.sig })));
  const repeats = stream.failed.filter(({ isRepeat }) => isRepeat);
  const [ofHost, others] = [
    repeats.filter(stream.isOfHost),
    repeats.filter((call) => !stream.isOfHost(call)),
  ];
  const known = remediesBySignature(stream);
  return {
    sessions: stream.sessions.size,
    failures: stream.failed.length,
    lines: record.said.length,
    met: metByLabel(others, known, lines),
    metAll: share(others, (call) => isMet(call, lines)),
    metHost: share(ofHost, (call) => isMet(call, lines)),
    announced: share(others, (call) => saidAbout(call, lines).some((line) => isBefore(line, call))),
    moments: momentsOf(stream, record.said, known),
    tokens: tokensOf(stream, record),
    stops: stopsOf(stream, record.said),
    unsolved: share(
      record.said.filter(({ moment }) => moment === "unsolved"),
      (line) => isUnsolved(line, stream, known),
    ),
    remedies: remediesByLabel(stream, record.claims, known),
    cause: causesByLabel(stream, record.causes),
    prompts: promptsByLabel(stream, record.heard),
  };
}

const share = (items, holds) => ({ part: items.filter(holds).length, of: items.length });

/** Four characters to a token, whoever speaks. */
export const tokensIn = (text) => Math.ceil(text.length / 4);

function bySession(items) {
  const sessions = new Map();
  for (const item of items) {
    if (!sessions.has(item.session)) sessions.set(item.session, []);
    sessions.get(item.session).push(item);
  }
  return sessions;
}

/** At a failure comes after the call; everything else at the same entry comes before it. */
function isBefore({ index, moment }, call) {
  const isAfter = moment === "failure" || moment === "success" || moment === "unsolved";
  return isAfter ? index < call.index : index <= call.index;
}

/** Lines of the failure's session that offer something, up to the failure and at it. */
function offeredUntil(call, lines) {
  return (lines.get(call.session) ?? []).filter(
    (line) => line.moment !== "unsolved" && line.index <= call.index,
  );
}

/**
 * A line is about a failure by its text. One at a failure that quotes no failing call or error speaks of the
 * failure at hand, and of those that the labels call the same.
 */
function saidAbout(call, lines) {
  return offeredUntil(call, lines).filter(
    ({ id, sig, moment, text }) =>
      isAbout(text, call) ||
      (moment === "failure" &&
        !quotesFailure(text) &&
        (id === call.id || (sig !== undefined && sig === call.sig))),
  );
}

function isMet(call, lines) {
  return saidAbout(call, lines).length > 0;
}

/**
 * What a person says of each signature: the kind that most of its labelled failures have, and every call that
 * a label names as their remedy. Edits of files are left out: they are work in progress, nothing to be said.
 */
function remediesBySignature({ byHand, calls, isEdit }) {
  const known = new Map();
  for (const label of byHand) {
    const failed = calls.get(label.id);
    if (failed.sig === undefined) continue;
    const group = known.get(failed.sig) ?? { kinds: new Map(), remedies: [] };
    known.set(failed.sig, group);
    group.kinds.set(label.kind, (group.kinds.get(label.kind) ?? 0) + 1);
    const call = calls.get(label.remedyId);
    if (call === undefined || isEdit(call)) continue;
    group.remedies.push({
      remedy: callText(call),
      failed: callText(failed),
      index: failed.index,
      session: failed.session,
    });
  }
  for (const group of known.values()) group.kind = [...group.kinds].sort(([, a], [, b]) => b - a)[0][0];
  return known;
}

const kinds = ["misuse", "environment", "work"];

/**
 * Repeats of failures whose remedy a person labelled. Met: at the failure or before it in the same session, a
 * line about it named a labelled remedy of that signature. What the product itself found plays no part.
 * Beside it `said`: a line about the failure was said, right or wrong.
 */
function metByLabel(repeats, known, lines) {
  return Object.fromEntries(
    kinds.map((kind) => {
      const able = repeats.filter(
        ({ sig }) => known.get(sig)?.kind === kind && known.get(sig).remedies.length > 0,
      );
      const met = share(able, (call) => isMetRightly(call, known.get(call.sig).remedies, lines));
      return [kind, { ...met, said: share(able, (call) => isMet(call, lines)).part }];
    }),
  );
}

function isMetRightly(call, remedies, lines) {
  return saidAbout(call, lines).some(({ text }) => remedies.some((remedy) => namesRemedy(text, remedy)));
}

/**
 * By moment: lines, their tokens, how many came (the failure that the line is about followed in that session,
 * or is the one at hand, flagged by the host or printed), and, where that failure has a labelled remedy, how
 * many named it.
 */
function momentsOf(stream, said, known) {
  const moments = {};
  const failedIn = bySession(stream.failed);
  for (const line of said) {
    moments[line.moment] ??= { came: { part: 0, of: 0 }, right: { part: 0, of: 0 } };
    const cell = moments[line.moment];
    const met = comingFailure(stream, failedIn.get(line.session) ?? [], line);
    cell.came.of += 1;
    cell.came.part += met === undefined ? 0 : 1;
    const remedies = known.get(met?.sig)?.remedies ?? [];
    if (remedies.length === 0 || line.moment === "unsolved") continue;
    cell.right.of += 1;
    cell.right.part += remedies.some((remedy) => namesRemedy(line.text, remedy)) ? 1 : 0;
  }
  for (const [moment, cell] of Object.entries(moments))
    cell.tokens = tokensOfLines(
      stream,
      said.filter((line) => line.moment === moment),
    );
  return moments;
}

/**
 * A stop speaks of its call, and a line at a call too unless it quotes another failure; others speak of a
 * failure after them that they are about.
 */
function comingFailure({ calls }, failed, line) {
  if (line.id === undefined)
    return failed.find((call) => call.index >= line.index && isAbout(line.text, call));
  const call = calls.get(line.id);
  const isOfIt = line.moment === "call" || !quotesFailure(line.text) || isAbout(line.text, call);
  return (failed.includes(call) && isOfIt) || quotesOutput(line.text, call) ? call : undefined;
}

/** By the host's flag; `printed` also counts calls that printed the error, whose status a pipe hid. */
function stopsOf({ failed, calls }, said) {
  const stops = said.filter(({ moment }) => moment === "call");
  const isFailed = ({ id }) => failed.includes(calls.get(id));
  const printed = stops.filter((stop) => isFailed(stop) || quotesOutput(stop.text, calls.get(stop.id)));
  return { ...share(stops, isFailed), printed: printed.length };
}

function tokensOf(stream, { said, context }) {
  const all = Object.values(context);
  return { ...tokensOfLines(stream, said), context: sumOf(all), worstContext: Math.max(0, ...all) };
}

/** The tokens of lines, in all and in the session that has most. */
function tokensOfLines({ sessions }, said) {
  const each = [...bySession(said).values()].map((lines) => sumOf(lines.map(({ text }) => tokensIn(text))));
  return { sessions: sessions.size, lines: sumOf(each), worst: Math.max(0, ...each) };
}

const sumOf = (values) => values.reduce((total, each) => total + each, 0);

/**
 * "Nothing worked" is false when a person labelled a remedy for the same signature in an earlier session, or
 * when the very same call worked later in an earlier session in which it had failed.
 */
function isUnsolved({ id, index, session }, { calls }, known) {
  const failed = calls.get(id);
  const isEarlier = (other) => other.session !== session && other.index < index;
  if ((known.get(failed.sig)?.remedies ?? []).some(isEarlier)) return false;
  const same = [...calls.values()].filter((call) => isEarlier(call) && isSameCall(call, failed));
  const broken = new Set();
  return !same.some((call) => {
    if (call.is_error) broken.add(call.session);
    return !call.is_error && broken.has(call.session);
  });
}

/**
 * Remedies that were found for hand-read failures, the host's own apart. Right: the claimed call is the
 * labelled one, or it names a labelled remedy of the signature. A claim where the person saw none is not
 * right.
 */
function remediesByLabel({ byHand, calls, isOfHost, isEdit }, claims, known) {
  const read = byHand.filter(({ id, kind }) => kind !== "host" && !isOfHost(calls.get(id)));
  const claimed = read.filter(({ id }) => claims[id] !== undefined);
  const right = claimed.filter(({ id, remedyId }) => {
    const { calls: found, text } = claims[id];
    if (remedyId === "") return false;
    const { sig } = calls.get(id);
    return (
      found.includes(remedyId) || (known.get(sig)?.remedies ?? []).some((each) => namesRemedy(text, each))
    );
  });
  const labelled = read.filter(({ remedyId }) => calls.has(remedyId) && !isEdit(calls.get(remedyId)));
  return { right: right.length, claimed: claimed.length, labelled: labelled.length };
}

/** `read`: those of the labelled failures for which the record names a line at all. */
function causesByLabel({ byHand }, causes) {
  const labelled = causes === undefined ? [] : byHand.filter(({ cause }) => cause !== "");
  const read = labelled.filter(({ id }) => causes[id] !== undefined);
  return { ...share(labelled, ({ id, cause }) => isSameLine(causes[id] ?? "", cause)), read: read.length };
}

function promptsByLabel({ prompts, sessions }, listed) {
  const heard = new Set(listed);
  const rows = listed === undefined ? [] : prompts.filter(({ session }) => sessions.has(session));
  const isHeard = ({ session, ts }) => heard.has(`${session} ${ts}`);
  const count = (holds) => rows.filter(holds).length;
  return {
    heard: count(isHeard),
    right: count((row) => isHeard(row) && row.correction === 1),
    corrections: count((row) => row.correction === 1),
    lastingHeard: count((row) => isHeard(row) && row.lasting === 1),
    lasting: count((row) => row.lasting === 1),
  };
}

/**
 * How well failures are told from the text alone: of all calls but those refused, which the reader takes for
 * failed, against the host's flag. The host's own marks of a failure are taken out of the text before.
 */
export function recognition({ calls, refused }, looksFailed) {
  const counts = { hit: 0, falseAlarm: 0, missed: 0 };
  for (const call of calls.values()) {
    if (refused.has(call.id)) continue;
    const found = looksFailed(call);
    if (found && call.is_error) counts.hit += 1;
    else if (found) counts.falseAlarm += 1;
    else if (call.is_error) counts.missed += 1;
  }
  return counts;
}

/** Figures of several streams as one: counts are added, worst ones compared. */
export function pooled(figures) {
  return figures.reduce((sum, each) => (sum === undefined ? each : added(sum, each)), undefined);
}

function added(one, other, name = "") {
  if (one === undefined || other === undefined) return one ?? other;
  if (typeof one === "number") return name.startsWith("worst") ? Math.max(one, other) : one + other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((each) => [each, added(one[each], other[each], each)]));
}

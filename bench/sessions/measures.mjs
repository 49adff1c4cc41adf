/**
 * What a replay showed, and what then happened. A lesson is about a failure when it has the product's own
 * signature of it, or was made from an error that the labels call the same (`sig`).
 */
export function measure({ steps, events, failureId }, labels) {
  const at = byMoment(events);
  const shown = shownLessons(steps, at);
  const about = signaturesOfLessons(events, failureId);
  const failures = failedSteps(steps, at, labels);
  const sigsOf = labelsBySignature(failures);
  const isAbout = (lesson, failure) => {
    const signatures = about.get(lesson) ?? new Set();
    return (
      signatures.has(failure.signature) || [...signatures].some((each) => sigsOf.get(each)?.has(failure.sig))
    );
  };
  return {
    ...coverage(failures, shown, isAbout, knownBefore(steps, at, sigsOf)),
    ...relevance(failures, shown, isAbout),
    ...tokens(shown, steps),
    ...stops(steps, failures),
  };
}

function byMoment(events) {
  const groups = new Map();
  for (const event of events) {
    const key = Date.parse(event.at);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return groups;
}

const moments = {
  SessionStart: "start",
  UserPromptSubmit: "prompt",
  PreToolUse: "call",
  PostToolUseFailure: "failure",
  PostToolBatch: "failure",
  PostToolUse: "success",
  SubagentStart: "start",
};

/** Each exposure of a lesson from failures, with its moment. People's rules have a budget of their own. */
function shownLessons(steps, at) {
  return steps.flatMap((step, index) =>
    (at.get(step.at) ?? [])
      .filter(({ type, data }) => type === "lesson-exposed" && data.lesson.startsWith("failure-"))
      .map(({ data }) => ({ ...step, index, moment: moments[step.event] ?? step.event, ...data })),
  );
}

/** The failures that a lesson was made from. */
function signaturesOfLessons(events, failureId) {
  const about = new Map();
  for (const { type, data } of events)
    if (type === "reflection-recorded" && data.signature !== undefined)
      about.set(failureId(data.signature), new Set([data.signature]));
  return about;
}

function failedSteps(steps, at, labels) {
  return steps.flatMap((step, index) => {
    const label = labels.get(step.entry.id);
    if (!["PostToolUseFailure", "PostToolBatch"].includes(step.event) || !label?.genuine) return [];
    const told = (at.get(step.at) ?? []).find(({ type }) => type === "reflection-recorded")?.data;
    return [{ ...step, index, ...label, signature: told?.signature, kind: told?.kind, remedy: told?.remedy }];
  });
}

function labelsBySignature(failures) {
  const sigs = new Map();
  for (const { signature, sig } of failures)
    if (signature !== undefined) sigs.set(signature, (sigs.get(signature) ?? new Set()).add(sig));
  return sigs;
}

/**
 * What an earlier session knew to do about a failure: "remedy" when a call undid the same one, "word" when a
 * person refused it with a reason, "nothing" otherwise. The same is what the product or the labels call so.
 */
function knownBefore(steps, at, sigsOf) {
  const known = [];
  const tried = new Set();
  for (const [index, { session, at: when }] of steps.entries())
    for (const { type, data } of at.get(when) ?? []) {
      if (type !== "reflection-recorded" || data.signature === undefined) continue;
      const attempt = `${session}\n${data.signature}`;
      if (data.relation === "helps") tried.add(attempt);
      // The same call that simply works again shows no remedy.
      const undone = data.relation === "instead" || (data.relation === "again" && tried.has(attempt));
      const refused = data.kind === "refused" && data.cause !== "";
      if (undone || refused)
        known.push({ index, session, signature: data.signature, as: undone ? "remedy" : "word" });
    }
  const isSame = ({ signature }, failure) =>
    signature === failure.signature || sigsOf.get(signature)?.has(failure.sig) === true;
  return (failure) => {
    const found = known.filter(
      (each) => each.index < failure.index && each.session !== failure.session && isSame(each, failure),
    );
    return found.some(({ as }) => as === "remedy") ? "remedy" : found.length > 0 ? "word" : "nothing";
  };
}

/** Each repeat with what was known before it and where it was met: before it happened, at once, or not. */
function coverage(failures, shown, isAbout, known) {
  const repeats = failures.filter(({ rep }) => rep === 1);
  const rows = repeats.map((failure) => {
    const about = shown.filter(
      ({ session, index, lesson }) =>
        session === failure.session && index <= failure.index && isAbout(lesson, failure),
    );
    const before = about.find(({ index }) => index < failure.index);
    return { kind: failure.kind ?? "work", known: known(failure), met: (before ?? about[0])?.moment, before };
  });
  return { repeats: rows, known: counted(rows, ({ known: what }) => what), ...metOf(rows) };
}

/** Met and announced, of the repeats that somebody knew what to do about; by kind and by moment. */
function metOf(rows) {
  const able = rows.filter(({ known }) => known !== "nothing");
  const share = (some) => ({
    of: some.length,
    met: some.filter(({ met }) => met !== undefined).length,
    announced: some.filter(({ before }) => before !== undefined).length,
  });
  const kinds = [...new Set(able.map(({ kind }) => kind))].sort();
  const byKind = kinds.map((kind) => [kind, share(able.filter((row) => row.kind === kind))]);
  return { ...share(able), byKind, byMoment: counted(able, ({ met }) => met ?? "never") };
}

function counted(rows, nameOf) {
  const counts = new Map();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return [...counts].sort();
}

function relevance(failures, shown, isAbout) {
  const pairs = new Map();
  for (const each of shown) {
    const key = `${each.session}\n${each.lesson}`;
    if (!pairs.has(key)) pairs.set(key, each);
  }
  const byStart = {};
  for (const each of pairs.values()) {
    const cell = byStart[each.moment] ?? { shown: 0, relevant: 0, kinds: {} };
    byStart[each.moment] = cell;
    cell.shown += 1;
    const came = failures.find(
      (failure) =>
        failure.session === each.session && failure.index >= each.index && isAbout(each.lesson, failure),
    );
    if (came === undefined) continue;
    cell.relevant += 1;
    cell.kinds[came.kind ?? "work"] = (cell.kinds[came.kind ?? "work"] ?? 0) + 1;
  }
  return { relevance: byStart };
}

/** About four characters to a token, as the product's own budgets count them. */
const charsPerToken = 4;

function tokens(shown, steps) {
  const sessions = new Map(steps.map(({ session }) => [session, 0]));
  for (const { session, text } of shown)
    sessions.set(session, sessions.get(session) + Math.ceil(text.length / charsPerToken));
  const all = [...sessions.values()];
  const sum = all.reduce((total, each) => total + each, 0);
  return { sessions: all.length, meanTokens: sum / all.length, worstTokens: Math.max(...all) };
}

/** Calls that were stopped, and how many of them really failed when they ran all the same. */
function stops(steps, failures) {
  const failed = new Set(failures.map(({ entry }) => entry.id));
  const stopped = steps.filter(
    ({ event, reply }) => event === "PreToolUse" && reply?.hookSpecificOutput?.permissionDecision === "deny",
  );
  return { stops: stopped.length, rightStops: stopped.filter(({ entry }) => failed.has(entry.id)).length };
}

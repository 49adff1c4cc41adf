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
    ...coverage(failures, shown, isAbout),
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

/** Each exposure of a machine-made lesson, with its moment. */
function shownLessons(steps, at) {
  return steps.flatMap((step, index) =>
    (at.get(step.at) ?? [])
      .filter(({ type }) => type === "lesson-exposed")
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

function coverage(failures, shown, isAbout) {
  const repeats = failures.filter(({ rep }) => rep === 1);
  const inSession = (failure) => shown.filter(({ session }) => session === failure.session);
  const before = (failure) =>
    inSession(failure).some((each) => each.index < failure.index && isAbout(each.lesson, failure));
  const atOnce = (failure) =>
    inSession(failure).some((each) => each.index === failure.index && isAbout(each.lesson, failure));
  const announced = repeats.filter(before);
  const met = repeats.filter((failure) => before(failure) || atOnce(failure));
  return { repeats: repeats.length, announced: announced.length, met: met.length };
}

function relevance(failures, shown, isAbout) {
  const pairs = new Map();
  for (const each of shown) {
    const key = `${each.session}\n${each.lesson}`;
    if (!pairs.has(key)) pairs.set(key, each);
  }
  const byStart = {};
  for (const each of pairs.values()) {
    const cell = byStart[each.moment] ?? { shown: 0, relevant: 0 };
    byStart[each.moment] = cell;
    cell.shown += 1;
    const came = failures.some(
      (failure) =>
        failure.session === each.session && failure.index >= each.index && isAbout(each.lesson, failure),
    );
    if (came) cell.relevant += 1;
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

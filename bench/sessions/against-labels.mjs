/**
 * The remedies that a replay claimed, against those that a person read out of the same sessions: right when
 * the claimed call is the labelled one, other when it is another, which may be right too, none when no remedy
 * was claimed. A claim where the person found none is "unlabelled".
 */
export function remediesByLabel({ steps, events }, failures) {
  const claims = claimedRemedies(steps, events);
  const replayed = new Set(steps.map(({ entry }) => entry.id));
  const kinds = {};
  for (const { id, kind, remedyId } of failures.filter((label) => replayed.has(label.id))) {
    const cell = kinds[kind] ?? { right: 0, other: 0, none: 0, unlabelled: 0 };
    kinds[kind] = cell;
    const claim = claims.get(id);
    if (claim === undefined) cell.none += remedyId === "" ? 0 : 1;
    else if (remedyId === "") cell.unlabelled += 1;
    else cell[claim.calls.includes(remedyId) ? "right" : "other"] += 1;
  }
  return { kinds, claims: [...new Set(claims.values())] };
}

/** By the id of each failed call, the remedy that was claimed for its signature in the same session. */
function claimedRemedies(steps, events) {
  const at = new Map(steps.map((step) => [step.at, step]));
  const open = new Map();
  const claims = new Map();
  for (const { type, at: when, data, run } of events) {
    const step = at.get(Date.parse(when));
    if (type !== "reflection-recorded" || data.signature === undefined || step === undefined) continue;
    const key = `${step.session}\n${run}\n${data.signature}`;
    const failed = open.get(key) ?? { ids: [], calls: [] };
    open.set(key, failed);
    if (data.result !== "success") failed.ids.push(step.entry.id);
    else failed.calls.push(step.entry.id);
    if (data.result !== "success") failed.last = data;
    if (data.result !== "success" || data.relation === "helps") {
      if (data.relation === "helps") failed.advice = data.advice;
      continue;
    }
    const advice = data.relation === "instead" ? data.advice : failed.advice;
    open.delete(key);
    if (advice === undefined) continue;
    const claim = { ...failed, ids: [...failed.ids], calls: [...failed.calls], advice };
    for (const id of failed.ids) claims.set(id, claim);
  }
  return claims;
}

/** What the product took for a correction or a rule of a person, against the labelled prompts. */
export function correctionsByLabel({ steps, events }, prompts) {
  // A rule that is in force already is confirmed when it is heard again.
  const heard = new Set(
    events
      .filter(
        ({ type, origin }) =>
          type === "correction-heard" || (type === "lesson-confirmed" && origin.startsWith("prompt:")),
      )
      .map(({ at }) => Date.parse(at)),
  );
  const steppedAt = new Map(
    steps
      .filter(({ event }) => event === "UserPromptSubmit")
      .map(({ at, entry }) => [`${entry.session} ${entry.ts}`, at]),
  );
  const rows = prompts.flatMap((label) => {
    const at = steppedAt.get(`${label.session} ${label.ts}`);
    return at === undefined ? [] : [{ ...label, heard: heard.has(at) }];
  });
  const count = (holds) => rows.filter(holds).length;
  return {
    proposed: count((row) => row.heard),
    right: count((row) => row.heard && row.correction === 1),
    corrections: count((row) => row.correction === 1),
    lastingHeard: count((row) => row.heard && row.lasting === 1),
    lasting: count((row) => row.lasting === 1),
  };
}

/** Every claimed remedy as a text that a person can judge: the failure, the call, the advice. */
export function claimSheet(claims) {
  return claims
    .map(({ last, advice }) => `[${last.kind}] ${last.cause}\n  failed: ${last.input}\n  advice: ${advice}\n`)
    .join("\n");
}

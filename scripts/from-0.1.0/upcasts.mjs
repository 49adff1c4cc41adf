/**
 * The form in which unreleased builds of 0.1.0 wrote events: each type had versions of its own. An entry lifts
 * version 1 to 2, and so on; the newest of them is what version 1 says since the first release.
 */

const same = (data) => data;

/** The hosts that existed before events had a witness. */
const formerHosts = ["claude-code", "codex", "opencode", "gemini", "cursor"];

/** The witness of an event that had none, by its origin. */
function withWitness(data, { origin }) {
  if (origin === "human") return { ...data, witness: "person" };
  return formerHosts.some((host) => origin === `tool:${host}`) ? { ...data, witness: "host" } : data;
}

/**
 * What tables of messages had made of a failed call. The lesson keeps its id, its words and what people decided
 * of it; what undid the failure was told in sentences, and is not quoted any more.
 */
function reflectionOfTables({ tool, result, by, because, phase, signature, kind, cause, text, input }) {
  const kinds = { misuse: "call", environment: "call", host: "host-tool", refused: "refused" };
  const call = { tool, result, by, because, phase };
  return result === "success" || kinds[kind] === undefined
    ? call
    : { ...call, signature, kind: kinds[kind], cause, text, input };
}

/** @type {Readonly<Record<string, readonly ((data: any, event: { origin: string }) => any)[]>>} */
const upcasts = {
  "outcome-recorded": [
    (data) => ({
      adaptersUsed: [],
      riskLevel: "medium",
      rollbackOccurred: false,
      humanOverride: false,
      skillsUsed: [],
      cause: "task",
      ...data,
    }),
    (data) => ({ criteria: [], agentDecisions: [], ...data }),
    withWitness,
    same,
    same,
  ],
  "strategy-observed": [same, withWitness],
  "strategy-inverted": [],
  "strategy-restored": [],
  "plan-made": [same],
  "error-recorded": [],
  "error-resolved": [],
  "feedback-recorded": [],
  "deliberation-recorded": [],
  "lesson-observed": [],
  "verdict-recorded": [withWitness],
  "outcome-scored": [],
  "brief-made": [
    (data) => ({ ...data, droppedLessons: [], moment: "brief" }),
    (data) => ({ ...data, fresh: data.moment === "prompt", tools: [] }),
  ],
  "summary-made": [],
  "lesson-proposed": [withWitness],
  "lesson-activated": [same],
  "lesson-quarantined": [],
  "lesson-hardened": [same],
  "hardening-failed": [],
  "lesson-retired": [same],
  "lesson-edited": [],
  "lesson-put-to-sleep": [],
  "lesson-decision-undone": [],
  "lesson-muted": [],
  "lesson-unmuted": [],
  "lessons-published": [],
  "lesson-worded": [],
  "model-called": [same],
  "lesson-confirmed": [],
  // Two hearings made a rule then.
  "correction-heard": [(data) => ({ ...data, counted: true })],
  "contradiction-found": [],
  "directive-escalated": [],
  "directive-set": [],
  // Any caller could be a reviewer.
  "output-read": [(data) => ({ ...data, dismissed: [] })],
  "receipt-recorded": [withWitness],
  // A phase that began again carried nothing over.
  "phase-begun": [(data) => ({ ...data, carried: [] })],
  "gate-evaluated": [same, same],
  "gate-overridden": [],
  "phase-ended": [],
  "reflection-recorded": [same, reflectionOfTables],
  "phase-reflected": [],
  "session-learned": [(data) => ({ ...data, prompts: [] })],
  "call-worked": [],
  "call-guarded": [same],
  "work-noted": [],
  "lesson-exposed": [
    same,
    same,
    (data) => ({ ...data, moment: data.verb === "reflect" ? "failure" : data.verb }),
  ],
  "lesson-withheld": [],
  "trial-session-ended": [],
  "trial-judged": [],
  "trial-started": [same],
  "trial-stopped": [same],
  "lesson-promoted": [],
  // Every caller was recorded as a person.
  "lesson-deprecated": [
    (data, { origin }) => (data.by === "person" && origin !== "human" ? { ...data, by: "caller" } : data),
  ],
  "lesson-reset": [same, same],
  "lesson-forgotten": [same, same],
  "text-forgotten": [],
  "policy-tightened": [],
  "relaxation-suggested": [],
  "policy-relaxed": [],
  // The demand for approval was removed by setting it to false, and nothing else could be.
  "policy-set": [
    ({ requireApproval, ...data }) =>
      requireApproval === false
        ? { ...data, removed: ["requireApproval"] }
        : { ...data, ...(requireApproval === undefined ? {} : { requireApproval }), removed: [] },
  ],
  "report-made": [],
  "member-changed": [same],
  "key-made": [same],
  "key-revoked": [same],
  "refusal-dismissed": [],
  "setup-removed": [],
};

/**
 * An event in the form of the first release. `data` is its JSON text, which keeps its bytes where no field
 * of it changed.
 *
 * @template {{ type: string, v: number, origin: string, data: string }} Event
 * @param {Event} event
 * @returns {Event}
 */
export function turnedEvent(event) {
  const steps = upcasts[event.type];
  if (steps === undefined || event.v > steps.length + 1)
    throw new Error(
      `event ${event.id} has the type '${event.type}' version ${event.v}, which no build of 0.1.0 wrote`,
    );
  const missing = steps.slice(event.v - 1).filter((step) => step !== same);
  if (missing.length === 0) return { ...event, v: 1 };
  const data = missing.reduce((old, step) => step(old, event), JSON.parse(event.data));
  return { ...event, v: 1, data: JSON.stringify(data) };
}

import { oneLine } from "../../base/text/one-line.js";
import type { Outcome } from "../outcomes/outcome.js";

/**
 * Bears the failures that no single adapter can be blamed for. It is counted and shown, and nothing is
 * required of it.
 */
export const unattributed = "unattributed";

/**
 * False for a run that a gate stopped: it is no evidence about the work, for or against. Otherwise a
 * strict gate would produce its own evidence and get stricter for ever.
 */
export function countsAsEvidence({ cause }: Pick<Outcome, "cause">): boolean {
  return cause !== "policy" && cause !== "approval";
}

/** As long as a name in the log may be. */
const nameChars = 200;
/** One safe line already, as most names are; every outcome of a long history asks. */
const plainName = /^[a-z0-9._-]{0,200}$/;

/**
 * The name under which an adapter or a failure type is learned: lower-case, as "GitHub" and "github" are
 * one capability, and one safe line, as it goes on into reasons and reports. It holds no `::`, at which the
 * id of a failure pattern is split.
 */
export function adapterKey(name: string): string {
  const lower = name.toLowerCase();
  if (plainName.test(lower)) return lower;
  return oneLine(lower, nameChars)
    .replace(/:{2,}/g, ":")
    .replace(/^[: ]+|[: ]+$/g, "");
}

/** Each name once, without empty ones. */
export function distinct(names: readonly string[]): readonly string[] {
  return names.filter((name, at) => name !== "" && names.indexOf(name) === at);
}

export function adaptersOf({ adaptersUsed }: Pick<Outcome, "adaptersUsed">): readonly string[] {
  return distinct(adaptersUsed.map(adapterKey));
}

export function skillsOf({ skillsUsed }: Pick<Outcome, "skillsUsed">): readonly string[] {
  return distinct(skillsUsed.map((skill) => skill.trim()));
}

/** The adapter that failed: the one named, else the only one used. Never simply the first. */
export function blamedAdapter(outcome: Pick<Outcome, "adaptersUsed" | "failedAdapter">): string | undefined {
  const named = adapterKey(outcome.failedAdapter ?? "");
  if (named !== "") return named;
  const used = adaptersOf(outcome);
  return used.length === 1 ? used[0] : undefined;
}

/**
 * What a failure does not say of adapters, so that it is a pattern of none: which of them failed, or how the one
 * that failed did. One that says nothing of adapters is of a caller who has none.
 */
export function unattributedFor(outcome: Outcome): "adapter" | "type" | undefined {
  if (outcome.result === "success" || !countsAsEvidence(outcome)) return undefined;
  const typed = failureTypeOf(outcome) !== undefined;
  if (blamedAdapter(outcome) !== undefined)
    return typed || (outcome.result === "partial" && outcome.failedAdapter === undefined)
      ? undefined
      : "type";
  return adaptersOf(outcome).length > 1 || typed ? "adapter" : undefined;
}

const unknownType = "unknown";

/** The kind of failure, under the name by which it is learned; undefined where nobody named one. */
export function failureTypeOf({ failureType }: Pick<Outcome, "failureType">): string | undefined {
  const type = adapterKey(failureType ?? "");
  return type === "" || type === unknownType ? undefined : type;
}

/**
 * The adapters that an outcome is evidence about. A success is evidence for all that were used. A failure
 * with a culprit is evidence against the culprit and says nothing of the others; one without a culprit stands
 * against all that were used, else a caller who never names one would have perfect adapters.
 */
export function judgedAdapters(outcome: Outcome): readonly string[] {
  if (!countsAsEvidence(outcome)) return [];
  if (outcome.result === "success") return adaptersOf(outcome);
  const blamed = blamedAdapter(outcome);
  return blamed === undefined ? adaptersOf(outcome) : [blamed];
}

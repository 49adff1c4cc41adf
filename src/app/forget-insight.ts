import { forgottenMark } from "../events/blank-text.js";
import type { RecordedEvent } from "../events/envelope.js";

interface ForgottenInsight {
  readonly lesson: string;
  readonly others: readonly string[];
  /** The ids of the deliberations it was taken from. */
  readonly sources: ReadonlySet<string>;
}

/**
 * The data of an event without an insight that is there in another wording: a deliberation has markup around
 * it, a summary shortened it. Such a text is removed whole. The data of other events is unchanged.
 */
export function blankInsight(event: RecordedEvent, { lesson, others, sources }: ForgottenInsight): string {
  if (event.type === "deliberation-recorded" && sources.has(event.id)) {
    return changed(event, (data) => ({
      ...data,
      text: forgottenMark,
      ...(data.evidence === undefined ? {} : { evidence: forgottenMark }),
      findings: Array.isArray(data.findings)
        ? data.findings.map((finding: object) => ({ ...finding, text: forgottenMark }))
        : [],
    }));
  }
  if (event.type === "summary-made") {
    return changed(event, (data) =>
      Array.isArray(data.lessons) &&
      [lesson, ...others].some((each) => (data.lessons as unknown[]).includes(each))
        ? { ...data, text: forgottenMark }
        : data,
    );
  }
  return event.data;
}

function changed(
  { data }: RecordedEvent,
  change: (data: Record<string, unknown>) => Record<string, unknown>,
): string {
  const before = JSON.parse(data) as Record<string, unknown>;
  const after = change(before);
  return after === before ? data : JSON.stringify(after);
}

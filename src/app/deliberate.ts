import * as z from "zod/mini";
import { extractInsights } from "../engines/insights/extraction/extract-insights.js";
import { stateOfInsight } from "../engines/insights/insight-state.js";
import { normaliseInsight } from "../engines/insights/normalise-insight.js";
import type { EventOf } from "../events/catalog.js";
import { deliberationRecorded } from "../events/deliberation.js";
import { idempotencyKey, origin, textId } from "../events/envelope.js";
import { insights } from "../projections/insights.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { refreshSummary } from "./insight-summary.js";
import { insightId } from "./lesson-id.js";
import { observeInsights } from "./observe-insights.js";
import { replayed } from "./replayed.js";
import { said } from "./said.js";
import { type NearLessons, nearLessons } from "./same-or-opposite.js";
import { roleInput, situationInput } from "./situation-input.js";

const { shape } = deliberationRecorded.data;

const deliberateInput = z.strictObject({
  role: roleInput,
  /** The answer that the role gave. */
  text: shape.text.check(z.minLength(1)),
  ...situationInput,
  task: z.optional(textId),
  /** What it was based on, where the caller keeps that apart: outputs of commands, places in files. */
  evidence: shape.evidence,
  model: shape.model,
  durationMs: shape.durationMs,
  run: z.optional(textId),
  key: z.optional(idempotencyKey),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type DeliberateInput = z.input<typeof deliberateInput>;

export interface DeliberateResult {
  /** Its id, by which a verdict names it; empty when it was not recorded. */
  readonly deliberation: string;
  readonly role: string;
  /** Where insights were taken from. */
  readonly from: "section" | "sentences" | "nothing";
  readonly insights: readonly ObservedInsight[];
  /** Sentences left out as noise. */
  readonly noise: number;
  /** Findings under an id of their own, which a verdict may call a false positive. */
  readonly findings: readonly string[];
  /** True when this key had been recorded before: nothing new was written. */
  readonly replayed: boolean;
  /** How insights that say the same in other words were looked for. */
  readonly compared: "words and meaning" | "words" | "text alone";
  /** Why nothing was recorded, if something went wrong. */
  readonly failed?: { readonly code: string; readonly reason: string };
}

export interface ObservedInsight {
  readonly lesson: string;
  readonly text: string;
  readonly category: "rule" | "causal" | "observation";
  readonly state: "observed" | "candidate" | "verified" | "active" | "deprecated";
  /** The role only repeated what it had been shown in this run: that confirms nothing. */
  readonly echo: boolean;
  /** True when it was known in other words: that one was seen again. */
  readonly merged: boolean;
  /** The insight that says the opposite, when this is the first sight of it: a person may want to decide. */
  readonly contradicts: string | null;
}

/**
 * Keeps what a role thought, and takes from it what may be of use again.
 * Fails open: a deliberation that cannot be recorded stops nobody, and the answer says what was lost.
 */
export async function deliberate(context: Context, input: DeliberateInput): Promise<DeliberateResult> {
  const { captureLimitMs } = context.ledger.config.insights;
  const outcome = await failOpen(context, "deliberate", captureLimitMs, async (deadline) => {
    const admitted = await admit(context, "deliberate", deliberateInput, input, undefined, deadline.options);
    const extraction = extractInsights(admitted.text);
    const texts = extraction.insights.map(({ text }) => text);
    const near =
      texts.length === 0 ? undefined : await nearLessons(context, "insight", texts, deadline.options);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const before = await replayed(writer, "deliberation-recorded", admitted.key);
      if (before !== undefined) return resultOf(context, writer, before, near, true);
      const event = await recordDeliberation(context, writer, admitted, extraction, near);
      deadline.check();
      return resultOf(context, writer, event, near, false);
    }, deadline.options);
  });
  if ("done" in outcome) return outcome.done;
  const role = said(() => input?.role).toLowerCase();
  return {
    deliberation: "",
    role,
    from: "nothing",
    insights: [],
    noise: 0,
    findings: [],
    replayed: false,
    compared: "text alone",
    failed: outcome.failed,
  };
}

async function recordDeliberation(
  context: Context,
  writer: LedgerWriter,
  admitted: z.output<typeof deliberateInput>,
  { insights: found, from, skipped }: ReturnType<typeof extractInsights>,
  near: NearLessons | undefined,
): Promise<EventOf<"deliberation-recorded">> {
  const { task, run = context.run, key, actor = context.actor, origin = context.origin, ...data } = admitted;
  const about = { task, run, actor, origin };
  const findings = found.flatMap(({ findings, text }) => findings.map((id) => ({ id, text })));
  const noise = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const event = await writer.append({
    type: "deliberation-recorded",
    data: { ...data, findings, from, noise },
    ...about,
    key,
  });
  await observeInsights(context, writer, event, found, near);
  await refreshSummary(context, writer, data.role, { actor, origin });
  return event;
}

/** The insights that a deliberation brought, which stand right behind it in the log. */
export async function observedIn(
  reader: LedgerReader,
  { id, seq }: EventOf<"deliberation-recorded">,
): Promise<readonly EventOf<"lesson-observed">[]> {
  const following = await reader.eventsAfter(seq, mostInsights);
  return following
    .filter((event) => event.type === "lesson-observed")
    .filter(({ data }) => data.deliberation === id);
}

/** More than one deliberation brings. */
const mostInsights = 100;

async function resultOf(
  { ledger, clock }: Context,
  reader: LedgerReader,
  event: EventOf<"deliberation-recorded">,
  near: NearLessons | undefined,
  replayed: boolean,
): Promise<DeliberateResult> {
  const observed: ObservedInsight[] = [];
  for (const { data } of await observedIn(reader, event)) {
    const { lesson, text, category, echo } = data;
    const row = await reader.row(insights, lesson);
    const state =
      row === undefined ? "observed" : stateOfInsight(row.evidence, clock(), ledger.config.insights);
    const merged = row !== undefined && insightId(data.role, normaliseInsight(text)) !== lesson;
    const contradicts = data.first ? (row?.contradicts.at(-1) ?? null) : null;
    observed.push({ lesson, text, category, state, echo, merged, contradicts });
  }
  const { role, from, noise, findings } = event.data;
  return {
    deliberation: event.id,
    role,
    from,
    insights: observed,
    noise,
    findings: findings.map(({ id }) => id),
    replayed,
    compared: near?.by ?? "text alone",
  };
}

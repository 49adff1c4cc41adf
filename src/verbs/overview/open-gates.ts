import type { PhaseRow } from "../../lessons/directive/fold/phases.js";
import { isoTime } from "../../log/events/time.js";
import { leftPhases, newestFirst, openPhases } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { StatusResult } from "./status-output.js";

const dayMs = 86_400_000;
/**
 * A killed session reports no end, and a person may come back to one the next morning: after a day in which
 * nothing happened its phases are silent, after a week they count as over.
 */
const silentDays = 1;
const daysLookedAt = 7;
const phasesShown = 3;

type OpenGates = StatusResult["gates"];
type OpenGate = OpenGates["newest"][number];

export async function openGates(reader: LedgerReader, now: number): Promise<OpenGates> {
  const within = (days: number) => {
    const before = openPhases + newestFirst(isoTime(now - days * dayMs));
    return reader.countPlaces(views.phases, { list: openPhases, before });
  };
  const open = await within(silentDays);
  const limit = Math.min(open, phasesShown);
  const newest =
    limit === 0 ? [] : await reader.rowsFrom<PhaseRow>(views.phases, { list: openPhases, limit });
  const left = await reader.rowsFrom<PhaseRow>(views.phases, { list: leftPhases, limit: phasesShown });
  return {
    open,
    silent: (await within(daysLookedAt)) - open,
    newest: newest.map(({ row }) => gateOf(row)),
    left: await reader.countPlaces(views.phases, { list: leftPhases }),
    newestLeft: left.map(({ row }) => gateOf(row)),
  };
}

function gateOf({ phase, begunAt, shown, receipts, denials }: PhaseRow): OpenGate {
  const lines = denials.reasons === "" ? [] : denials.reasons.split("\n");
  return {
    phase,
    begunAt: begunAt ?? "",
    shown: shown.length,
    unanswered: shown.filter(({ lesson }) => (receipts[lesson] ?? []).length === 0).length,
    denials: denials.count,
    missing: lines.map((line) => {
      const [lesson = "", reason = ""] = line.split(" ");
      return { lesson, reason };
    }),
  };
}

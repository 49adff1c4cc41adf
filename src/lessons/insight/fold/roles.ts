import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";

/** One role: how much it contributes, how much of that is confirmed, and how much is shown to it again. */
export interface RoleRow {
  readonly role: string;
  readonly deliberations: number;
  readonly lastDeliberationAt: string | null;
  readonly sightings: number;
  readonly echoes: number;
  /** Sentences that were left out as noise. */
  readonly noise: number;
  readonly briefs: number;
  readonly exposures: number;
  /** Lessons for which a brief had no room. */
  readonly dropped: number;
  readonly verdicts: { readonly pass: number; readonly fail: number };
  readonly validated: number;
  readonly ignored: number;
  /** False positives that fitted no insight, or several. */
  readonly unmatched: number;
  /** The newest months, oldest first. */
  readonly months: readonly {
    readonly month: string;
    readonly validated: number;
    readonly ignored: number;
  }[];
  /** Raised whenever something changes what its brief would say. */
  readonly changes: number;
}

/** Two years. */
const monthsKept = 24;

/** Roles by their name. */
export const roles: Projection<RoleRow, null> = {
  ...views.roles,
  on: {
    "deliberation-recorded": {
      keys: ({ data }) => [data.role],
      evolve: (before, { data: { noise }, at }, _settings, role) => {
        const row = before ?? unheard(role);
        const last = row.lastDeliberationAt;
        return {
          ...row,
          deliberations: row.deliberations + 1,
          lastDeliberationAt: last !== null && last > at ? last : at,
          noise: row.noise + noise,
        };
      },
    },
    "lesson-observed": {
      keys: ({ data }) => [data.role],
      evolve: (before, { data: { echo } }, _settings, role) => {
        const row = before ?? unheard(role);
        if (echo) return { ...row, echoes: row.echoes + 1 };
        return { ...row, sightings: row.sightings + 1, changes: row.changes + 1 };
      },
    },
    "verdict-recorded": {
      keys: ({ data }) => [data.role],
      evolve: (before, { data, at }, _settings, role) => {
        const row = before ?? unheard(role);
        const validated = data.reinforced.length;
        const ignored = data.penalised.length;
        const { pass, fail } = row.verdicts;
        return {
          ...row,
          verdicts: data.verdict === "PASS" ? { pass: pass + 1, fail } : { pass, fail: fail + 1 },
          validated: row.validated + validated,
          ignored: row.ignored + ignored,
          unmatched: row.unmatched + data.unmatched.length,
          months: withMonth(row.months, at.slice(0, 7), validated, ignored),
          changes: row.changes + 1,
        };
      },
    },
    "brief-made": {
      keys: ({ data }) => [data.role],
      evolve: (before, { data: { shown, dropped } }, _settings, role) => {
        const row = before ?? unheard(role);
        return {
          ...row,
          briefs: row.briefs + 1,
          exposures: row.exposures + shown,
          dropped: row.dropped + dropped,
        };
      },
    },
  },
};

function withMonth(
  months: RoleRow["months"],
  month: string,
  validated: number,
  ignored: number,
): RoleRow["months"] {
  if (validated + ignored === 0) return months;
  const known = months.find((each) => each.month === month) ?? { month, validated: 0, ignored: 0 };
  const sum = { month, validated: known.validated + validated, ignored: known.ignored + ignored };
  return [...months.filter((each) => each.month !== month), sum]
    .sort((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-monthsKept);
}

function unheard(role: string): RoleRow {
  return {
    role,
    deliberations: 0,
    lastDeliberationAt: null,
    sightings: 0,
    echoes: 0,
    noise: 0,
    briefs: 0,
    exposures: 0,
    dropped: 0,
    verdicts: { pass: 0, fail: 0 },
    validated: 0,
    ignored: 0,
    unmatched: 0,
    months: [],
    changes: 0,
  };
}

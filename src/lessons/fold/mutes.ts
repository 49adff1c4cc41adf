import { moveToEnd } from "../../log/bounded-list.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import { scopeName } from "../directive/rules/scope.js";

/** The lessons that a person does not want a role to be shown. */
export interface MuteRow {
  readonly role: string;
  readonly lessons: readonly string[];
}

/** More than a person mutes one by one; a row is rewritten whole. */
const mutedKept = 500;

/** What is muted, by the role; see `scopeName`. */
export const mutes: Projection<MuteRow, null> = {
  ...views.mutes,
  on: {
    "lesson-muted": {
      keys: ({ data }) => [scopeName(data.role)],
      evolve: (row, { data: { lesson } }, _settings, role) => ({
        role,
        lessons: moveToEnd(row?.lessons ?? [], lesson, mutedKept),
      }),
    },
    "lesson-unmuted": {
      keys: ({ data }) => [scopeName(data.role)],
      evolve: (row, { data: { lesson } }) => {
        const lessons = row?.lessons.filter((each) => each !== lesson) ?? [];
        return row === undefined || lessons.length === 0 ? undefined : { ...row, lessons };
      },
    },
  },
};

import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { rowsIn } from "./directive-rows.js";
import { requiringList } from "./fold/directive-lists.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { lastEdit, type WorkState } from "./fold/work-states.js";
import { type RequiredCommand, requiredCommandsOf } from "./rules/required-command.js";

/** The commands that rules in force require. */
export async function commandsRequired(reader: LedgerReader): Promise<readonly RequiredCommand[]> {
  const byText = new Map<string, RequiredCommand>();
  for await (const row of rowsIn(reader, requiringList))
    for (const command of requiredCommandsOf(row)) byText.set(command.text, command);
  return [...byText.values()];
}

/** How the required commands of a directive stand in a session that hooks watched. */
export interface RequiredRuns {
  /** Those that were not run since the last edit; null where none was made, and it was not run at all. */
  readonly missing: readonly { readonly command: string; readonly since: string | null }[];
  /** When the last of them was run, by its place in the log; 0 unless all were, and none of them failed. */
  readonly seq: number;
}

/** Undefined for a directive that requires no command. What happened while nobody watched is not held against it. */
export function requiredRuns(
  directive: Pick<DirectiveRow, "requiredActions" | "verificationChecks">,
  state: WorkState,
): RequiredRuns | undefined {
  const commands = requiredCommandsOf(directive);
  if (commands.length === 0) return undefined;
  const missing = commands.flatMap(({ text }) => missingRun(text, state));
  const runs = commands.map(({ text }) => newestRun(text, state));
  const isDone = missing.length === 0 && runs.every((run) => run !== undefined && run.ended !== "failed");
  return { missing, seq: isDone ? Math.max(...runs.map((run) => run?.seq ?? 0)) : 0 };
}

function newestRun(command: string, { repositories }: WorkState) {
  const runs = repositories.flatMap(({ ran }) => ran.filter(({ what }) => what === command));
  return runs.sort((one, other) => one.seq - other.seq).at(-1);
}

function missingRun(command: string, state: WorkState): RequiredRuns["missing"] {
  const edited = state.repositories.flatMap((place) => {
    const edit = lastEdit(place);
    return edit === undefined ? [] : [{ place, edit }];
  });
  const open = edited.filter(
    ({ place, edit }) => !place.ran.some(({ what, seq }) => what === command && seq > edit.seq),
  );
  const [since] = open
    .filter(({ edit }) => edit.seq > state.unseen)
    .map(({ edit }) => edit.at)
    .sort();
  if (since !== undefined) return [{ command, since }];
  const isKnown = state.unseen === 0 && edited.length === 0;
  return isKnown && newestRun(command, state) === undefined ? [{ command, since: null }] : [];
}

import type { TurnOptions } from "../../log/store/store.js";
import type { Connection } from "./driver.js";
import { noTurn } from "./lane.js";
import { type ProjectRow, type ProjectState, projectStateOf } from "./project-state.js";

const sql = {
  take: "SELECT revision, head, marks, sum FROM whetstone.take_turn($1, $2)",
  leave: "SELECT pg_advisory_unlock(whetstone.turn_of($1))",
};

/** How long the server waits at a time, where the caller may end the wait. */
const sliceMs = 250;
/** No wait is longer: the server counts in 32 bits. */
const longestMs = 86_400_000;

/** The right to write to a project: no other session has it meanwhile. */
export interface Turn {
  readonly connection: Connection;
  readonly state: ProjectState;
  /** How many transactions it was used for. */
  readonly writes: number;
}

/** Waits for the turn, with what the project is like once it has come. */
export async function takeTurn(
  connection: Connection,
  project: string,
  waitMs: number,
  { isOver }: TurnOptions = {},
): Promise<Turn> {
  const until = performance.now() + waitMs;
  for (;;) {
    const left = Math.max(1, Math.min(longestMs, Math.round(until - performance.now())));
    try {
      const wait = isOver === undefined ? left : Math.min(left, sliceMs);
      const row = await connection.get<ProjectRow>(sql.take, project, wait);
      if (row === undefined) throw noTurn();
      return { connection, state: projectStateOf(project, row), writes: 0 };
    } catch (error) {
      if ((error as { code?: unknown }).code !== "55P03") throw error;
      if (isOver === undefined || isOver() || performance.now() >= until) throw noTurn(error);
    }
  }
}

export async function leaveTurn({ connection }: Turn, project: string): Promise<void> {
  await connection.all(sql.leave, project);
}

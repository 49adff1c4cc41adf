import { logAndViews } from "./0001-log-and-views.js";
import { members } from "./0002-members.js";
import { machines } from "./0003-machines.js";
import { machinePositions } from "./0004-machine-positions.js";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order. A landed migration is never edited: its snapshot beside it says which schema it leaves. */
export const migrations: readonly Migration[] = [logAndViews, members, machines, machinePositions];

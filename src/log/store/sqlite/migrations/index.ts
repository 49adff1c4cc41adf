import { logAndViews } from "./0100-log-and-views.js";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * In order. A landed migration is never edited: its snapshot beside it says which schema it leaves. Versions
 * below the first are of builds before the first release, whose files this program does not open.
 */
export const migrations: readonly Migration[] = [logAndViews];

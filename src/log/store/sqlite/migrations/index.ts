import { logAndViews } from "./0001-log-and-views.js";
import { rowsInPlace } from "./0002-rows-in-place.js";
import { recentRows } from "./0003-recent-rows.js";
import { logByAddress } from "./0004-log-by-address.js";
import { idsInAnIndex } from "./0005-ids-in-an-index.js";
import { wellFormedKeys } from "./0006-well-formed-keys.js";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order. A landed migration is never edited: its snapshot beside it says which schema it leaves. */
export const migrations: readonly Migration[] = [
  logAndViews,
  rowsInPlace,
  recentRows,
  logByAddress,
  idsInAnIndex,
  wellFormedKeys,
];

/** A lesson as a brief shows it. */
export interface BriefLine {
  readonly lesson: string;
  readonly kind: "directive" | "insight" | "failure" | "pattern";
  /** Its exact row. */
  readonly text: string;
  readonly score: number | null;
  readonly shortId: string | null;
}

/** One block of a brief. */
export interface BriefPart {
  /** Empty when nothing is shown. */
  readonly block: string;
  readonly tokens: number;
  readonly shown: readonly BriefLine[];
  /** Lessons that had no room. */
  readonly dropped: readonly string[];
  /** How many were looked at. */
  readonly considered: number;
  /** The block with these lines alone, where chance may hold some of them out of a session. */
  only?(lines: readonly BriefLine[]): Pick<BriefPart, "block" | "tokens">;
}

/** Whether a lesson is to the point, by all words that it may be meant by. */
export type RelevanceFloor = (lesson: { readonly lesson: string; readonly text: string }) => boolean;

/** What is left of a part when only some of all lines are shown. */
export function partOf(part: BriefPart, shown: ReadonlySet<string>): BriefPart {
  const lines = part.shown.filter(({ lesson }) => shown.has(lesson));
  return lines.length === part.shown.length || part.only === undefined
    ? part
    : { ...part, ...part.only(lines), shown: lines };
}

import { describeConfig } from "../config/describe.js";
import { directives, escalatedList } from "../projections/directives.js";
import { strategies } from "../projections/strategies.js";
import { totals, totalsKey } from "../projections/totals.js";
import type { Context } from "./context.js";
import { recentLosses } from "./recent-losses.js";

export interface StatusResult {
  readonly version: string;
  readonly project: { readonly key: string; readonly from: "config" | "git" | "path"; readonly root: string };
  readonly store: { readonly kind: string; readonly location: string | null };
  readonly log: { readonly events: number; readonly lastEventAt: string | null };
  readonly outcomes: { readonly success: number; readonly partial: number; readonly failure: number };
  readonly lessons: {
    readonly strategies: number;
    readonly antiPatterns: number;
    readonly insights: number;
    readonly directives: number;
    readonly forgotten: number;
  };
  /** Whether what was learned reaches anyone: of the newest runs, how many were shown a lesson. */
  readonly shown: { readonly runs: number; readonly withLessons: number; readonly exposures: number };
  /** Whether anything comes in: of the newest runs, how many brought an insight. */
  readonly captured: { readonly runs: number; readonly withInsights: number };
  /** What agents, reviewers and checks said of directives that were shown. */
  readonly receipts: { readonly acknowledged: number; readonly violated: number; readonly unacknowledged: number };
  /** The newest directives that became critical by themselves. */
  readonly escalations: readonly { readonly lesson: string; readonly text: string; readonly at: string }[];
  /** What was given up in the last days so that agents could go on. */
  readonly lost: number;
  readonly rejected: number;
  readonly config?: readonly ConfigLine[];
}

export interface ConfigLine {
  readonly path: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly unit: string;
  /** Where this value was set. */
  readonly from: string;
}

const escalationsShown = 3;

/** What the project has learned so far, in counts. */
export async function status(context: Context, options: { readonly config?: boolean } = {}): Promise<StatusResult> {
  const { ledger, identity, places } = context;
  return ledger.read(async (reader) => {
    const sums = await reader.row(totals, totalsKey);
    const known = await reader.countRows(strategies);
    const head = await reader.head();
    const [newest] = head === 0 ? [] : await reader.recordedAfter(head - 1, 1);
    const antiPatterns = sums?.antiPatterns ?? 0;
    const runs = sums?.runs ?? [];
    return {
      version: context.version,
      project: { key: identity.key, from: identity.from, root: places.root },
      store: { kind: ledger.store.kind, location: ledger.store.location ?? null },
      log: { events: head, lastEventAt: newest?.at ?? null },
      outcomes: sums?.outcomes ?? { success: 0, partial: 0, failure: 0 },
      lessons: {
        strategies: known - antiPatterns,
        antiPatterns,
        insights: sums?.insights ?? 0,
        directives: sums?.directives ?? 0,
        forgotten: sums?.forgotten ?? 0,
      },
      shown: {
        runs: runs.length,
        withLessons: sums?.shownRuns.length ?? 0,
        exposures: sums?.exposures ?? 0,
      },
      captured: { runs: runs.length, withInsights: sums?.insightRuns.length ?? 0 },
      receipts: sums?.receipts ?? { acknowledged: 0, violated: 0, unacknowledged: 0 },
      escalations: (await reader.rowsFrom(directives, { list: escalatedList, limit: escalationsShown })).map(
        ({ row: { lesson, text, escalationHistory } }) => ({ lesson, text, at: escalationHistory.at(-1)?.at ?? "" }),
      ),
      lost: recentLosses(context).length,
      rejected: await reader.countRejected(),
      ...(options.config === true ? { config: configLines(context) } : {}),
    };
  });
}

function configLines({ loaded }: Context): readonly ConfigLine[] {
  return describeConfig(loaded).map(({ path, value, default: standard, unit, from }) => ({
    path,
    value,
    default: standard,
    unit,
    from,
  }));
}

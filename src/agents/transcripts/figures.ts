import { masked } from "../../base/text/masked.js";
import { oneLine } from "../../base/text/one-line.js";
import { mayTeach } from "../../lessons/failure/rules/state.js";
import { type Cost, costOf, type Tally, weekOf } from "./tally.js";

/** One failure, however often it came. */
export interface FailureFigures {
  readonly text: string;
  readonly kind: string;
  readonly times: number;
  readonly sessions: number;
  /** Of the times: after another session had failed in the same way. */
  readonly repeats: number;
  /** Of the repeats: an earlier session had undone it. */
  readonly met: number;
  /** What undid it, as newest seen; null when nothing did. */
  readonly remedy: string | null;
  readonly cost: Cost;
}

interface AgentFigures {
  readonly agent: string;
  readonly sessions: number;
  readonly calls: number;
  readonly failures: number;
  readonly repeats: number;
}

/** What the transcripts of a project, or of several, show. */
export interface Figures {
  readonly sessions: number;
  readonly calls: number;
  /** ISO 8601; null without a call. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly failures: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly repeats: number;
  readonly met: number;
  /** Of all failures that were undone. */
  readonly cost: Cost;
  /** Of the repeats that an earlier session's remedy would have met. */
  readonly avoidable: Cost;
  readonly agents: readonly AgentFigures[];
  readonly weeks: readonly {
    readonly week: string;
    readonly calls: number;
    readonly failures: number;
    readonly repeats: number;
  }[];
  /** Those that cost most first. */
  readonly worst: readonly FailureFigures[];
}

type Failure = Tally["failures"][number];

const worstShown = 10;
const textChars = 240;

/** What must not stand in a text: the folders of projects, and the names of people. */
export interface Hidden {
  readonly roots: readonly string[];
  readonly names: readonly string[];
}

export function figuresOf(tally: Tally, hidden: Hidden): Figures {
  const { failures } = tally;
  const stretches = new Map(failures.map((failure) => [failure, tally.stretchOf(failure)]));
  const costFor = (some: readonly Failure[]) =>
    costOf(some.map((failure) => stretches.get(failure)).filter((each) => each !== undefined));
  const isMet = (each: Failure) => each.repeated && each.remedy !== null;
  const counted = (some: readonly Failure[]) => some.filter(({ repeated }) => repeated).length;
  return {
    sessions: tally.sessions.size,
    calls: tally.calls,
    firstAt: tally.calls === 0 ? null : new Date(tally.firstAt).toISOString(),
    lastAt: tally.calls === 0 ? null : new Date(tally.lastAt).toISOString(),
    failures: failures.length,
    byKind: Object.fromEntries(
      [...groupedBy(failures, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length]),
    ),
    repeats: counted(failures),
    met: failures.filter(isMet).length,
    cost: costFor(failures),
    avoidable: costFor(failures.filter(isMet)),
    agents: agentsOf(tally),
    weeks: weeksOf(tally),
    worst: worstOf(tally, costFor, hidden),
  };
}

function groupedBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item)) ?? [];
    groups.set(key(item), group);
    group.push(item);
  }
  return groups;
}

function agentsOf({ sessions, failures }: Tally): readonly AgentFigures[] {
  const bySession = groupedBy([...sessions.values()], ({ agent }) => agent);
  const byFailure = groupedBy(failures, ({ agent }) => agent);
  return [...bySession].map(([agent, some]) => ({
    agent,
    sessions: some.length,
    calls: some.reduce((sum, { calls }) => sum + calls, 0),
    failures: byFailure.get(agent)?.length ?? 0,
    repeats: byFailure.get(agent)?.filter(({ repeated }) => repeated).length ?? 0,
  }));
}

function weeksOf({ weeks, failures }: Tally): Figures["weeks"] {
  const byWeek = groupedBy(failures, ({ at }) => weekOf(Date.parse(at)));
  return [...weeks].sort().map(([week, calls]) => ({
    week,
    calls,
    failures: byWeek.get(week)?.length ?? 0,
    repeats: byWeek.get(week)?.filter(({ repeated }) => repeated).length ?? 0,
  }));
}

/** Of failures that lessons are made from: by sessions, then by what they cost. */
function worstOf(
  tally: Tally,
  costFor: (some: readonly Failure[]) => Cost,
  hidden: Hidden,
): readonly FailureFigures[] {
  const taught = tally.failures.filter(({ kind }) => mayTeach(kind));
  const shown = (text: string) => oneLine(withoutHidden(text, hidden), textChars);
  const groups = [...groupedBy(taught, ({ signature }) => signature)].map(([, some]) => {
    const newest = some.at(-1) as Failure;
    const undone = some.map((failure) => tally.remedyOf(failure)).filter((each) => each !== undefined);
    return {
      text: shown(newest.text),
      kind: newest.kind,
      times: some.length,
      sessions: new Set(some.map(({ session }) => session)).size,
      repeats: some.filter(({ repeated }) => repeated).length,
      met: some.filter(({ repeated, remedy }) => repeated && remedy !== null).length,
      remedy: undone.length === 0 ? null : shown(undone.at(-1)?.advice ?? ""),
      cost: costFor(some),
    };
  });
  return groups
    .sort((a, b) => b.sessions - a.sessions || b.cost.calls - a.cost.calls || b.times - a.times)
    .slice(0, worstShown);
}

/** The project's folder first: it may lie in what is masked as a home. */
function withoutHidden(text: string, { roots, names }: Hidden): string {
  const plain = masked(roots.reduce((rest, root) => masked(rest, root), text));
  return names.reduce((rest, name) => rest.replaceAll(name, "[user]"), plain);
}

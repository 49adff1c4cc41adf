import { WhetstoneError } from "../../base/errors.js";
import type { EventData } from "../../log/events/catalog.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { heavier, isHeavier, noCategory } from "./rules/joined.js";

export type About = Pick<Parameters<LedgerWriter["append"]>[0], "run" | "task" | "actor" | "origin">;

/** What a person wants of a rule. */
export type Wanted = Omit<
  EventData<"lesson-proposed">,
  "lesson" | "kind" | "bornAtPhase" | "from" | "candidate"
>;

const lists = {
  tags: 50,
  triggers: 20,
  requiredActions: 20,
  forbiddenActions: 20,
  verificationChecks: 20,
  appliesToAgents: 50,
  appliesToTools: 50,
} as const;
type List = keyof typeof lists;

/** Adds to a person's rule what the person gives and it lacks. Returns that, as 'field: entries'. */
export async function extendDirective(
  writer: LedgerWriter,
  row: DirectiveRow,
  wanted: Wanted,
  about: About,
): Promise<readonly string[]> {
  const additions = { ...newEntries(row, wanted), ...newFacts(row, wanted) };
  const added = Object.entries(additions).map(([name, { words }]) => `${name}: ${words}`);
  const changes = Object.entries(additions).map(([name, { whole }]) => [name, whole]);
  if (changes.length > 0)
    await writer.append({
      type: "lesson-hardened",
      data: { lesson: row.lesson, ...Object.fromEntries(changes) },
      ...about,
    });
  return [...added, ...(await raiseWeight(writer, row, wanted, about))];
}

interface Addition {
  /** What is new, in words. */
  readonly words: string;
  /** The field as it is from now on. */
  readonly whole: unknown;
}

function newEntries(row: DirectiveRow, wanted: Wanted): Readonly<Record<string, Addition>> {
  const names = Object.keys(lists) as List[];
  const additions = names.flatMap((name): [string, Addition][] => {
    const fresh = wanted[name].filter((entry) => !row[name].includes(entry));
    if (fresh.length === 0) return [];
    const whole = [...row[name], ...new Set(fresh)];
    if (whole.length > lists[name]) throw tooMany(name, whole.length);
    return [[name, { words: fresh.join("; "), whole }]];
  });
  return Object.fromEntries(additions);
}

/** What there is one of: a new one takes the place of the old. */
function newFacts(row: DirectiveRow, wanted: Wanted): Readonly<Record<string, Addition>> {
  const { category, verificationPredicate: check, citations } = wanted;
  const cited = citations.filter(({ file, hash }) =>
    row.citations.every((known) => known.file !== file || known.hash !== hash),
  );
  const kept = row.citations.filter(({ file }) => cited.every((each) => each.file !== file));
  return {
    ...(category !== noCategory && category !== row.category
      ? { category: { words: category, whole: category } }
      : {}),
    ...(check !== undefined && check !== row.verificationPredicate
      ? { verificationPredicate: { words: check, whole: check } }
      : {}),
    ...(cited.length > 0
      ? { citations: { words: cited.map(({ file }) => file).join("; "), whole: [...kept, ...cited] } }
      : {}),
  };
}

async function raiseWeight(
  writer: LedgerWriter,
  row: DirectiveRow,
  wanted: Wanted,
  about: About,
): Promise<readonly string[]> {
  if (!isHeavier(wanted, row)) return [];
  const from = { priority: row.priority, enforcement: row.enforcement };
  const to = heavier(row, wanted);
  const reason = "a person brought it in with this weight";
  await writer.append({ type: "directive-set", data: { lesson: row.lesson, from, to, reason }, ...about });
  return [
    ...(to.priority === from.priority ? [] : [`priority: ${to.priority}`]),
    ...(to.enforcement === from.enforcement ? [] : [`enforcement: ${to.enforcement}`]),
  ];
}

function tooMany(field: string, count: number): WhetstoneError {
  const most = lists[field as List];
  const reason = `with these the rule would have ${count} entries there, and ${most} is the most`;
  return new WhetstoneError("invalid_input", `'${field}': ${reason}`, {
    field,
    next: "add the rest as a rule of its own",
    values: { reason },
  });
}

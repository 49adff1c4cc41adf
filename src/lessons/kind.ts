import type { Config } from "../base/config/settings.js";
import type { EventType, WhetstoneEvent } from "../log/events/catalog.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { ViewOf } from "../log/view.js";
import type { LessonFacts, Worth } from "../search/order/signals.js";
import type { IndexedLesson } from "../search/project-words.js";
import type { TrialRow } from "./trial/fold/trials.js";

/** What every kind keeps of a lesson. */
export interface LessonRow {
  /** The id that events name it by. */
  readonly lesson: string;
  /** Its state before a person's last decision, where a kind lets that be undone. */
  readonly before?: object | null;
}

/** A lesson as lists show it; each kind adds its own. */
export interface ListedLesson {
  /** The id that people see. */
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly text: string;
  /** False where no person stands behind the text. */
  readonly confirmed: boolean;
  readonly successes: number;
  readonly failures: number;
  /** How often it was shown. */
  readonly exposures: number;
  readonly lastSeenAt: string;
  readonly origin: string;
}

/** What a lesson is judged by besides its row. */
export interface Surroundings {
  readonly ledger: { readonly config: Config };
  readonly clock: () => number;
}

/**
 * A kind of lesson, as far as the loops over all lessons know it: they find, list, change, explain, search and
 * forget. What only one kind can do is a verb of its own. `kind.contract.ts` tries every statement.
 */
export interface LessonKind<
  Name extends string = string,
  Row extends LessonRow = LessonRow,
  Listed extends ListedLesson = ListedLesson,
  Around extends Surroundings = Surroundings,
> {
  /** What its ids begin with, before a hyphen. */
  readonly name: Name;
  /** What its lessons are called. The same lesson may be called otherwise later. */
  readonly calledAs: readonly Listed["kind"][];
  /** Its rows, by the id that events name a lesson by. */
  readonly view: LessonView<Row>;
  /** Every state that a lesson can be in. */
  readonly states: readonly Listed["state"][];
  readonly acts: Acts;

  /** The id that events name a lesson by, for one that people see, or for the beginning of one. */
  rowId(id: string): string;
  line(row: Row): Pick<Listed, "id" | "kind" | "text">;
  standing(row: Row, around: Around): Standing<Listed["state"]>;
  /** By what lessons are chosen besides kind, state and origin. */
  traits(row: Row): Traits;
  /** The newest events that the row follows from, by seq, oldest first. */
  events(row: Row): readonly number[];
  explain(row: Row, around: Around, reader: LedgerReader): Promise<Explanation>;

  /** A lesson with its track record; undefined for a row that is none, or none yet. */
  listed(row: Row, around: Around, trials: Trials): Listed | undefined;
  /** The order of a list. */
  compare(a: Listed, b: Listed): number;
  /** A lesson as an agent may read it: the words of one that nobody stands behind are data. */
  quoted(lesson: Listed): Listed;
  /** Whether it is for this role. */
  isFor(lesson: Listed, role: string): boolean;

  /** How it stands in an instruction file; undefined where no person stands behind it, or it is for no file. */
  published(row: Row, around: Around): Published | undefined;

  /** What a search finds it by; undefined where it is not to be found. */
  searchText(row: Row): Omit<IndexedLesson, "id" | "kind"> | undefined;
  /** After these events, and no others, a search may find it by something else, or not at all. */
  readonly searchTextChangesWith: readonly EventType[];
  /** What its place in an order depends on; undefined where it is not to be shown. */
  facts(row: Row, around: Around, phases: number): StandingFacts | undefined;
  /** The best that can be known of a lesson of this kind: none has facts that are worth more. */
  bestFacts(around: Surroundings): Worth;

  /** The words of an event that say one of these lessons: forgetting it removes them wherever they stand. */
  textsIn(event: WhetstoneEvent, lessons: readonly string[]): readonly string[];
  /** Every lesson with the same words, where others can have them too: all are forgotten together. */
  sameWords?(reader: LedgerReader, lesson: string): Promise<readonly string[]>;
}

/** A view of lessons: which of its rows an event changes is known without folding it. */
export interface LessonView<Row extends LessonRow = LessonRow> extends ViewOf<Row> {
  readonly on: { readonly [Type in EventType]?: { readonly keys: (event: never) => readonly string[] } };
}

/** The rows of a view that an event changes. */
export function keysChangedBy({ on }: LessonView, event: WhetstoneEvent): readonly string[] {
  const keys = on[event.type]?.keys as ((event: WhetstoneEvent) => readonly string[]) | undefined;
  return keys?.(event) ?? [];
}

/** Whether an id, as events name lessons or as people see them, is one of this kind. */
export function isOfKind({ name, rowId }: Pick<LessonKind, "name" | "rowId">, id: string): boolean {
  return rowId(id).startsWith(`${name}-`);
}

export interface Standing<State extends string = string> {
  readonly state: State;
  /** Why it is in that state, where somebody or some evidence put it there; else empty. */
  readonly reason: string;
  /** A person vouched for it. */
  readonly promoted: boolean;
}

export interface Traits {
  readonly tag: readonly string[];
  readonly category: readonly string[];
  readonly role: readonly string[];
}

/** What sessions with and without a lesson say, by lesson. */
export type Trials = ReadonlyMap<string, TrialRow>;

/** What can be done to a lesson besides promoting it, or why it cannot. */
interface Acts {
  readonly reset: true | Refusal;
  readonly sleep: true | Refusal;
  readonly mute: true | Refusal;
  /** Whether a trial may hold it out of sessions. */
  readonly trial: true | Refusal;
  /** The event that retires it. What a person alone retires is put away; anything else is deprecated. */
  readonly retiredBy: "lesson-retired" | "lesson-deprecated";
}

/** What an error says of an act on this lesson, and what to do instead. */
export type Refusal = (lesson: string, kind: string) => { readonly message: string; readonly next: string };

/** Nothing would wake it: only a failure comes back by itself. */
export const staysAwake: Refusal = (lesson, kind) => ({
  message:
    `'${lesson}' is of kind ${kind.replaceAll("_", "-")}: only a failure lesson is put to sleep, since its ` +
    "failure wakes it",
  next: `'whetstone lessons retire ${lesson}' stops showing it`,
});

/** Only a failure that comes back, or does not, tells by itself whether its lesson helped. */
export const neverHeldOut: Refusal = (lesson) => ({
  message: `'${lesson}' is not a failure lesson: only those are held out`,
  next: "'whetstone lessons list --kind failure' shows them",
});

/** The refusal to mute what every role is shown, with what it is. */
export function shownToEveryRole(what: string): Refusal {
  return (lesson) => ({
    message: `'${lesson}' is ${what}, whatever the role`,
    next: `'whetstone lessons retire ${lesson}' stops showing it`,
  });
}

export interface Published {
  /** One line, with what stands behind its text. */
  readonly text: string;
  readonly firstSeenAt: string;
}

export interface Explanation {
  /** In plain words, one sentence each. */
  readonly answer: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  /** The rule that gives the numbers. */
  readonly rule: string;
}

/** With who stands behind a lesson. */
export interface StandingFacts extends LessonFacts {
  readonly origin: string;
  /** False where no person stands behind the text. */
  readonly confirmed: boolean;
}

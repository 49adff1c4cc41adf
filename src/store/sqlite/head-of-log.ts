import { addressOf, lastPlace } from "./address.js";
import { sumOf } from "./checksum.js";
import type { KnownHead, StoredMarksRow } from "./known-head.js";
import type { Statements } from "./statements.js";
import { eventFrom, type StoredEvent } from "./stored-event.js";
import { type Head, headFromText, textOfMarks } from "./stored-marks.js";
import { damaged } from "./translate-error.js";

type Known = NonNullable<KnownHead["last"]>;

/** Where one project's log ends, and how far its views have been folded, inside an open transaction. */
export class HeadOfLog {
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #known: KnownHead;
  readonly #before: Known;
  #head: Head;
  #number: number | undefined;
  #stored: StoredMarksRow | undefined;

  constructor(project: string, statements: Statements, file: string, known: KnownHead) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    this.#known = known;
    this.#before = this.#load();
    this.#head = this.#before.head;
    this.#number = this.#before.number;
    this.#stored = this.#before.stored;
  }

  get head(): Head {
    return this.#head;
  }

  /**
   * The number of the log, the upper half of the addresses of its events; 0, which none has, before its first
   * event.
   */
  get number(): number {
    return this.#number ?? 0;
  }

  /** The number of the log, which it gets now if it has none. */
  numbered(): number {
    this.#number ??= this.#statements.get<readonly [number]>("addLog", this.#project)?.[0] ?? 0;
    return this.#number;
  }

  appended(): void {
    const { seq, marks, slots } = this.#head;
    this.#head = { seq: seq + 1, marks, slots };
  }

  change(changes: Partial<Pick<Head, "marks" | "slots">>): void {
    this.#head = { ...this.#head, ...changes };
  }

  /**
   * Writes the marks once, however often the transaction changed them. To be called right before the commit.
   */
  finish(): void {
    const { marks, slots } = this.#before.head;
    if (this.#head.marks === marks && this.#head.slots === slots) return;
    const { seq } = this.#head;
    const text = textOfMarks(this.#head);
    const sum = sumOf(this.#project, seq, text);
    this.#statements.run("setMarks", this.#project, seq, text, sum);
    this.#stored = { writtenAt: seq, text, sum };
  }

  /** To be called right after the commit: what did not happen must not be known. */
  committed(): void {
    if (this.#head !== this.#before.head)
      this.#know({ project: this.#project, number: this.#number, stored: this.#stored, head: this.#head });
  }

  #load(): Known {
    const { last, version, lastVersion } = this.#known;
    const known = last?.project === this.#project ? last : undefined;
    if (known !== undefined && version !== undefined && version === lastVersion) return known;
    const [number] = this.#statements.get<readonly [number]>("log", this.#project) ?? [];
    const stored = this.#readMarks();
    const seq = number === undefined ? 0 : this.#newest(number);
    const about = { project: this.#project, number };
    if (stored === undefined) return this.#know({ ...about, stored, head: { ...nothing, seq } });
    if (stored.writtenAt > seq)
      throw damaged(this.#file, `event ${stored.writtenAt} is missing from the log`);
    if (known?.stored !== undefined && sameMarks(known.stored, stored)) {
      const head = known.head.seq === seq ? known.head : { ...known.head, seq };
      return this.#know({ ...about, stored: known.stored, head });
    }
    if (stored.sum !== sumOf(this.#project, stored.writtenAt, stored.text))
      throw damaged(this.#file, "the marks of the views do not match their checksum");
    const head = { ...headFromText(stored.text, stored.writtenAt), seq };
    return this.#know({ ...about, stored, head });
  }

  #readMarks(): StoredMarksRow | undefined {
    const found = this.#statements.get<readonly [number, string, number]>("marks", this.#project);
    return found && { writtenAt: found[0], text: found[1], sum: found[2] };
  }

  #newest(number: number): number {
    const found = this.#statements.get<StoredEvent>(
      "newest",
      addressOf(number, 0),
      addressOf(number, lastPlace),
    );
    return found === undefined ? 0 : eventFrom(found, this.#project, this.#file).seq;
  }

  #know(last: Known): Known {
    this.#known.last = last;
    this.#known.lastVersion = this.#known.version;
    return last;
  }
}

const nothing = { marks: {}, slots: {} };

function sameMarks(one: StoredMarksRow, other: StoredMarksRow): boolean {
  return one.text === other.text && one.writtenAt === other.writtenAt && one.sum === other.sum;
}

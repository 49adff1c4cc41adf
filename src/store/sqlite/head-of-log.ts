import { sumOf } from "./checksum.js";
import type { KnownHead, StoredHead } from "./known-head.js";
import { Recent } from "./recent.js";
import { RowTexts } from "./row-texts.js";
import type { Statements } from "./statements.js";
import { type Head, headFromText, sameText, textOfMarks, viewIn } from "./stored-marks.js";
import { damaged } from "./translate-error.js";
import { ViewRows } from "./view-rows.js";

type Loaded = Omit<NonNullable<KnownHead["last"]>, "stored"> & { readonly stored: StoredHead | undefined };

/** Where one project's log ends, with the marks and the rows that belong there, inside an open transaction. */
export class HeadOfLog {
  readonly rows: ViewRows;
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #known: KnownHead;
  readonly #recent: Recent;
  readonly #before: Loaded;
  #head: Head;
  #lastId: string;
  #next: KnownHead["last"];

  constructor(project: string, statements: Statements, file: string, known: KnownHead) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    this.#known = known;
    this.#recent = new Recent(project, statements, file);
    this.#before = this.#load();
    this.#head = this.#before.head;
    this.#lastId = this.#before.stored?.id ?? "";
    const nameOf = (slot: string) => viewIn(this.#head.slots, slot);
    this.rows = new ViewRows({ project, statements, file, recent: this.#before.recent, nameOf });
  }

  get head(): Head {
    return this.#head;
  }

  appended(id: string): void {
    const { seq, marks, slots } = this.#head;
    this.#head = { seq: seq + 1, marks, slots };
    this.#lastId = id;
  }

  change(changes: Partial<Pick<Head, "marks" | "slots">>): void {
    this.#head = { ...this.#head, ...changes };
  }

  /** Leaves nothing of the bundles: who empties a view may want a text forgotten. */
  erase(): void {
    this.rows.settle();
    this.#recent.erase();
  }

  /** Writes rows and head once, however many events the transaction brought. To be called right before the commit. */
  finish(): void {
    const stored = this.#unchanged() ?? this.#bundled() ?? this.#settled();
    this.#next = { project: this.#project, stored, head: this.#head, recent: this.#before.recent };
  }

  /** To be called right after the commit: what did not happen must not be known. */
  committed(): void {
    if (this.#next === undefined) return;
    const { changed, settled } = this.rows;
    this.#next.recent.addAll(changed);
    this.#know(settled ? { ...this.#next, recent: new RowTexts() } : this.#next);
  }

  #unchanged(): StoredHead | undefined {
    const { changed, settled } = this.rows;
    const { stored, head } = this.#before;
    const same = !settled && changed.size === 0 && this.#head.seq === head.seq && sameText(head, this.#head);
    return same ? stored : undefined;
  }

  /** The usual case: some events that changed some rows, and no fold began or ended. */
  #bundled(): StoredHead | undefined {
    const { stored, head } = this.#before;
    const { seq } = this.#head;
    if (stored === undefined || this.rows.settled || seq === head.seq || !sameText(head, this.#head)) return undefined;
    const written = this.#recent.write(stored.settled, head.seq, seq, this.rows.changed);
    return written ? { ...stored, seq, id: this.#lastId } : undefined;
  }

  #settled(): StoredHead {
    this.rows.settle();
    const { seq } = this.#head;
    const text = textOfMarks(this.#head);
    const sum = sumOf(this.#project, seq, text);
    this.#statements.run("setHead", this.#project, seq, text, sum);
    return { settled: seq, text, sum, seq, id: this.#lastId };
  }

  #load(): Loaded {
    const { last: known, version, lastVersion } = this.#known;
    if (known?.project === this.#project && version !== undefined && version === lastVersion) return known;
    const [settled, text = "", sum] =
      this.#statements.get<readonly [number, string, number]>("head", this.#project) ?? [];
    const [seq, id] = this.#statements.get<readonly [number, string]>("newest", this.#project) ?? [0, ""];
    if (settled === undefined || sum === undefined) return this.#nothing(seq);
    const last = known?.project === this.#project ? known : undefined;
    const sameMarks = last?.stored.text === text && last.stored.settled === settled && last.stored.sum === sum;
    if (sameMarks && last.stored.seq === seq && last.stored.id === id) return this.#know(last);
    if (sum !== sumOf(this.#project, settled, text)) throw damaged(this.#file, "the head of the log");
    // Others have added to what was known, or the table was brought up to another event.
    const goOn = sameMarks && seq > last.stored.seq;
    const recent = goOn ? last.recent : new RowTexts();
    recent.addAll(this.#recent.read(goOn ? last.stored.seq : settled, seq));
    const stored = { settled, text, sum, seq, id };
    return this.#know({ project: this.#project, stored, head: headFromText(text, seq), recent });
  }

  #know(last: NonNullable<KnownHead["last"]>): Loaded {
    this.#known.last = last;
    this.#known.lastVersion = this.#known.version;
    return last;
  }

  #nothing(seq: number): Loaded {
    if (seq > 0) throw damaged(this.#file, "the head of the log is missing");
    const head = { seq: 0, marks: {}, slots: {} };
    return { project: this.#project, stored: undefined, head, recent: new RowTexts() };
  }
}

/**
 * Which lessons compete with each other: the best of each group are taken, so that none crowds out another.
 * Lessons of one family are always in one group, and families are few.
 */
export interface Grouping {
  readonly count: number;
  /** The family of a lesson, which never changes. The same function in every question, for it is remembered. */
  readonly familyOf: (id: string) => string;
  /** The number of its group, from 0; -1 leaves it out. */
  readonly groupOf: (family: string) => number;
}

/** All lessons in one group, or those of the families that are kept. */
export function oneGroup(
  familyOf: (id: string) => string = noFamily,
  keep: (family: string) => boolean = () => true,
): Grouping {
  return { count: 1, familyOf, groupOf: (family) => (keep(family) ? 0 : -1) };
}

/** Each of these families a group of its own; all lessons in one where none are named. */
export function groupPerFamily(
  families: readonly string[] | undefined,
  familyOf: (id: string) => string,
): Grouping {
  if (families === undefined) return oneGroup();
  return { count: families.length, familyOf, groupOf: (family) => families.indexOf(family) };
}

function noFamily(): string {
  return "";
}

/** The families of numbered lessons, by every way of telling them apart that was asked for. */
export class Families {
  readonly #known = new Map<Grouping["familyOf"], FamilyNumbers>();

  /** For each lesson of the list the number of its group. */
  groupsOf(ids: readonly string[], { familyOf, groupOf }: Grouping): (place: number) => number {
    const known = this.#known.get(familyOf) ?? new FamilyNumbers(familyOf);
    this.#known.set(familyOf, known);
    const numbers = known.upTo(ids);
    const groups = known.names.map(groupOf);
    return (place) => groups[numbers[place] ?? -1] ?? -1;
  }

  /** Another lesson has this place now. */
  set(place: number, id: string): void {
    for (const known of this.#known.values()) known.set(place, id);
  }
}

class FamilyNumbers {
  readonly names: string[] = [];
  readonly #familyOf: Grouping["familyOf"];
  readonly #numbers: number[] = [];
  readonly #numberOf = new Map<string, number>();

  constructor(familyOf: Grouping["familyOf"]) {
    this.#familyOf = familyOf;
  }

  upTo(ids: readonly string[]): readonly number[] {
    for (let place = this.#numbers.length; place < ids.length; place += 1) this.set(place, ids[place] ?? "");
    return this.#numbers;
  }

  set(place: number, id: string): void {
    // What comes later is told apart when it is asked for.
    if (place > this.#numbers.length) return;
    const family = this.#familyOf(id);
    const number = this.#numberOf.get(family) ?? this.names.length;
    if (number === this.names.length) {
      this.#numberOf.set(family, number);
      this.names.push(family);
    }
    this.#numbers[place] = number;
  }
}

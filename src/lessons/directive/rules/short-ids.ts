/** Enough to tell the lessons of one prompt apart, and short enough to be copied without a mistake. */
const shortIdChars = 8;
/** By chance, one wrong id of six characters in 160,000 fits one of a hundred shown lessons. */
const fewestIdChars = 6;

const prefix = "directive-";

/**
 * The id without the word that all directives share: eight characters of that word would identify nothing.
 */
function withoutPrefix(lesson: string): string {
  return lesson.startsWith(prefix) && lesson.length > prefix.length ? lesson.slice(prefix.length) : lesson;
}

/**
 * A short id for each lesson, lengthened where these lessons share it. It never ends in a dash, which reads
 * as punctuation.
 */
export function shortIds(lessons: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(lessons)];
  return new Map(all.map((lesson) => [lesson, shortest(lesson, all)]));
}

function shortest(lesson: string, all: readonly string[]): string {
  const id = withoutPrefix(lesson);
  for (let length = shortIdChars; length < id.length; length += 1) {
    const short = id.slice(0, length);
    if (/[a-z0-9]$/i.test(short) && resolveId(short, all).lesson === lesson) return short;
  }
  return resolveId(id, all).lesson === lesson ? id : lesson;
}

/** Whether a short id may stand for a lesson. */
export function isShortIdOf(short: string, lesson: string): boolean {
  return resolveId(short, [lesson]).as === "known";
}

type ResolvedId =
  | { readonly as: "known"; readonly lesson: string }
  | { readonly as: "unknown" | "ambiguous"; readonly lesson?: undefined };

/**
 * The shown lesson that an id names: exactly, or as the only one that begins with it. Case does not count.
 */
function resolveId(id: string, shown: readonly string[]): ResolvedId {
  for (const form of idForms(id.toLowerCase())) {
    const exact = shown.filter((lesson) => idSpellings(lesson).includes(form));
    const [lesson, ...others] =
      exact.length > 0 || withoutPrefix(form).length < fewestIdChars ? exact : beginningWith(form, shown);
    if (lesson === undefined) continue;
    return others.every((other) => other === lesson) ? { as: "known", lesson } : { as: "ambiguous" };
  }
  return { as: "unknown" };
}

/** Statements of one kind by the shown lesson that each is about, in their order. */
export interface AssignedStatements<Statement> {
  /** Every shown lesson, also those without a statement. */
  readonly byLesson: ReadonlyMap<string, readonly Statement[]>;
  /** About lessons that were never shown: counted, and otherwise dropped. */
  readonly unknown: readonly Statement[];
  /** With an id that several shown lessons begin with. */
  readonly ambiguous: readonly Statement[];
}

export function assignToLessons<Statement extends { readonly id: string }>(
  statements: readonly Statement[],
  shown: readonly string[],
): AssignedStatements<Statement> {
  const byLesson = new Map<string, Statement[]>(shown.map((lesson) => [lesson, []]));
  const unknown: Statement[] = [];
  const ambiguous: Statement[] = [];
  for (const statement of statements) {
    const { as, lesson } = resolveId(statement.id, [...byLesson.keys()]);
    if (as === "known") byLesson.get(lesson)?.push(statement);
    else (as === "unknown" ? unknown : ambiguous).push(statement);
  }
  return { byLesson, unknown, ambiguous };
}

function beginningWith(form: string, shown: readonly string[]): readonly string[] {
  return shown.filter((lesson) => idSpellings(lesson).some((name) => name.startsWith(form)));
}

function idSpellings(lesson: string): readonly string[] {
  return [lesson.toLowerCase(), withoutPrefix(lesson.toLowerCase())];
}

/**
 * The id as written, then without words that hang on it by a dash: "a1b2c3d4-used it". Only words are taken
 * off, and only from hexadecimal ids: four characters a–f may be a part of a longer id, and that is another
 * id.
 */
function idForms(id: string): readonly string[] {
  const forms = [id];
  for (let rest = id; ; ) {
    const [, before, word] = /^([0-9a-f-]+|directive-[0-9a-f-]+)-([a-z]+)$/.exec(rest) ?? [];
    if (before === undefined || word === undefined || /^[a-f]{4}$/.test(word)) return forms;
    forms.push(before);
    rest = before;
  }
}

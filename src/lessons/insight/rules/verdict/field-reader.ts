export type Fields = Readonly<Record<string, unknown>>;

/** Reads fields of unknown type. What is wrong is noted, and something harmless is returned in its place. */
export interface FieldReader {
  text(value: unknown, field: string, max: number): string;
  optionalText(value: unknown, field: string, max: number): string | undefined;
  id(value: unknown, field: string, max: number): string;
  optionalId(value: unknown, field: string, max: number): string | undefined;
  list(value: unknown, field: string, max: number): readonly unknown[];
  refuse(problem: string): void;
  /** What was noted so far. */
  problems(): readonly string[];
}

/** Missing and null are the same: writers of JSON use both for "nothing". */
const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

export function fieldReader(): FieldReader {
  const problems: string[] = [];
  const refuse = (problem: string): void => void problems.push(problem);
  const refused = <T>(problem: string, instead: T): T => {
    refuse(problem);
    return instead;
  };
  const text = (value: unknown, field: string, max: number) =>
    typeof value === "string" ? cut(value, max) : refused(`'${field}' must be a text`, "");
  const id = (value: unknown, field: string, max: number) => {
    const trimmed = typeof value === "string" ? value.trim() : "";
    return isId(trimmed, max)
      ? trimmed
      : refused(`'${field}' must be an id of 1 to ${max} visible characters`, "");
  };
  return {
    text,
    optionalText: (value, field, max) => (isMissing(value) ? undefined : text(value, field, max)),
    id,
    optionalId: (value, field, max) => (isMissing(value) || value === "" ? undefined : id(value, field, max)),
    list(value, field, max) {
      if (isMissing(value)) return [];
      if (!Array.isArray(value)) return refused(`'${field}' must be a list`, []);
      if (value.length > max) refuse(`'${field}' has more than ${max} entries: the rest is left out`);
      return value.slice(0, max);
    },
    refuse,
    problems: () => problems,
  };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Ids go into lines of prompts and reports: one with a line break in it could forge a line. */
function isId(text: string, max: number): boolean {
  return text !== "" && [...text.slice(0, 2 * max + 1)].length <= max && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** Whole characters only; half of a pair becomes the replacement character, since no store keeps it. */
function cut(text: string, max: number): string {
  const characters = [...text.slice(0, 2 * max).replace(/\p{Cs}/gu, "\uFFFD")];
  return characters.length > max ? characters.slice(0, max).join("") : characters.join("");
}

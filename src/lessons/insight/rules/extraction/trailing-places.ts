import { oneOf } from "../../../../reading/language/patterns.js";

/** Far longer than a list of places, and short enough that no pattern costs much. */
const charsRead = 400;
/** Several lists may stand in a row: "(src/a.ts:2). See src/b.ts:9." */
const passes = 3;

const quote = "[`\"'*]{0,2}";
const path = "(?:[\\w@.~+-]+[/\\\\])*[\\w@~+-][\\w@.~+-]*\\.[A-Za-z]\\w{0,11}";
const line = "(?::\\d{1,7}(?:[-–:]\\d{1,7})?|#L\\d{1,7}(?:-L?\\d{1,7})?|\\(\\d{1,7}(?:,\\d{1,7})?\\))";
/** A file with its line: `src/a.ts:4`, `a.py#L4-L9`. */
const lined = `${quote}${path}${quote}${line}${quote}`;
/** A file in a folder. Without a line it is a place only where the text says so. */
const file = `${quote}[\\w@.~+-]+[/\\\\]${path}${quote}`;
const listOf = (place: string) => `${place}(?:(?:,? and |[,;] ?| )${place}){0,9}`;
const places = listOf(`(?:${lined}|${file})`);
const intro = oneOf(
  "see(?: also)?:?, seen (?:in|at), cf\\.?, e\\.g\\.?, for (?:example|instance), evidence:?, refs?:?",
  "references?:?, source:?, at, in",
);

/** "(src/a.ts:2)", "[see src/a.ts:2]". */
const bracketed = new RegExp(` *[(\\[] ?(?:${intro},? )?${places} ?[)\\]][.!]?$`, "iu");
/** After a stop: "… a schema. See src/b.ts:9." The full stop of the statement stays. */
const introduced = new RegExp(`([.!?])? *[,;–—-]? *${intro},? ${places}[.!]?$`, "iu");
/** With its line and no word at all: "… a schema src/a.ts:2", "… a schema — src/a.ts:2". */
const bare = new RegExp(`(?: ?[,;:–—-])? +${listOf(lined)}[.!]?$`, "iu");
/** Words that need what follows them: then the place is part of the statement. */
const needsObject =
  /(?:^|\s)(?:in|at|of|from|to|on|by|with|and|or|the|a|an|is|are|was|were|see|use|edit|like)$/iu;
const separated = /[.!?,;–—-]$/u;

/**
 * A line without the places in files that stand at its end. They say where it was seen, not what it says, and
 * would make a new insight of every sighting; the deliberation keeps them.
 */
export function withoutTrailingPlaces(text: string): string {
  const head = text.slice(0, -charsRead);
  let tail = text.slice(-charsRead);
  for (let before = "", pass = 0; before !== tail && pass < passes; pass += 1) {
    before = tail;
    tail = withoutOneList(tail);
  }
  const rest = head + tail;
  return rest.trim() === "" ? text : rest;
}

function withoutOneList(text: string): string {
  const unbracketed = text.replace(bracketed, "");
  if (unbracketed !== text) return unbracketed;
  const stated = introduced.exec(text);
  // "set in src/a.ts:2" is one statement; ". See src/a.ts:2" and ", in src/a.ts:2" are not.
  if (stated !== null && isApart(text, stated)) return text.slice(0, stated.index) + (stated[1] ?? "");
  const rest = text.replace(bare, "");
  return needsObject.test(rest) ? text : rest;
}

function isApart(text: string, { index, 0: whole }: RegExpExecArray): boolean {
  return index === 0 || separated.test(text.slice(0, index)) || /^ *[.!?,;–—-]/u.test(whole);
}

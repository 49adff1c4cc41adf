import { describe, expect, it } from "vitest";
import {
  affirmations,
  lacksByLanguage,
  negatorsByLanguage,
  prohibitionsByLanguage,
  unspacedAffirmations,
  unspacedDenials,
} from "./data/negation.js";
import { deniesWhatFollows } from "./negation.js";

const rows = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(lists).flatMap(([language, words]) => words.map((word) => [word, language] as const));

describe("the reader of negation", () => {
  it.each([
    ...rows(negatorsByLanguage),
    ...rows(prohibitionsByLanguage),
    ...rows(lacksByLanguage),
    ...rows(unspacedDenials),
  ])("the words %j deny what follows them (%s)", (word) => {
    expect(deniesWhatFollows(word)).toBe(true);
    expect(deniesWhatFollows(word.toUpperCase())).toBe(true);
  });

  it.each([
    "Don't always",
    "you shouldn’t",
    "can't",
    "cannot ever",
    "stop",
    "it is forbidden to",
    "the linter bans",
    "사용하지 않는",
  ])("the words %j deny what follows them", (text) => {
    expect(deniesWhatFollows(text)).toBe(true);
  });

  it.each([
    "do not forget to",
    "Don’t hesitate to",
    "never fail to",
    "you must not forget to",
    "not only",
    "without exception",
    "no matter what",
    "why not",
    "nicht vergessen:",
    "vergiss nicht,",
    "n'oubliez pas de",
    "no olvides",
    "não se esqueça de",
    "non dimenticare di",
    "не забудьте",
    "nie zapomnij",
    "vergeet niet te",
    "예외 없이",
    ...unspacedAffirmations,
  ])("the words %j ask for what follows them", (text) => {
    expect(deniesWhatFollows(text)).toBe(false);
  });

  it.each(["the note about", "to prevent conflicts", "remove the cache and", "`not`", "knot", "notify"])(
    "the words %j do not deny what follows them",
    (text) => {
      expect(deniesWhatFollows(text)).toBe(false);
    },
  );

  it("every language with an idiom for a demand has its own words for not", () => {
    const known = new Set([...Object.keys(negatorsByLanguage), ...Object.keys(prohibitionsByLanguage)]);
    expect(Object.keys(affirmations).filter((language) => !known.has(language))).toEqual([]);
  });
});

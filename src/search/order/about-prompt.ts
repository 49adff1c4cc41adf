import { sentencesOf } from "../../reading/language/sentences.js";
import { topicsOf } from "../../reading/language/topics.js";
import type { Candidate } from "./signals.js";

/*
 * The numbers below come from `bench/relevance-floor`, on projects of forty lessons. A task in words keeps its
 * lesson in 80 % of the cases by words alone and in 85 % with the built-in model, at the end of a long prompt
 * about something else in 74 and 76 %. Small talk gets nothing in 100 % of the cases, the work of another
 * project in 90 and 88 %. Lower shares add few tasks and much of the latter.
 */

/** Two topics of the lesson stand in one sentence of the prompt, and are this share of its topics. */
const shareOfSentence = 0.4;
/** The same for the whole prompt, by its words: those that few lessons have count more. */
const shareOfPrompt = 0.25;
/** One shared topic is enough in a sentence with few, if the lesson has few too: "commit this". */
const shareOfShortSentence = 0.5;
const shareOfLesson = 0.16;
/** One shared topic is enough if a model finds the two this similar in meaning. */
const likeness = 0.4;

/** Longer prompts hold what was pasted: it says little about the task, and comparing it takes time. */
const sentencesAtMost = 200;

export interface PromptedLesson {
  /** All words by which it may be meant. */
  readonly text: string;
  /** What the search found for it, if it did. */
  readonly found: Candidate | undefined;
}

/**
 * The relevance floor: whether a lesson is about a prompt. Small talk, a poem or a question about something
 * else is about none. A lesson whose trigger phrase stands in the prompt always is.
 */
export function aboutPrompt(prompt: string): (lesson: PromptedLesson) => boolean {
  const sentences = prompt
    .split("\n")
    .flatMap((line) => sentencesOf(line))
    .slice(0, sentencesAtMost)
    .map(topicsOf)
    .filter(({ size }) => size > 0);
  return ({ text, found }) => {
    if (found?.trigger === true) return true;
    const topics = topicsOf(text);
    const shared = sentences.map((sentence) => sharedIn(sentence, topics));
    const most = Math.max(0, ...shared);
    if (most >= 2 && (found?.words ?? 0) >= shareOfPrompt) return true;
    if (most >= 1 && (found?.meaning ?? 0) >= likeness) return true;
    return sentences.some((sentence, place) => isEnough(shared[place] ?? 0, sentence.size, topics.size));
  };
}

/**
 * The same for words that somebody looks up: a lesson that has that share of them, itself or by synonyms, or
 * is that alike in meaning, is an answer, however few topics the two share.
 */
export function aboutQuery(query: string): (lesson: PromptedLesson) => boolean {
  const isAbout = aboutPrompt(query);
  return (lesson) => {
    const { words = 0, synonyms = 0, meaning = 0 } = lesson.found ?? {};
    return Math.max(words, synonyms, meaning) >= shareOfPrompt || isAbout(lesson);
  };
}

function isEnough(shared: number, ofSentence: number, ofLesson: number): boolean {
  if (shared >= 2 && shared / ofSentence >= shareOfSentence) return true;
  return shared > 0 && shared / ofSentence >= shareOfShortSentence && shared / ofLesson >= shareOfLesson;
}

function sharedIn(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const topic of one) if (other.has(topic)) count += 1;
  return count;
}

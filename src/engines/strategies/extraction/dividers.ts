import type { KnownStrategyLabel } from "./known-strategies.js";
import { phrase } from "./phrase.js";

/**
 * Verbs of dividing work, in their forms. To group, organise or break may mean other things, so they need
 * their object.
 */
const split = [
  "split(?:s|ting|ted)?|divid(?:e|es|ed|ing)|partition(?:s|ed|ing)?|decompos(?:e|es|ed|ing|ition)|breakdown",
  "slic(?:e|es|ed|ing)|carv(?:e|es|ed|ing)|separat(?:e|es|ed|ing)|cut(?:s|ting)?",
  "(?:break(?:s|ing)?|broken?|group(?:s|ed|ing)?|organi[sz](?:e|es|ed|ing))(?: (?:the|this|our|all|of|it|them))*(?: (?:work|tasks?|subtasks?|plan|project|job|changes|everything|it|them|down|up|apart))",
].join("|");
/** Between the verb and what it divides by. Code and data are split in another sense. */
const data =
  "(?:strings?|arrays?|text|lines?|csv|dataset|paths?|urls?|logs?|bundles?|users?|traffic|revenue|quer(?:y|ies)|results?|metrics)";
const between = `(?: (?!(?:by|per|not|never|than|but|${data})\\b)[\\w'/]+){0,6}?`;
const connector = "(?:by|per|along|according to|based on|across|on|around)";
const modifier =
  "(?: (?:the|each|every|its|their|individual|single|user|product|business|logical|architectural|application|app|react|technical|functional|main))*";
/**
 * Nouns that make another thing of the word before them: a feature flag is no feature, and a file name no
 * file.
 */
const compound =
  "(?! (?:flag|toggle|branch|gate|switch|request|team|owner|name|set|count|size|importance|store|vector|map|matrix|id|test|version|prop|tree|state|model|limit|ticket|label|type|kind|story|score)(?:s|es|d|ged|ging|ing)?\\b| (?:librar(?:y|ies)|engineering|parity|creep|freeze|ownership)\\b)";
const task = "(?:subtask|task|agent|worker|work item)s?";

const nouns: readonly (readonly [KnownStrategyLabel, string])[] = [
  ["Split by file type", "(?:file ?(?:types?|kinds?|extensions?)|(?:types?|kinds?) of files?)"],
  ["Split by component", "(?:ui )?components?"],
  [
    "Split by layer (UI/logic/data)",
    "(?:(?:layers?|tiers?)(?: \\([^)]{0,60}\\))?|ui ?[/,] ?(?:business )?logic ?(?:[/,]|,? and) ?data(?: layers?)?)",
  ],
  ["Split by feature", "features?(?: (?:areas?|boundar(?:y|ies)))?"],
];

/** Ends a listed noun that has no "by" of its own: "and components stay as they are" lists nothing. */
const listEnd =
  "(?=\\s*(?:[,.;:!?)/&+]|$)| (?:and|or|to|for|so|with|because|in|where|as|when|first|then|instead|rather|which)\\b)";
const joint = "(?: ?,? (?:and then|and|or|then)\\b| ?[/&+]| ?,)";

/**
 * The ways to say what work is split by. `full` has its verb; `elided` counts where a verb stands earlier in
 * the sentence; `listed` stands right behind another divider.
 */
export const dividers = nouns.map(([label, noun]) => ({
  label,
  full: phrase(`(?:${split})${between} ${connector}${modifier} ${noun}${compound}`),
  elided: phrase(`(?:by|per|along|according to)${modifier} ${noun}${compound}`),
  listed: new RegExp(
    `^${joint}(?: (?:by|per)${modifier} ${noun}\\b|${modifier} ?${noun}\\b${listEnd})${compound}`,
    "u",
  ),
  others: [
    `(?:one|an?|1|single)(?: (?:separate|own))? ${task} (?:per|for each|for every)${modifier} ${noun}${compound}`,
    `(?:each|every) ${noun} (?:is|gets|becomes|has|as|in) (?:its|their) own ${task}`,
    `per ${noun} (?:splits?|${task}|decomposition)`,
    `${noun} (?:based|wise|oriented) (?:splits?|splitting|${task}|decomposition|breakdown)`,
    `(?:${split})(?: (?:the|this|our|all|work|tasks?|plan|project|job|everything|up|down))* into${modifier} ${noun}${compound}`,
  ].map((source) => phrase(source)),
}));

/** A verb of dividing, unless what it divides is data. */
export const dividingVerb = phrase(`(?:${split})(?!(?: (?:the|an?|each|every|all|our|this))* ${data}\\b)`);

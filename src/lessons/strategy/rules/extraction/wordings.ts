import { oneOf } from "../../../../reading/language/patterns.js";

/** The ways to split work that a description is searched for, under the names they are credited by. */
export const knownStrategies = [
  "Split by file type",
  "Split by component",
  "Split by layer (UI/logic/data)",
  "Split by feature",
  "One file per subtask",
  "Handle shared types first",
  "Separate API routes",
  "Tests alongside implementation",
  "Tests in separate subtask",
  "Maximize parallelization",
  "Sequential execution order",
  "Respect dependency chain",
] as const;

export type KnownStrategyLabel = (typeof knownStrategies)[number];

/** Every wording below holds one of these: a text without any names no known strategy. */
export const signs = new RegExp(
  oneOf(
    "component, feature, slice, layer, tier, logic, file, shared, common, route, endpoint, test",
    "parallel, concurren, once, time, simultaneous, sequen, serial, series, one, dependenc, topological",
  ),
);

/** Matches whole words, and no part of a path, an address or a name with a dot in it. */
function phrase(...parts: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w/\\\\.#@])(?:${parts.join("")})(?!\\w|[.\\\\]\\w|/\\w+[./])`, "gu");
}

/**
 * Verbs of dividing work, in their forms. To group, organise or break may mean other things, so they need
 * their object.
 */
const divisible = oneOf(
  "work, tasks?, subtasks?, plan, project, job, changes, everything, it, them, down, up, apart",
);
const split = oneOf(
  "split(?:s|ting|ted)?, divid(?:e|es|ed|ing), partition(?:s|ed|ing)?, decompos(?:e|es|ed|ing|ition)",
  "breakdown, slic(?:e|es|ed|ing), carv(?:e|es|ed|ing), separat(?:e|es|ed|ing), cut(?:s|ting)?",
  [
    "(?:break(?:s|ing)?|broken?|group(?:s|ed|ing)?|organi[sz](?:e|es|ed|ing))",
    `(?: (?:the|this|our|all|of|it|them))*(?: ${divisible})`,
  ].join(""),
);
/** What is split in another sense. */
const data = oneOf(
  "strings?, arrays?, text, lines?, csv, dataset, paths?, urls?, logs?, bundles?, users?, traffic, revenue",
  "quer(?:y|ies), results?, metrics",
);
/** Between the verb and what it divides by. */
const between = `(?: (?!(?:by|per|not|never|than|but|${data})\\b)[\\w'/]+){0,6}?`;
const connector = oneOf("by, per, along, according to, based on, across, on, around");
const modifiers = oneOf(
  "the, each, every, its, their, individual, single, user, product, business, logical, architectural",
  "application, app, react, technical, functional, main",
);
const modifier = `(?: ${modifiers})*`;
/** Nouns that make another thing of the word before them: a feature flag is not a feature. */
const heads = oneOf(
  "flag, toggle, branch, gate, switch, request, team, owner, name, set, count, size, importance, store",
  "vector, map, matrix, id, test, version, prop, tree, state, model, limit, ",
  "ticket, label, type, kind, story",
  "score",
);
const otherHeads = oneOf("librar(?:y|ies), engineering, parity, creep, freeze, ownership");
const compound = `(?! ${heads}(?:s|es|d|ged|ging|ing)?\\b| ${otherHeads}\\b)`;
const task = "(?:subtask|task|agent|worker|work item)s?";

const oneTask = `(?:one|an?|1|single)(?: (?:separate|own))? ${task}`;
const divided = oneOf("the, this, our, all, work, tasks?, plan, project, job, everything, up, down");

const nouns: readonly (readonly [KnownStrategyLabel, string])[] = [
  ["Split by file type", "(?:file ?(?:types?|kinds?|extensions?)|(?:types?|kinds?) of files?)"],
  ["Split by component", "(?:ui )?components?"],
  [
    "Split by layer (UI/logic/data)",
    [
      "(?:(?:layers?|tiers?)(?: \\([^)]{0,60}\\))?",
      "ui ?[/,] ?(?:business )?logic ?(?:[/,]|,? and) ?data(?: layers?)?)",
    ].join("|"),
  ],
  ["Split by feature", "features?(?: (?:areas?|boundar(?:y|ies)))?"],
];

/** Ends a listed noun that has no "by" of its own: "and components stay as they are" lists nothing. */
const afterList = oneOf(
  "and, or, to, for, so, with, because, in, where, as, when, first, then, instead, rather, which",
);
const listEnd = `(?=\\s*(?:[,.;:!?)/&+]|$)| ${afterList}\\b)`;
const joint = "(?: ?,? (?:and then|and|or|then)\\b| ?[/&+]| ?,)";

/**
 * The ways to say what work is split by. `full` has its verb; `elided` counts where a verb stands earlier in
 * the sentence; `listed` stands directly after another divider.
 */
export const dividers = nouns.map(([label, noun]) => ({
  label,
  full: phrase(`${split}${between} ${connector}${modifier} ${noun}${compound}`),
  elided: phrase(`(?:by|per|along|according to)${modifier} ${noun}${compound}`),
  listed: new RegExp(
    `^${joint}(?: (?:by|per)${modifier} ${noun}\\b|${modifier} ?${noun}\\b${listEnd})${compound}`,
    "u",
  ),
  others: [
    `${oneTask} (?:per|for each|for every)${modifier} ${noun}${compound}`,
    `(?:each|every) ${noun} (?:is|gets|becomes|has|as|in) (?:its|their) own ${task}`,
    `per ${noun} (?:splits?|${task}|decomposition)`,
    `${noun} (?:based|wise|oriented) (?:splits?|splitting|${task}|decomposition|breakdown)`,
    `${split}(?: ${divided})* into${modifier} ${noun}${compound}`,
  ].map((source) => phrase(source)),
}));

/** A verb of dividing, unless what it divides is data. */
export const dividingVerb = phrase(`${split}(?!(?: (?:the|an?|each|every|all|our|this))* ${data}\\b)`);

const types = "(?:shared|common) (?:types?|type definitions|typings|interfaces)";
const routes = "(?:api|rest|http) (?:routes?|endpoints?|route handlers?)";
/** A few words that do not turn the meaning round. */
const few = "(?: (?!not\\b|never\\b|no\\b)\\w+){0,4}?";

/** The wordings of each strategy besides "split by". */
export const wordings: Readonly<Partial<Record<KnownStrategyLabel, readonly RegExp[]>>> = {
  "Split by feature": [phrase("feature by feature|(?:in|by|into|use|using) (?:thin )?vertical slices?")],
  "Split by component": [phrase("component by component")],
  "Split by layer (UI/logic/data)": [phrase("layer by layer")],
  "One file per subtask": [
    phrase(`(?:one|1|an?|single|exactly one) file (?:per|for each|for every) ${task}`),
    phrase(
      `(?:one|1|an?|single)(?: (?:separate|own))? ${task} (?:per|for each|for every)(?: `,
      "single| source| changed)* file(?! ?(?:types?|kinds?|ext\\w*|names?)\\b)",
    ),
    phrase("single file (?:sub)?tasks?"),
    phrase(
      `(?:each|every) file (?:is|gets|becomes|has|as|in|goes to|goes into) (?:its|their|an?) own ${task}`,
    ),
    phrase(
      `(?:each|every) ${task} (?:touches|edits|changes|owns|gets|handles|has|covers)(?: `,
      "exactly| only| just)? (?:one|a single) file",
    ),
  ],
  "Handle shared types first": [
    phrase(`${types}${few} first`),
    phrase(`first,?${few} (?:the )?${types}`),
    phrase(`(?:start|begin|starts|begins|starting|beginning|started|began) with (?:the |all )*${types}`),
    phrase(`${types}${few} before (?:everything|anything|the rest|all)`),
  ],
  "Separate API routes": [
    phrase(
      "(?:separat(?:e|es|ed|ing)|isolat(?:e|es|ed|ing)|split(?:ting)? (?:off|out)) ",
      `(?:the |all |our )*${routes}`,
    ),
    phrase(
      `${routes}${few} (?:separately|apart|on their own|separate(?=\\s*(?:[,.;:!)]|`,
      "$)| (?:from|and|so|in)\\b))",
    ),
    phrase(`${routes}${few} (?:separate|own|dedicated) ${task}`),
    phrase(`(?:separate|own|dedicated) ${task} for (?:the |all |our )*${routes}`),
  ],
  "Tests alongside implementation": [
    phrase(
      `tests?${few} (?:alongside|beside|next to|together with|along with|side by `,
      "side with|in the same (?:subtask|task) as)(?: (?:the|its|their|each|production|",
      "source))* (?:implementations?|code|sources?|features?|modules?|components?|",
      "files?)",
    ),
    phrase(
      `tests?${few} with (?:the |its |their )?(?:implementation|code)(?! (?:coverage|`,
      "reviews?|gen\\w*|owner\\w*|sign\\w*|style|quality|paths?|freeze)\\b)",
    ),
    phrase(
      "(?:implementation|code|feature) (?:with|and|plus) (?:its |their |the )?(?:own ",
      ")?tests? (?:together|in the same|in one)",
    ),
    phrase(
      "tests? (?:and|with|plus) (?:the |its )?(?:implementation|code) (?:together|",
      "in the same|in one)",
    ),
    phrase("co ?locat(?:e|es|ed|ing) (?:the |all |unit )*tests?|tests? (?:are |stay |kept )?co ?located"),
    phrase(`(?:each|every) ${task} (?:writes|has|includes|brings|comes with|adds) (?:its|their) own tests`),
  ],
  "Tests in separate subtask": [
    phrase(
      `test(?:s|ing)?${few} (?:in|into|to|as|are|is|become|get|gets|have|has)(?: `,
      "(?:an?|the|its|their|one))* (?:separate|own|dedicated|different|another|distinct) ",
      "(?:subtask|task)s?",
    ),
    phrase(
      "(?:separate|own|dedicated|distinct|another|extra) (?:subtask|task)s? for ",
      "(?:the |all |writing |unit )*test(?:s|ing)?",
    ),
    phrase("(?:an?|separate|dedicated) test(?:ing)? (?:subtask|task)"),
  ],
  "Maximize parallelization": [
    phrase(
      "(?:maximi[sz](?:e|es|ed|ing)|maxim(?:um|al)|max) (?:the |our )?(?:parallel(?:ism|",
      "i[sz]ation)|concurrency|parallel (?:execution|work))(?! ?[:=]? ?(?:of |is ",
      "|to |at )?\\d)",
    ),
    phrase(
      "paralleli[sz](?:e|es|ed|ing) (?:everything|all|(?:the |our )?(?:work|subtasks|tasks)|as much as)",
    ),
    phrase(
      "as (?:parallel|concurrent) as possible|as (?:much|many)(?: \\w+){0,4}? in ",
      "parallel|fully parallel|in parallel (?:where|when)ever possible",
    ),
    phrase(
      "(?:everything|all (?:of )?(?:the )?(?:subtasks|tasks|agents|workers|work)|",
      "(?<!(?:two|three|four|five|\\d|few|some|these|those) )subtasks)(?: \\w+){0,3}? ",
      "(?:in parallel|concurrently|at once|at the same time|simultaneously)",
    ),
  ],
  "Sequential execution order": [
    phrase("sequential(?:ly)? (?:execution|order(?:ing|ed)?|subtasks?|tasks?|steps?)(?: order)?"),
    phrase(
      "(?:runs?|ran|running|do|doing|did|execut(?:e|es|ed|ing)|work(?:s|ed|ing)?|",
      "process(?:es|ed|ing)?|perform(?:s|ed|ing)?|handle|tackle|subtasks?|tasks?|",
      "steps?)(?: (?:through|on|the|all|our|of|them|these|those|it|each|every|are|",
      "is|be|done|run|executed|tasks?|subtasks?|steps?|work|everything|things|pieces|",
      "parts|units|strictly|must|not|never|cannot)){0,8} (?:sequentially|sequential|",
      "serially|in sequence|in series|one after (?:the other|another)|one at a time|",
      "one by one)",
    ),
  ],
  "Respect dependency chain": [
    phrase(
      "(?:respect(?:s|ed|ing)?|follow(?=s?\\b|(?:ed|ing) (?:the|their|its|all|our))(?:s|",
      "ed|ing)?|honou?r(?:s|ed|ing)?|obey(?:s|ed|ing)?|observ(?:e|es|ed|ing)|preserv(?:e|",
      "es|ed|ing)|(?:keep|stick) to)(?: (?:the|their|its|every|all|our))* (?:order ",
      "of )?dependenc(?:y|ies)(?! (?:files?|inject\\w*|updates?|versions?|list|array|",
      "manag\\w*)\\b)(?: (?:chains?|order(?:ing)?|graph|direction))?",
    ),
    phrase(
      "(?:in|along|through|by|per|according to|following)(?: (?:the|their|its|strict))* ",
      "dependency (?:chain|order|graph)",
    ),
    phrase(
      "(?:order of|ordered by|sorted by)(?: (?:the|their|its))* dependenc(?:y|ies)|",
      "dependency order(?:ing|ed)?",
    ),
    phrase("topological(?:ly)? (?:order|sort)(?:ed|ing)?|dependencies before (?:their )?dependents"),
  ],
};

import { oneOf } from "../../../reading/language/patterns.js";
import { onScreen, work } from "../words.js";
import { question, re, type Wording } from "./wording.js";

/** Ways to write code that people have a view on, in general: never "the" or "this" one. */
const way = oneOf(
  "panics?, (?:nested )?ternar(?:y|ies)(?: operators?)?, magic (?:numbers?|strings?), globals?",
  "global (?:state|variables?), sleeps?, mocks?, mocking(?: [\\w ]{3,20})?, singletons?",
  "(?:boolean|flag) (?:parameters?|arguments?|flags?), inline (?:styles?|comments?|types?|sql)",
  "default exports?, barrel files?, comments?(?: that [\\w ]{4,40})?, abbreviations?",
  "(?:one|single)[- ]letter [\\w ]{4,20}, nested [\\w ]{3,20}, type assertions?, casts?, casting",
  "catch-all [\\w ]{3,20}, (?:exception|error) handlers?, hard-?coded [\\w ]{3,20}",
  "(?:class )?hierarch(?:y|ies), (?:class )?inheritance, macros?, decorators?, regex(?:es)?, callbacks?",
  "wildcard imports?, (?:long|huge|big|giant) (?:functions?|methods?|files?|classes|prs?|commits?)",
  "(?:functions?|methods?|classes|files|constructors?) with [\\w ]{3,30}, commented-out code, dead code",
  "copy[- ]?paste(?:d code)?, code duplication, duplicated code, early abstractions?, premature \\w+",
  "mutable \\w+, monkey[- ]?patch(?:ing|es), tests? that [\\w ]{4,40}, code that [\\w ]{4,40}",
  "snapshots? tests?, any types?, `any`, implicit \\w+, side effects, optional parameters?",
  "util(?:s|ity) (?:files?|modules?|classes), unwraps?, force unwraps?, empty catch(?:es| blocks?)?",
);
const bad = oneOf(
  "an? (?:code )?smell, an? anti-?pattern, cheating, yuck(?:y)?, ugly, evil",
  "bad (?:practice|style|form|idea), a bad (?:practice|idea|habit)",
  "hard to (?:read|review|maintain|debug|test|follow), asking for trouble, a recipe for \\w+",
  "a (?:pet peeve|no from me|no-no|no-go|pain|nightmare|red flag), painful, dangerous, error[- ]prone",
  "brittle, not (?:great|good|nice|ok(?:ay)?|acceptable|idiomatic|welcome|our style|how we \\w+), overkill",
  "noise, clutter, a maintenance burden, a pet peeve of mine, unreadable, worse than \\w+",
);

/** What a person likes and dislikes of code, whatever it is about at the moment. */
export const tastes: readonly Wording[] = [
  {
    kind: "rule",
    because: "says which code the person does not want",
    says: [
      re(
        "^(?:i(?:'m| am)|we(?:'re| are)) (?:really |just )?(?:not (?:really )?(?:an? (?:big |huge |great",
        " )?fan of|big on",
        `|fond of|keen on|into)|allergic to|no fan of) (?!the|this|that|those|these|how)(?=.*(?:${work}`,
        `|\\b${way}))\\S.{4,}`,
      ),
      re(
        `^(?:really )?(?:not an?|no) (?:big |huge |great )?fan of (?!the|this|that|how)(?=.*(?:${work}`,
        `|\\b${way}))\\S.{4,}`,
      ),
      re(
        `^i (?:really |strongly |generally )?(?:dislike|hate|detest|despise|loathe|avoid|can't stand) `,
        `(?:${way})\\b.*`,
      ),
      re(
        `^i (?:really )?(?:dislike|hate|can't stand|don't like|hate it when|can't stand it when) (?:it`,
        ` when )?(?:tests|functions|classes|commits|prs|comments|methods|modules)\\b.{6,}`,
      ),
      re(`^i don't believe in (?:${way})\\b.*`),
      re(
        `^(?:\\w+ly )?(?:${way})(?: in (?!the |this |that )[\\w ]{3,25})? (?:is|are) (?:really |just `,
        `|always |very |also |simply )*${bad}\\b`,
      ),
      re(
        `^(?:${way})(?: in (?!the |this |that )[\\w ]{3,25})? (?:hides?|causes?|makes?|has|have|leads?`,
        `|breaks?) (?:bugs|more problems than`,
        "|no place in (?:this|our|my)|refactoring|nothing but trouble|trouble|maintenance)\\b.*",
      ),
    ],
    unless: [
      question,
      onScreen,
      re("^(?:this|that|these|those|the)\\b|\\b(?:in the|on the|somewhere|find out|are swallowed)\\b"),
    ],
  },
];

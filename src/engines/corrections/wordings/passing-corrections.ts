import { re, type Wording } from "./wording.js";

/** Corrections of what was just done. They last no longer than the task. */
export const passingCorrections: readonly Wording[] = [
  {
    kind: "correction",
    because: "objects to what was done",
    says: [
      re(
        "^(?:no|nope|nah)\\b,? ?(?!(?:this|that|it)(?:'s| is) (?:fine|good|ok)|then it|need|problem",
        "|worries|thanks|idea|i think this is fine)\\w.{6,}",
      ),
      re(
        "\\b(?:that|this|it|which|part|logic)(?:'s| is| was)? (?:still )?(?:not (?:correct|right|what)",
        "|wrong|incorrect|backwards)\\b",
      ),
      re(
        "\\bi (?:actually )?mean(?:t)?\\b|\\bmy point (?:is|was)\\b|\\bnot what i\\b|\\byou",
        " (?:misunderstood|misread|missed)\\b",
      ),
      /^i (?:don't|do not) (?:quite |really )?like\b.{3,}|\bi'm (?:also )?(?:challenging|questioning)\b/iu,
      /^(?:revert|undo|bring back|put back|not as|not the|not that)\b.{6,}/iu,
      /^(?:fix the test, |those tests are just|do not |don't )\S.{4,}/iu,
      /\b(?:let's|lets) (?:use|do|call it|go with|rename)\b.{2,60}\b(?:instead|not|rather)\b/iu,
      /\bshould(?:n't| not) be (?:changed|touched|removed|there|here)\b/iu,
    ],
    unless: [/^(?:don't|do not) (?:you|we|i)\b/iu, /\bjust (?:let me know|validate|tell|check|report)\b/iu],
  },
];

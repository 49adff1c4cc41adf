import { oneOf } from "../../../reading/language/patterns.js";
import { waysOfWriting } from "../implied-rule.js";
import { onScreen, written } from "../words.js";
import { question, re, type Wording } from "./wording.js";

/** What is said in a commit or a reply every time, unlike what this one is about. */
const standingPart = oneOf(
  "(?:the )?(?:ticket|issue|jira|linear|story)(?: (?:number|key|id|link|reference|url))?",
  "(?:the |a )?(?:commit )?(?:sha|hash), (?:the |a )?(?:fixing )?commit, (?:the |a )?pr number",
  "(?:the )?why, (?:the )?reason, (?:the )?motivation, (?:the )?scope, (?:the )?package(?: name)?",
  "(?:the )?author, (?:a )?test plan, (?:a )?screenshots?, (?:the )?failing (?:run|test|job)",
  "(?:the )?breaking changes?, (?:a )?link to [\\w ]{3,25}",
);
const each = "(?:the |your |each |every |all |any |all your |all the )?";

/** How what an agent writes for others looks: commits, pull requests, replies, names of tests. */
export const writtenWork: readonly Wording[] = [
  {
    kind: "rule",
    because: waysOfWriting,
    evenOnce: true,
    says: [
      re(
        `^(?:please |also |always )*(?:reference|mention|include|put|add|link|name|note|cite|give|prepend`,
        `|append) ${standingPart}`,
        `\\b[^.?]{0,20} (?:in|into|to|in front of|before|at the (?:end|start|top) of) ${each}`,
        `(?:${written}|comments?|descriptions?)\\b.*`,
      ),
      re(
        `^(?:please |then |go back and |now )*(?:change|update|fix|rewrite|edit|amend) (?:all )?(?:your`,
        `|the prior|the earlier|the previous) (?:${written}|comments|messages)`,
        `\\b[^.?]{0,12}\\b(?:to (?:include|mention|use|have|reference|start|say|be|contain|name)|so `,
        `(?:that )?they|with)\\b.{4,}`,
      ),
      re(
        `^(?:your |our |all )?(?:${written}) (?:should|must|needs? (?:to|an?|the)|have to|start|end|begin`,
        `|under|below|at most|max|without)`,
        "\\b.{4,}",
      ),
      re(
        `^(?:please )?(?:end|start|begin|prefix|sign off|sign|tag|title) (?:the|your|all|each|every) `,
        `(?:${written})\\b.{0,60}$`,
      ),
      re(
        "^(?:please )?(?:reply|respond|answer)(?: directly)? (?:in|inside|within) the (?:same",
        " )?threads?\\b.{4,}",
      ),
      re(
        "\\b(?:reply|respond|answer)(?: directly)? (?:to|on) (?:the|each|every|all|a) (?:\\w+",
        " )?comments?\\b.{0,30}\\b(?:and|with|by)",
        "\\b.{0,20}\\b(?:commit|sha|hash|reference|link)\\b",
      ),
      re(
        "^when(?:ever)? you (?:reply|respond|answer|close|open|comment|resolve|merge|commit",
        "|push)\\b[^?]{3,60}\\b(?:say|leave|mention|link",
        "|add|include|reference|name|tell)\\b.{4,}",
      ),
      re(
        `^(?:please )?no (?:ai |claude |bot )?(?:attributions?|signatures?|mentions? of \\w+|footers?)`,
        ` in\\b.{3,}`,
      ),
      re(
        `^(?:please )?(?:keep|write|make) ${each}(?:${written})\\b.{0,12}\\b(?:to|under|short|for|as|in`,
        `|like|shorter|brief|meaningful)\\b.{3,}`,
      ),
      re(`^(?:please )?(?:use|no|avoid|prefer) [\\w -]{3,30} in ${each}(?:${written})\\b.*`),
      re("^(?:code )?comments (?:start|end|begin|are written)\\b.{6,}"),
      re(`^(?:please )?(?:link|quote|paste) the [\\w ]{3,25} in your (?:${written}|comments|answers)\\b.*`),
    ],
    unless: [
      question,
      onScreen,
      re(
        "\\b(?:this|that) (?:one|pr|commit|branch)\\b|\\bfor today\\b|\\bcustomer\\b|\\bon this\\b|'fix ",
        '|"fix ',
      ),
    ],
  },
];

import type { KnownStrategyLabel } from "./known-strategies.js";
import { phrase } from "./phrase.js";

const task = "(?:subtask|task|agent|worker|work item)s?";
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
      `(?:one|1|an?|single)(?: (?:separate|own))? ${task} (?:per|for each|for every)(?: single| source| changed)* file(?! ?(?:types?|kinds?|ext\\w*|names?)\\b)`,
    ),
    phrase("single file (?:sub)?tasks?"),
    phrase(
      `(?:each|every) file (?:is|gets|becomes|has|as|in|goes to|goes into) (?:its|their|an?) own ${task}`,
    ),
    phrase(
      `(?:each|every) ${task} (?:touches|edits|changes|owns|gets|handles|has|covers)(?: exactly| only| just)? (?:one|a single) file`,
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
      `(?:separat(?:e|es|ed|ing)|isolat(?:e|es|ed|ing)|split(?:ting)? (?:off|out)) (?:the |all |our )*${routes}`,
    ),
    phrase(
      `${routes}${few} (?:separately|apart|on their own|separate(?=\\s*(?:[,.;:!)]|$)| (?:from|and|so|in)\\b))`,
    ),
    phrase(`${routes}${few} (?:separate|own|dedicated) ${task}`),
    phrase(`(?:separate|own|dedicated) ${task} for (?:the |all |our )*${routes}`),
  ],
  "Tests alongside implementation": [
    phrase(
      `tests?${few} (?:alongside|beside|next to|together with|along with|side by side with|in the same (?:subtask|task) as)(?: (?:the|its|their|each|production|source))* (?:implementations?|code|sources?|features?|modules?|components?|files?)`,
    ),
    phrase(
      `tests?${few} with (?:the |its |their )?(?:implementation|code)(?! (?:coverage|reviews?|gen\\w*|owner\\w*|sign\\w*|style|quality|paths?|freeze)\\b)`,
    ),
    phrase(
      "(?:implementation|code|feature) (?:with|and|plus) (?:its |their |the )?(?:own )?tests? (?:together|in the same|in one)",
    ),
    phrase("tests? (?:and|with|plus) (?:the |its )?(?:implementation|code) (?:together|in the same|in one)"),
    phrase("co ?locat(?:e|es|ed|ing) (?:the |all |unit )*tests?|tests? (?:are |stay |kept )?co ?located"),
    phrase(`(?:each|every) ${task} (?:writes|has|includes|brings|comes with|adds) (?:its|their) own tests`),
  ],
  "Tests in separate subtask": [
    phrase(
      `test(?:s|ing)?${few} (?:in|into|to|as|are|is|become|get|gets|have|has)(?: (?:an?|the|its|their|one))* (?:separate|own|dedicated|different|another|distinct) (?:subtask|task)s?`,
    ),
    phrase(
      "(?:separate|own|dedicated|distinct|another|extra) (?:subtask|task)s? for (?:the |all |writing |unit )*test(?:s|ing)?",
    ),
    phrase("(?:an?|separate|dedicated) test(?:ing)? (?:subtask|task)"),
  ],
  "Maximize parallelization": [
    phrase(
      "(?:maximi[sz](?:e|es|ed|ing)|maxim(?:um|al)|max) (?:the |our )?(?:parallel(?:ism|i[sz]ation)|concurrency|parallel (?:execution|work))(?! ?[:=]? ?(?:of |is |to |at )?\\d)",
    ),
    phrase(
      "paralleli[sz](?:e|es|ed|ing) (?:everything|all|(?:the |our )?(?:work|subtasks|tasks)|as much as)",
    ),
    phrase(
      "as (?:parallel|concurrent) as possible|as (?:much|many)(?: \\w+){0,4}? in parallel|fully parallel|in parallel (?:where|when)ever possible",
    ),
    phrase(
      "(?:everything|all (?:of )?(?:the )?(?:subtasks|tasks|agents|workers|work)|(?<!(?:two|three|four|five|\\d|few|some|these|those) )subtasks)(?: \\w+){0,3}? (?:in parallel|concurrently|at once|at the same time|simultaneously)",
    ),
  ],
  "Sequential execution order": [
    phrase("sequential(?:ly)? (?:execution|order(?:ing|ed)?|subtasks?|tasks?|steps?)(?: order)?"),
    phrase(
      "(?:runs?|ran|running|do|doing|did|execut(?:e|es|ed|ing)|work(?:s|ed|ing)?|process(?:es|ed|ing)?|perform(?:s|ed|ing)?|handle|tackle|subtasks?|tasks?|steps?)(?: (?:through|on|the|all|our|of|them|these|those|it|each|every|are|is|be|done|run|executed|tasks?|subtasks?|steps?|work|everything|things|pieces|parts|units|strictly|must|not|never|cannot)){0,8} (?:sequentially|sequential|serially|in sequence|in series|one after (?:the other|another)|one at a time|one by one)",
    ),
  ],
  "Respect dependency chain": [
    phrase(
      "(?:respect(?:s|ed|ing)?|follow(?=s?\\b|(?:ed|ing) (?:the|their|its|all|our))(?:s|ed|ing)?|honou?r(?:s|ed|ing)?|obey(?:s|ed|ing)?|observ(?:e|es|ed|ing)|preserv(?:e|es|ed|ing)|(?:keep|stick) to)(?: (?:the|their|its|every|all|our))* (?:order of )?dependenc(?:y|ies)(?! (?:files?|inject\\w*|updates?|versions?|list|array|manag\\w*)\\b)(?: (?:chains?|order(?:ing)?|graph|direction))?",
    ),
    phrase(
      "(?:in|along|through|by|per|according to|following)(?: (?:the|their|its|strict))* dependency (?:chain|order|graph)",
    ),
    phrase(
      "(?:order of|ordered by|sorted by)(?: (?:the|their|its))* dependenc(?:y|ies)|dependency order(?:ing|ed)?",
    ),
    phrase("topological(?:ly)? (?:order|sort)(?:ed|ing)?|dependencies before (?:their )?dependents"),
  ],
};

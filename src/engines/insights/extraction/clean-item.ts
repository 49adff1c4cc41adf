import { oneLine } from "../../../text/one-line.js";
import { withoutEmphasis, withoutLead } from "../clothes.js";
import { type Identified, withoutFindingIds } from "./finding-ids.js";
import { outsideCode } from "./outside-code.js";

/** Enough to find the end of a sentence in an item of any length, and a bound for every pass over it. */
const charsRead = 2_000;
/** "I found that …": what was found stays. */
const discovery =
  /^(?:(?:i|we)(?: have|['’]ve)? (?:also )?(?:found|noticed|learn(?:ed|t)|observed|discovered|reali[sz]ed|see|conclude)|(?:please )?note|keep in mind|remember|it turns out|it is worth noting|(?:the |one )?(?:lesson|takeaway) (?:is|was|here is)) that (?=\S)/iu;
/** "(confidence: 0.4, category: process)", which tools put behind a lesson. */
const trailer =
  /\s*\((?:confidence|category|severity|score|source|tags?|scope|status)\s?[:=][^()]{0,80}\)\.?$/iu;
const quoted = /^(?:"([^"]*)"|“([^”]*)”|«([^»]*)»)\.?$/u;

/** An item as one plain line, inline code kept, and the ids of the findings that stood at it. */
export function cleanItem(raw: string): Identified {
  const findings = new Set<string>();
  let text = withoutLinks(raw.slice(0, charsRead));
  for (let before = ""; before !== text; ) {
    before = text;
    const identified = withoutFindingIds(withoutLead(oneLine(text, charsRead)));
    for (const each of identified.findings) findings.add(each);
    text = undressed(identified.text);
  }
  return { text, findings: [...findings] };
}

function undressed(text: string): string {
  const bare = outsideCode(text.replace(trailer, "").replace(quoted, "$1$2$3"), withoutEmphasis);
  return oneLine(bare.replace(discovery, ""), charsRead);
}

/** Struck-out text is withdrawn, a link is its words, an image is nothing. */
function withoutLinks(text: string): string {
  return outsideCode(text, (part) =>
    part
      .replace(/~~[^~]{1,500}~~/g, " ")
      .replace(/!\[[^\]]{0,300}\]\([^()\s]{0,500}\)/g, " ")
      .replace(/\[([^[\]]{1,300})\]\((?:https?:|[./#])[^()\s]{0,500}\)/g, "$1"),
  );
}

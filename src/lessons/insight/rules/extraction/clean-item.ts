import { oneLine } from "../../../../base/text/one-line.js";
import { oneOf } from "../../../../reading/language/patterns.js";
import { outsideCode, stripEmphasis, stripLead } from "../../../../reading/language/strip-markup.js";
import { withoutTrailingPlaces } from "./trailing-places.js";

/** Enough to find the end of a sentence in an item of any length, and a bound for every pass over it. */
const charsRead = 2_000;
const discoveries = oneOf("found, noticed, learn(?:ed|t), observed, discovered, reali[sz]ed, see, conclude");
const reminders = oneOf(
  `(?:i|we)(?: have|['’]ve)? (?:also )?${discoveries}`,
  "(?:please )?note, keep in mind, remember, it turns out, it is worth noting",
  "(?:the |one )?(?:lesson|takeaway) (?:is|was|here is)",
);
/** "I found that …": what was found stays. */
const discovery = new RegExp(`^${reminders} that (?=\\S)`, "iu");
/** "(confidence: 0.4, category: process)", which tools append to a lesson. */
const trailer =
  /\s*\((?:confidence|category|severity|score|source|tags?|scope|status)\s?[:=][^()]{0,80}\)\.?$/iu;
const quoted = /^(?:"([^"]*)"|“([^”]*)”|«([^»]*)»)\.?$/u;

/** An item as one plain line, inline code kept, and the ids of the findings that stood at it. */
export function cleanItem(raw: string): Identified {
  const findings = new Set<string>();
  let text = withoutLinks(raw.slice(0, charsRead));
  for (let before = ""; before !== text; ) {
    before = text;
    const identified = withoutFindingIds(stripLead(oneLine(text, charsRead)));
    for (const each of identified.findings) findings.add(each);
    text = withoutMarkup(identified.text);
  }
  return { text, findings: [...findings] };
}

function withoutMarkup(text: string): string {
  const placed = withoutTrailingPlaces(text.replace(trailer, ""));
  const bare = outsideCode(placed.replace(quoted, "$1$2$3"), stripEmphasis);
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

/** A text without the ids that stood at it. */
export interface Identified {
  readonly text: string;
  readonly findings: readonly string[];
}

const id = "[A-Z]{1,7}\\d{1,7}";
const ids = `${id}(?:(?: ?[,/&+] ?| and )${id}){0,9}`;
const divider = "(?: ?[:.)–—]| -{1,2})(?= |$)";
const bold = new RegExp(`^(?:\\*{1,3}|_{1,2})(${ids})[:.]?(?:\\*{1,3}|_{1,2})(?=[ :–—-])`, "u");
/** In front: "[A1] …", "(A1) …", "A1: …", "Finding A1 — …". */
const leading = new RegExp(
  `^(?:\\[(${ids})\\](?!\\()|\\((${ids})\\)|(?:finding |issue )?(${ids})(?=${divider}))(?:${divider})? *`,
  "iu",
);
/** Anywhere "(finding J2)"; at the end also "(J2)" and "[J2]". */
const named = new RegExp(` ?[([](?:see )?(?:findings?|issues?|refs?)[: ] ?#?(${ids})[)\\]]`, "giu");
const trailing = new RegExp(` ?(?:\\[(${ids})\\]|\\((${ids})\\))(?=[.!]?$)`, "iu");
/** Names of the same shape. In square brackets even these are ids. */
const names = new RegExp(
  `^${oneOf(
    "MD[245], SHA\\d+, S3, EC2, HTTP\\d, H\\d{3}, ES\\d+, UTF\\d+, IPV[46], OAUTH\\d, X\\d{3}, BM\\d+",
    "WIN\\d\\d, ARM\\d+, X86, U?INT\\d+, FP?\\d\\d, V8, P(?:50|9\\d+), R2, D3, K8, BASE\\d+, LOG4, TLS\\d+",
    "RFC\\d+, CVE\\d+, ISO\\d+, PY[23], VUE\\d, WEB[23], MP[34], F\\d{2}, Q[1-8], I18, L10, A11, E2",
  )}$`,
);

/** Several ids may stand in a row; a text of any length must not be read once for each. */
const passes = 10;

/** Letters and a number in upper case, at most 8 characters. */
export function isFindingId(text: string): boolean {
  return text.length <= 8 && /^[A-Z]{1,7}\d{1,7}$/.test(text);
}

/** Takes the ids of findings off a text. */
export function withoutFindingIds(text: string): Identified {
  const findings = new Set<string>();
  const take = (whole: string, bracketed: string | undefined, ...others: readonly unknown[]): string => {
    const plain = others.slice(0, 2).find((other) => typeof other === "string" && /^[A-Z]/.test(other));
    const taken = idsIn(bracketed ?? String(plain ?? ""));
    const sure =
      taken.length > 0 &&
      taken.every((each) => isFindingId(each) && (bracketed !== undefined || !names.test(each)));
    if (!sure) return whole;
    for (const each of taken) findings.add(each);
    return "";
  };
  let rest = text.replace(bold, "($1)");
  for (let before = "", pass = 0; before !== rest && pass < passes; pass += 1) {
    before = rest;
    rest = rest.replace(named, take).replace(leading, take).replace(trailing, take).trim();
  }
  return { text: rest, findings: [...findings] };
}

function idsIn(list: string): readonly string[] {
  return list.split(/ ?[,/&+] ?| and /).filter((each) => each !== "");
}

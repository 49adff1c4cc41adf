import { maskSecrets } from "../../../base/text/mask-secrets.js";
import { oneLine } from "../../../base/text/one-line.js";
import type { Directive } from "../../directive/rules/directive.js";
import { textAtMostChars } from "../../directive/rules/directive-text.js";

type Parts = Pick<
  Directive,
  | "text"
  | "requiredActions"
  | "forbiddenActions"
  | "verificationChecks"
  | "appliesToAgents"
  | "appliesToTools"
>;

/** A directive as a line of a file: its text, and behind it what its text does not say. */
export function publishedText(directive: Parts): string {
  return plainText(directive.text) + detailsOf(directive);
}

/** One line without keys: it will stand in a repository. */
export function plainText(text: string): string {
  return maskSecrets(oneLine(text, textAtMostChars));
}

/** Entries of one list in a line; more would bury the text. */
const mostEntries = 6;

const listNames = {
  must: "requiredActions",
  never: "forbiddenActions",
  check: "verificationChecks",
  roles: "appliesToAgents",
  tools: "appliesToTools",
} as const satisfies Readonly<Record<string, keyof Parts>>;

type ListName = keyof typeof listNames;
type Lists = Readonly<Partial<Record<(typeof listNames)[ListName], readonly string[]>>>;

function detailsOf(directive: Parts): string {
  const details = (Object.keys(listNames) as ListName[]).flatMap((name) => {
    const lines = directive[listNames[name]].map(plainText).filter((entry) => entry !== "");
    return lines.length === 0 ? [] : [`${name}: ${lines.slice(0, mostEntries).join("; ")}`];
  });
  return details.length === 0 ? "" : ` [${details.join(" | ")}]`;
}

const details = new RegExp(`\\s*\\[((?:${Object.keys(listNames).join("|")}): .*)\\]$`);

/**
 * The text of a directive in an edited line. Undefined when what stands behind the text was changed too: it
 * may be shortened there, so that it cannot be taken back.
 */
export function editedText(line: string, directive: Parts): string | undefined {
  const known = detailsOf(directive);
  if (known !== "" && line.endsWith(known)) return line.slice(0, -known.length).trim();
  return known !== "" && details.test(line) ? undefined : line;
}

/** A line of another log, or of a person, as the text and the lists that stand behind it. */
export function readPublished(line: string): { readonly text: string; readonly lists: Lists } {
  const [whole = "", inside = ""] = details.exec(line) ?? [];
  const lists = inside.split(" | ").flatMap((part) => {
    const [, name = "", entries = ""] = /^(\w+): (.*)$/.exec(part) ?? [];
    const field = (listNames as Readonly<Record<string, keyof Lists>>)[name];
    return field === undefined ? [] : [[field, entries.split("; ").filter((each) => each !== "")]];
  });
  return { text: line.slice(0, line.length - whole.length), lists: Object.fromEntries(lists) };
}

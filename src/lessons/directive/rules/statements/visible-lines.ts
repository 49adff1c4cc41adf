import { blockName } from "../../../unconfirmed/contract-words.js";

export interface VisibleLine {
  readonly text: string;
  /** Counted from 1 in the whole output. */
  readonly line: number;
}

const fence = /^[\s>*+-]{0,200}(`{3,}|~{3,})([^`]*)$/;
const opening = new RegExp(`^[^\\p{L}<]{0,20}<${blockName}>`, "iu");
const closing = new RegExp(`</${blockName}>`, "i");

/** Zero-width and direction marks, which models copy along with an id. */
const unseen = /\p{Cf}/gu;

type Hidden =
  | { readonly by: "fence"; readonly mark: string }
  | { readonly by: "comment" | "block" }
  | undefined;

/**
 * The lines that are the author's own. A code fence, a block quote, an HTML comment and a
 * repeated directive block quote somebody else. A fence or a comment without an end hides the rest, as
 * in Markdown; a block without an end hides nothing, for prose names the tag too.
 */
export function visibleLines(output: string): readonly VisibleLine[] {
  const lines = output.replace(unseen, "").split(/\r\n|[\n\r\u2028\u2029]/);
  const lastClosing = lines.findLastIndex((line) => closing.test(line));
  const visible: VisibleLine[] = [];
  let hidden: Hidden;
  for (const [index, line] of lines.entries()) {
    const seen = see(line, hidden, index <= lastClosing);
    hidden = seen.hidden;
    if (seen.text !== undefined) visible.push({ text: seen.text, line: index + 1 });
  }
  return visible;
}

function see(
  line: string,
  hidden: Hidden,
  blockMayEnd: boolean,
): { readonly hidden: Hidden; readonly text?: string } {
  if (hidden?.by === "fence") return { hidden: endsFence(line, hidden.mark) ? undefined : hidden };
  if (hidden?.by === "block") return { hidden: closing.test(line) ? undefined : hidden };
  if (hidden === undefined) {
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) return { hidden: { by: "fence", mark } };
    if (blockMayEnd && opening.test(line))
      return { hidden: closing.test(line) ? undefined : { by: "block" } };
    if (/^\s*>/.test(line)) return { hidden };
  }
  const { text, open } = withoutHtmlComments(line, hidden !== undefined);
  return { hidden: open ? { by: "comment" } : undefined, text };
}

function endsFence(line: string, mark: string): boolean {
  const text = line.replace(/^[\s>]+/, "").trimEnd();
  return text.length >= mark.length && text === mark.charAt(0).repeat(text.length);
}

/** A comment mark in backticks is mentioned, not used. */
function withoutHtmlComments(
  line: string,
  inComment: boolean,
): { readonly text: string; readonly open: boolean } {
  const kept: string[] = [];
  let open = inComment;
  let at = 0;
  for (const mark of line.matchAll(/(?<!`)<!--|-->/g)) {
    if (open === (mark[0] === "<!--")) continue;
    if (!open) kept.push(line.slice(at, mark.index));
    open = !open;
    at = mark.index + mark[0].length;
  }
  if (!open) kept.push(line.slice(at));
  return { text: kept.join(" "), open };
}

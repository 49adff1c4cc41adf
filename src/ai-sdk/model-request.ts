/** What we read of a request to a language model, in the words of version 6 and 7 of the AI SDK alike. */
export interface ModelRequest {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly object[] | undefined;
}

interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly object[];
  readonly providerOptions?: object | undefined;
}

/** Of one part of a message; the rest of it is not ours to read. */
export interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: { readonly type?: unknown; readonly value?: unknown; readonly reason?: unknown };
}

/** A brief takes no more names of tools than this, and none that is longer. */
const mostTools = 100;
const mostNameChars = 200;

/** The names of the tools that the model may call. */
export function toolsOf({ tools = [] }: ModelRequest): readonly string[] {
  return tools
    .flatMap((tool) => ("name" in tool && typeof tool.name === "string" ? [tool.name] : []))
    .filter((name) => name !== "" && name.length <= mostNameChars)
    .slice(0, mostTools);
}

export interface AskedPrompt {
  /** What somebody said last. */
  readonly text: string;
  /** Equal in every step and every retry of one turn. */
  readonly key: string;
}

/** What the model is to do now: the last words from the user's side. */
export function promptOf({ prompt }: ModelRequest): AskedPrompt {
  const asked = prompt.filter(({ role }) => role === "user").map(({ content }) => textOf(content));
  const text = asked.at(-1) ?? "";
  return { text, key: `${asked.length} ${text}` };
}

export function partsOf(content: string | readonly object[]): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The texts of a message or an answer, without what the model only thought. */
export function textOf(content: string | readonly object[]): string {
  return partsOf(content)
    .flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []))
    .join("\n");
}

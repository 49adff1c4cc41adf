/** The part of a request to a language model that is read here, the same in version 6 and 7 of the AI SDK. */
export interface ModelRequest {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly object[] | undefined;
}

interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly object[];
  readonly providerOptions?: object | undefined;
}

/** One part of a message; its other fields are not read. */
export interface MessagePart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: { readonly type?: unknown; readonly value?: unknown; readonly reason?: unknown };
}

/** The limits of a brief's input: how many tools it takes, and how long a name may be. */
const mostTools = 100;
const mostNameChars = 200;

/** The names of the tools that the model may call. */
export function toolNames({ tools = [] }: ModelRequest): readonly string[] {
  return tools
    .flatMap((tool) => ("name" in tool && typeof tool.name === "string" ? [tool.name] : []))
    .filter((name) => name !== "" && name.length <= mostNameChars)
    .slice(0, mostTools);
}

export interface AskedPrompt {
  readonly text: string;
  /** Equal in every step and every retry of one turn. */
  readonly key: string;
}

/** The last message of the user, which is what the model is to do now. */
export function promptOf({ prompt }: ModelRequest): AskedPrompt {
  const asked = prompt.filter(({ role }) => role === "user").map(({ content }) => messageText(content));
  const text = asked.at(-1) ?? "";
  return { text, key: `${asked.length} ${text}` };
}

export function messageParts(content: string | readonly object[]): readonly MessagePart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The texts of a message or an answer, without the model's reasoning. */
export function messageText(content: string | readonly object[]): string {
  return messageParts(content)
    .flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []))
    .join("\n");
}

/**
 * The request with a text in its system message, once. Many providers accept only one system message, so the
 * text is added to the last one. A message with options for a provider, such as the end of a cached prefix,
 * stays as it is: the text then follows in a system message of its own.
 */
export function withSystemText<Request extends ModelRequest>(request: Request, text: string): Request {
  const { prompt } = request;
  const first = prompt.findIndex(({ role }) => role !== "system");
  const count = first === -1 ? prompt.length : first;
  const isThere = prompt
    .slice(0, count)
    .some(({ content }) => typeof content === "string" && content.includes(text));
  if (text === "" || isThere) return request;
  const system = prompt[count - 1];
  const joined =
    system !== undefined && system.providerOptions === undefined && typeof system.content === "string"
      ? [...prompt.slice(0, count - 1), { ...system, content: `${system.content}\n\n${text}` }]
      : [...prompt.slice(0, count), { role: "system", content: text }];
  return { ...request, prompt: [...joined, ...prompt.slice(count)] };
}

/** The request with what is told of some calls at the end of their results, as the model reads them. */
export function withToldResults<Request extends ModelRequest>(
  request: Request,
  told: ReadonlyMap<string, string>,
): Request {
  if (told.size === 0) return request;
  const prompt = request.prompt.map((message) =>
    typeof message.content === "string"
      ? message
      : { ...message, content: message.content.map((part) => withTold(part, told)) },
  );
  return { ...request, prompt };
}

function withTold(part: object & MessagePart, told: ReadonlyMap<string, string>): object {
  const { type, toolCallId, output } = part;
  const text = typeof toolCallId === "string" ? told.get(toolCallId) : undefined;
  if (type !== "tool-result" || text === undefined || output === undefined) return part;
  const { value } = output;
  if (Array.isArray(value) && output.type === "content")
    return { ...part, output: { ...output, value: [...value, { type: "text", text }] } };
  const before = typeof value === "string" ? value : JSON.stringify(value ?? "");
  const kind = String(output.type).startsWith("error") ? "error-text" : "text";
  return { ...part, output: { ...output, type: kind, value: `${before}\n\n${text}` } };
}

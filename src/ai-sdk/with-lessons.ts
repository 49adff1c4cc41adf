import type { ModelRequest } from "./model-request.js";

/**
 * The request with our text in its system message, once. What a caller marked for a provider, such as the end
 * of a cached prefix, stays as it is: then our text is a system message behind it. Other providers take one
 * system message only.
 */
export function withLessons<Request extends ModelRequest>(request: Request, text: string): Request {
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

import { flat, type Json, newId, type Step, usage, type Wire } from "./step.js";

/** OpenAI Chat Completions, as compatible endpoints speak it. */
export const chatWire: Wire = {
  read(request) {
    const messages = request.messages as readonly Json[];
    return {
      asked: messages
        .filter(({ role }) => role === "user")
        .map(({ content }) => flat(content))
        .join("\n"),
      turns: messages.filter(({ role }) => role === "assistant").length,
      results: messages.filter(({ role }) => role === "tool").map(({ content }) => flat(content)),
    };
  },
  body: (request, step) => ({
    ...head(request),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: step.text ?? null, ...calls(step) },
        finish_reason: finishReason(step),
      },
    ],
    usage: tokens,
  }),
  stream(request, step) {
    const opening = head(request);
    const chunk = (delta: Json, finish_reason: string | null, extra: Json = {}) => ({
      ...opening,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
      ...extra,
    });
    return [
      chunk({ role: "assistant", content: step.text ?? "", ...calls(step) }, null),
      chunk({}, finishReason(step), { usage: tokens }),
    ];
  },
  streamEnd: "[DONE]",
};

const tokens = {
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
};

function head({ model }: Json): Json {
  return { id: newId("chatcmpl"), created: 0, model };
}

function calls({ tools = [] }: Step): Json {
  if (tools.length === 0) return {};
  const tool_calls = tools.map(({ name, input }, index) => ({
    index,
    id: newId("call"),
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { tool_calls };
}

function finishReason({ tools = [] }: Step): string {
  return tools.length === 0 ? "stop" : "tool_calls";
}

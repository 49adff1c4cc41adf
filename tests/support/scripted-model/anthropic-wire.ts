import { flat, type Json, newId, type Step, usage, type Wire } from "./step.js";

/** Anthropic Messages. */
export const anthropicWire: Wire = {
  read(request) {
    const messages = request.messages as readonly Json[];
    return {
      asked: messages
        .filter(({ role }) => role === "user")
        .map(({ content }) => flat(content))
        .join("\n"),
      turns: messages.filter(({ role }) => role === "assistant").length,
      results: messages
        .flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Json[]) : []))
        .filter(({ type }) => type === "tool_result")
        .map(({ content }) => flat(content)),
    };
  },
  body: ({ model }, step) => ({
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model,
    content: blocks(step),
    stop_reason: stopReason(step),
    stop_sequence: null,
    usage: tokens,
  }),
  stream(request, step) {
    const message = { ...this.body(request, { text: "" }), content: [], stop_reason: null };
    return [
      { type: "message_start", message },
      ...blocks(step).flatMap(blockEvents),
      {
        type: "message_delta",
        delta: { stop_reason: stopReason(step), stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
      { type: "message_stop" },
    ];
  },
};

const tokens = {
  input_tokens: usage.input,
  output_tokens: usage.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

function blocks({ text, tools = [] }: Step): readonly Json[] {
  const calls = tools.map(({ name, input }) => ({ type: "tool_use", id: newId("toolu"), name, input }));
  return [...(text === undefined ? [] : [{ type: "text", text }]), ...calls];
}

function stopReason({ tools = [] }: Step): string {
  return tools.length === 0 ? "end_turn" : "tool_use";
}

function blockEvents(block: Json, index: number): readonly Json[] {
  const isText = block.type === "text";
  const delta = isText
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  const content_block = isText ? { ...block, text: "" } : { ...block, input: {} };
  return [
    { type: "content_block_start", index, content_block },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}

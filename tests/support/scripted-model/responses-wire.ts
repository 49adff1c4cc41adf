import { flat, type Json, newId, type Step, usage, type Wire } from "./step.js";

/** OpenAI Responses, which Codex speaks. */
export const responsesWire: Wire = {
  read({ input }) {
    const items = Array.isArray(input) ? (input as readonly Json[]) : [{ role: "user", content: input }];
    const isTurn = ({ type, role }: Json) => role === "assistant" || String(type).endsWith("_call");
    return {
      asked: items
        .filter((item) => (item as Json).role === "user")
        .map(({ content }) => flat(content))
        .join("\n"),
      turns: items.filter(isTurn).length,
      results: items
        .filter((item) => String((item as Json).type).endsWith("_call_output"))
        .map((item) => flat((item as Json).output)),
    };
  },
  body: ({ model }, step) => ({
    id: newId("resp"),
    object: "response",
    created_at: 0,
    status: "completed",
    model,
    output: items(step),
    usage: tokens,
  }),
  stream(request, step) {
    const response = this.body(request, step);
    const output = response.output as readonly Json[];
    const events = [
      { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
      ...output.flatMap(itemEvents),
      { type: "response.completed", response },
    ];
    return events.map((event, sequence_number) => ({ ...event, sequence_number }));
  },
};

const tokens = {
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: usage.input + usage.output,
};

function items({ text, tools = [] }: Step): readonly Json[] {
  const content = [{ type: "output_text", text, annotations: [] }];
  const message = { type: "message", id: newId("msg"), role: "assistant", status: "completed", content };
  const calls = tools.map(({ name, namespace, input }) => ({
    type: "function_call",
    id: newId("fc"),
    call_id: newId("call"),
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(input),
    status: "completed",
  }));
  return [...(text === undefined ? [] : [message]), ...calls];
}

function itemEvents(item: Json, output_index: number): readonly Json[] {
  const isMessage = item.type === "message";
  const begun = { ...item, status: "in_progress", ...(isMessage ? { content: [] } : { arguments: "" }) };
  const place = { item_id: item.id, output_index };
  return [
    { type: "response.output_item.added", output_index, item: begun },
    isMessage
      ? { type: "response.output_text.delta", ...place, content_index: 0, delta: flat(item.content) }
      : { type: "response.function_call_arguments.delta", ...place, delta: item.arguments },
    { type: "response.output_item.done", output_index, item },
  ];
}

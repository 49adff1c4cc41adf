import { flat, type Json, newId, type Step, usage, type Wire } from "./step.js";

/** Gemini generateContent. Its path, not its body, says whether the answer is a stream. */
export const geminiWire: Wire = {
  read({ contents }) {
    const items = contents as readonly Json[];
    return {
      asked: items
        .filter(({ role }) => role !== "model")
        .flatMap(({ parts }) => (parts as readonly Json[]).map(({ text }) => String(text ?? "")))
        .join("\n"),
      turns: items.filter(({ role }) => role === "model").length,
      results: items
        .flatMap(({ parts }) => parts as readonly Json[])
        .filter(({ functionResponse }) => functionResponse !== undefined)
        .map(({ functionResponse }) => resultOf((functionResponse as Json).response as Json)),
    };
  },
  body: (_request, step) => ({
    candidates: [{ content: { role: "model", parts: parts(step) }, finishReason: "STOP", index: 0 }],
    usageMetadata: tokens,
    responseId: newId("response"),
  }),
  stream(request, step) {
    return [this.body(request, step)];
  },
  streams: (path) => path.endsWith(":streamGenerateContent"),
};

function resultOf({ output, error }: Json): string {
  return flat(output ?? error);
}

const tokens = {
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output,
  totalTokenCount: usage.input + usage.output,
};

function parts({ text, tools = [] }: Step): readonly Json[] {
  const calls = tools.map(({ name, input }) => ({ functionCall: { id: newId("call"), name, args: input } }));
  return [...(text === undefined ? [] : [{ text }]), ...calls];
}

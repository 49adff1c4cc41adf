/** Called when an answer is complete, with its text and why it ended. Must not throw. */
export type OnAnswer = (text: string, finishReason: unknown) => Promise<void>;

interface StreamPart {
  readonly type?: unknown;
  readonly delta?: unknown;
  readonly finishReason?: unknown;
}

/** Of a longer answer only the end is read. */
const textChars = 1_000_000;

/**
 * The same stream, part by part and without delay. `onAnswer` is awaited before the last part is passed on,
 * so that everything is recorded when the caller has read the stream to its end. It is not called for a
 * stream that breaks off.
 */
export function watchStream<Stream extends object>(stream: Stream, onAnswer: OnAnswer): Stream {
  const answer = { text: "", broken: false };
  const watched = new TransformStream<StreamPart, StreamPart>({
    async transform(part, controller) {
      if (part.type === "text-delta" && typeof part.delta === "string")
        answer.text = (answer.text + part.delta).slice(-textChars);
      if (part.type === "text-end") answer.text += "\n";
      if (part.type === "error") answer.broken = true;
      if (part.type === "finish" && !answer.broken) await onAnswer(answer.text, part.finishReason);
      controller.enqueue(part);
    },
  });
  return (stream as unknown as ReadableStream<StreamPart>).pipeThrough(watched) as unknown as Stream;
}

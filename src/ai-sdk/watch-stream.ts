/** Told when an answer is complete: its text, and why it ended. Must not throw. */
export type Listener = (text: string, finishReason: unknown) => Promise<void>;

/** Of one part of a stream. */
interface StreamPart {
  readonly type?: unknown;
  readonly delta?: unknown;
  readonly finishReason?: unknown;
}

/** Longer answers are heard by their end. */
const textChars = 1_000_000;

/**
 * The same stream, part by part and no later than the model sends them. The listener is told before the last
 * part goes on, so that whoever has read the stream to its end finds everything on record. A stream that
 * breaks off is told to nobody.
 */
export function watchStream<Stream extends object>(stream: Stream, listener: Listener): Stream {
  const heard = { text: "", broken: false };
  const watched = new TransformStream<StreamPart, StreamPart>({
    async transform(part, controller) {
      if (part.type === "text-delta" && typeof part.delta === "string")
        heard.text = (heard.text + part.delta).slice(-textChars);
      if (part.type === "text-end") heard.text += "\n";
      if (part.type === "error") heard.broken = true;
      if (part.type === "finish" && !heard.broken) await listener(heard.text, part.finishReason);
      controller.enqueue(part);
    },
  });
  return (stream as unknown as ReadableStream<StreamPart>).pipeThrough(watched) as unknown as Stream;
}

import { type ModelRequest, textOf } from "./model-request.js";
import { unlessItFails } from "./unless-it-fails.js";
import { watchStream } from "./watch-stream.js";
import type { WatchedRun } from "./watched-run.js";
import { withLessons } from "./with-lessons.js";

export interface GeneratedAnswer {
  readonly content: readonly object[];
  readonly finishReason: unknown;
}

/**
 * Language model middleware for version 6 and 7 of the AI SDK; either version finds in it what its own type
 * asks for.
 */
export interface RunMiddleware {
  readonly specificationVersion: "v3";
  transformParams<Request extends ModelRequest>(options: { readonly params: Request }): Promise<Request>;
  wrapGenerate<Answer extends GeneratedAnswer>(options: {
    readonly doGenerate: () => PromiseLike<Answer>;
  }): Promise<Answer>;
  wrapStream<Answer extends { readonly stream: object }>(options: {
    readonly doStream: () => PromiseLike<Answer>;
  }): Promise<Answer>;
}

/**
 * Puts lessons before the model and listens to its answers. The answers themselves pass through unchanged.
 */
export function runMiddleware(run: WatchedRun): RunMiddleware {
  return {
    specificationVersion: "v3",
    transformParams: ({ params }) =>
      unlessItFails(run.ws, "request", params, async () => withLessons(params, await run.lessons(params))),
    async wrapGenerate({ doGenerate }) {
      const question = run.asked();
      const answer = await doGenerate();
      await unlessItFails(run.ws, "answer", undefined, () =>
        run.answered(question, textOf(answer.content), waitsForTools(answer.finishReason)),
      );
      return answer;
    },
    async wrapStream({ doStream }) {
      const question = run.asked();
      const answer = await doStream();
      return {
        ...answer,
        stream: watchStream(answer.stream, (text, finishReason) =>
          unlessItFails(run.ws, "answer", undefined, () =>
            run.answered(question, text, waitsForTools(finishReason)),
          ),
        ),
      };
    },
  };
}

/** A word in older providers, in newer ones an object that holds it. */
function waitsForTools(reason: unknown): boolean {
  const unified: unknown =
    typeof reason === "object" && reason !== null ? Reflect.get(reason, "unified") : reason;
  return unified === "tool-calls";
}

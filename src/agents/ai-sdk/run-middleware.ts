import { type ModelRequest, messageText, withSystemText, withToldResults } from "./model-request.js";
import { watchStream } from "./watch-stream.js";
import type { WatchedRun } from "./watched-run.js";

export interface GeneratedAnswer {
  readonly content: readonly object[];
  readonly finishReason: unknown;
}

/** Language model middleware, typed so that version 6 and version 7 of the AI SDK both accept it. */
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

/** Adds lessons to the model's requests and reads its answers, which pass through unchanged. */
export function runMiddleware(run: WatchedRun): RunMiddleware {
  return {
    specificationVersion: "v3",
    transformParams: ({ params }) =>
      run.failOpen("request", params, async () => {
        const lessons = await run.lessons(params);
        return withToldResults(withSystemText(params, lessons), run.told);
      }),
    async wrapGenerate({ doGenerate }) {
      const question = run.asked();
      const answer = await doGenerate();
      await run.failOpen("answer", undefined, () =>
        run.answered(question, messageText(answer.content), waitsForTools(answer.finishReason)),
      );
      return answer;
    },
    async wrapStream({ doStream }) {
      const question = run.asked();
      const answer = await doStream();
      return {
        ...answer,
        stream: watchStream(answer.stream, (text, finishReason) =>
          run.failOpen("answer", undefined, () => run.answered(question, text, waitsForTools(finishReason))),
        ),
      };
    },
  };
}

/** Older providers give the reason as a string, newer ones in an object. */
function waitsForTools(reason: unknown): boolean {
  const unified: unknown =
    typeof reason === "object" && reason !== null ? Reflect.get(reason, "unified") : reason;
  return unified === "tool-calls";
}

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { chatWire } from "./chat-wire.js";
import { type Json, type Step, streamed } from "./step.js";

interface Message {
  readonly role: string;
  readonly content: string | null;
}

/** What a model is asked, and what it was told before that. */
export interface Question {
  readonly asked: string;
  readonly turn: number;
  readonly system: string;
}

/** A model of the AI SDK that answers by a script, through the SDK's own provider but without a network. */
export function scriptedModel(script: (question: Question) => Step) {
  const seen: Json[] = [];
  const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    const body: Json = JSON.parse(String(init?.body));
    seen.push(body);
    const { asked, turns } = chatWire.read(body);
    return responseTo(body, script({ asked, turn: turns, system: saidIn(body, "system") }));
  };
  const provider = createOpenAICompatible({ name: "scripted", baseURL: "http://scripted.invalid/v1", fetch });
  /** What the messages of a request say, by role; the newest request if none is named. */
  const said = (role: string, request = -1) => saidIn(seen.at(request) ?? { messages: [] }, role);
  return { model: provider("scripted-1"), seen, said };
}

function saidIn({ messages }: Json, role: string): string {
  return (messages as readonly Message[])
    .flatMap((message) => (message.role === role ? [message.content ?? ""] : []))
    .join("\n");
}

function responseTo(request: Json, step: Step): Response {
  if (step.status !== undefined)
    return Response.json({ error: { message: "scripted" } }, { status: step.status });
  if (request.stream !== true) return Response.json(chatWire.body(request, step));
  const text = streamed(chatWire, chatWire.stream(request, step)).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

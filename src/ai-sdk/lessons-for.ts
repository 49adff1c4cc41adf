import type { Whetstone } from "../compose/whetstone.js";
import type { Place, Reply } from "../hosts/moment.js";
import { byHost } from "../hosts/who.js";
import type { RunOptions } from "./run-options.js";
import { unlessItFails } from "./unless-it-fails.js";

/** More words of a task say nothing new about it. */
const taskChars = 20_000;

/**
 * What goes before an agent for one prompt: the brief of its role and, if its author asked for it, the plan.
 */
export async function lessonsFor(
  ws: Whetstone,
  place: Place,
  { text, plan = false }: { readonly text: string } & Pick<RunOptions, "plan">,
  brief: () => Promise<Reply>,
): Promise<string> {
  const { context = "" } = await brief();
  if (plan === false || text.trim() === "") return context;
  const planned = await unlessItFails(ws, "plan", "", () => planFor(ws, place, text, plan));
  return [context, planned].filter((block) => block !== "").join("\n\n");
}

async function planFor(
  ws: Whetstone,
  place: Place,
  text: string,
  plan: Exclude<RunOptions["plan"], undefined>,
): Promise<string> {
  const task = text.slice(0, taskChars);
  const { prompt } = await ws.plan({
    task,
    taskId: place.session,
    run: place.run,
    ...(typeof plan === "object" ? { strategy: plan.strategy } : {}),
    ...byHost(place),
  });
  // A user's words have no business in the system message; they stand in the prompt already.
  return prompt.replace(`## Task\n\n${task}`, () => "").trim();
}

import { WhetstoneError } from "../../base/errors.js";
import type { Context } from "../../verbs/call/context.js";
import type { Speaker } from "../../verbs/call/speaker.js";
import { sharedProjectOf } from "./exchange.js";

interface Dismissal extends Pick<Speaker, "actor" | "origin"> {
  /** The id of the event that was refused. */
  readonly refusal: string;
  readonly reason: string;
}

/**
 * Takes a refusal off what waits for a person, and says so in the log. The log comes first: a crash between the
 * two leaves a refusal that can be dismissed again, which is told once.
 */
export async function dismissRefusal(context: Context, { refusal, reason, actor, origin }: Dismissal) {
  const project = sharedProjectOf(context);
  const found = (await project?.refusals())?.find(({ id }) => id === refusal);
  if (project === undefined || found === undefined) throw noRefusal(refusal);
  const told = `dismissed ${refusal}`;
  await context.ledger.write(async (writer) => {
    if ((await writer.eventByKey(told)) !== undefined) return;
    const data = { refused: refusal, type: found.type, reason };
    await writer.append({ type: "refusal-dismissed", data, actor, origin, key: told });
  });
  const left = await project.dropRefusal(found);
  return { refusal, type: found.type, left };
}

function noRefusal(id: string): WhetstoneError {
  return new WhetstoneError("not_found", `the hub refused nothing with the id '${id}'`, {
    field: "refusal",
    next: "'whetstone team status' lists what was refused",
  });
}

import { counted } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";

type Data = Readonly<Record<string, unknown>>;

/** Whom or what an event is about, and what it says of that; the first that an event has stands for it. */
const subjects = ["tool", "adapter", "capability", "member", "role", "agent", "phase"] as const;
const words = [
  ...["text", "line", "reason", "justification", "summary", "result", "verdict", "decision"],
  ...["noted", "kind", "status", "moment"],
] as const;

const mostChars = 140;

/** What an event says, in a phrase for a list; empty where its type says it all. */
export function eventPhrase(type: string, data: Data): string {
  if (type === "trial-session-ended") return drawsPhrase(data);
  const said = [firstOf(data, subjects), passedText(data) ?? firstOf(data, words)];
  return oneLine(said.filter((each) => each !== undefined).join(": "), mostChars);
}

function firstOf(data: Data, names: readonly string[]): string | undefined {
  const found = names.find((name) => typeof data[name] === "string" && data[name] !== "");
  return found === undefined ? undefined : String(data[found]);
}

function passedText({ passed }: Data): string | undefined {
  return typeof passed === "boolean" ? (passed ? "passed" : "stayed closed") : undefined;
}

interface Draw {
  readonly lesson: string;
  readonly shown: boolean;
  readonly failed: boolean;
}

/** The lessons that chance decided in a session of a trial. */
export function drawsIn({ draws }: Data): readonly Draw[] {
  return Array.isArray(draws) ? draws : [];
}

function drawsPhrase(data: Data): string {
  const arm = (isShown: boolean, name: string) => {
    const draws = drawsIn(data).filter(({ shown }) => shown === isShown);
    const failed = draws.filter((draw) => draw.failed).length;
    if (draws.length === 0) return [];
    const again = failed === 0 ? "" : failed === draws.length ? ", came back" : `, ${failed} came back`;
    return [`${counted(draws.length, "lesson")} ${name}${again}`];
  };
  return [...arm(true, "shown"), ...arm(false, "held out")].join("; ");
}

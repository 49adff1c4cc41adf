import { dirname } from "node:path";
import type { Input, Result, Whetstone } from "../../src/index.js";
import { directiveId } from "../../src/lessons/directive/rules/directive-id.js";
import type { EventData } from "../../src/log/events/catalog.js";
import type { Draft } from "../../src/log/store/ledger-writer.js";
import { hostSpeaker } from "../../src/verbs/call/speaker.js";
import { ledgerOver } from "./ledger.js";
import { sqliteIn } from "./sqlite.js";
import type { OpenedInTemp } from "./whetstone.js";

type DirectiveLesson = Extract<Result<"lessons list">["lessons"][number], { kind: "directive" }>;
type Seeded =
  | "lesson-proposed"
  | "lesson-activated"
  | "lesson-exposed"
  | "trial-session-ended"
  | "trial-judged";
type SeedDraft = { [Type in Seeded]: Omit<Draft<Type>, "actor" | "origin"> }[Seeded];

/** A directive that comes in as active, and what a test changes of it. */
export function rule(changes: Partial<Input<"lessons add">> = {}): Input<"lessons add"> {
  return {
    text: "Validate every request body with a schema",
    appliesToAgents: ["coder"],
    requiredActions: ["parse the body with a schema"],
    ...changes,
  };
}

/** Ten sentences of which no two speak of the same. */
export const topics = [
  "Close every file handle before a rename",
  "Write the changelog entry with the feature",
  "Bind database values instead of joining strings",
  "Keep network timeouts below thirty seconds",
  "Log the request id beside every error",
  "Name branches after their ticket",
  "Cache nothing that belongs to one user",
  "Prefer named exports in modules",
  "Sort imports by their package",
  "Round prices only when they are shown",
] as const;

/** A reviewer's output with its section. */
export function compliance(...lines: readonly string[]): string {
  return ["I read the change.", "", "## DIRECTIVE_COMPLIANCE", ...lines, ""].join("\n");
}

/** Begins a phase and asks its gate. */
export async function passPhase(ws: Whetstone, phase: string): Promise<Result<"gate">> {
  await ws.beginPhase({ phase });
  return ws.gate({ phase });
}

/** The short id under which a brief showed a directive. */
export function shortIdIn(brief: Result<"brief">, lesson: string): string {
  const shortId = brief.shown.find((each) => each.lesson === lesson)?.shortId;
  if (shortId === undefined || shortId === null) throw new Error(`${lesson} was not shown`);
  return shortId;
}

/** Where a directive stands, as the list of lessons has it. */
export async function directiveOf(ws: Whetstone, lesson: string): Promise<DirectiveLesson> {
  const { lessons } = await ws.lessons.list({ kind: "directive" });
  const found = lessons.find(({ id }) => id === lesson);
  if (found?.kind !== "directive") throw new Error(`there is no directive ${lesson}`);
  return found;
}

/** Shows a directive to the coder in a run of its own, and lets a reviewer of a host judge it in another. */
export async function judged(
  ws: OpenedInTemp,
  lesson: string,
  run: string,
  verdict: "VERIFIED" | "VIOLATED" = "VIOLATED",
  origin = "agent:reviewer",
): Promise<NonNullable<Result<"review">["compliance"]>> {
  const phase = `phase of ${run}`;
  const brief = await ws.brief({ role: "coder", phase, run });
  const line = `${verdict}:${shortIdIn(brief, lesson)} evidence=src/a.ts:1`;
  const { compliance: result } = await ws.as(hostSpeaker("claude-code")).review({
    phase,
    run: `review of ${run}`,
    origin,
    output: compliance(line),
  });
  if (result === null) throw new Error("nothing was reviewed");
  return result;
}

/** Appends events to the log of a project on a real store, in one write: thousands come in at once. */
export async function seed(ws: Whetstone, drafts: readonly SeedDraft[]): Promise<void> {
  const { store, project } = await ws.status();
  if (store.location === null) throw new Error("there is no file to write to");
  const opened = sqliteIn(dirname(store.location));
  await ledgerOver({ store: opened, project: project.key }).write(async (writer) => {
    for (const draft of drafts) await writer.append({ actor: "tester", origin: "human", ...draft });
  });
  await opened.close();
}

/** The events that bring in an active directive for the coder. */
export function directiveDrafts(
  text: string,
  changes: Partial<EventData<"lesson-proposed">> = {},
): readonly SeedDraft[] {
  const lesson = directiveId(text);
  const data: EventData<"lesson-proposed"> = {
    lesson,
    kind: "directive",
    text,
    category: "general",
    tags: [],
    triggers: [],
    requiredActions: ["do it"],
    forbiddenActions: [],
    verificationChecks: [],
    appliesToAgents: ["coder"],
    appliesToTools: [],
    priority: "medium",
    enforcement: "warn",
    citations: [],
    bornAtPhase: 0,
    ...changes,
  };
  return [
    { type: "lesson-proposed", data },
    { type: "lesson-activated", data: { lesson, reason: "it has a check and a scope" } },
  ];
}

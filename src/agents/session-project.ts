import { isAbsolute, join } from "node:path";
import { WhetstoneError } from "../base/errors.js";
import { isSameProject, type ProjectPlace } from "../base/project/identify.js";
import { isBeginning } from "../base/project/session-beginnings.js";
import { settingsStage } from "../verbs/doctor/recent-losses.js";
import type { Whetstone } from "../verbs/open/whetstone.js";
import type { HookDiagnostics, OpenProject } from "./host.js";
import type { Moment, MomentOf, Reply } from "./moment.js";
import { checkCall, toolChars } from "./moments/before-tool.js";
import { type SessionFacts, setupCheckSession } from "./sessions.js";
import { agentSource } from "./source.js";

interface Opening {
  readonly open: OpenProject;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly diagnostics?: HookDiagnostics | undefined;
}

/**
 * The project in which the session of a moment began, wherever the session is now and whatever that folder has
 * become since: its rules hold for the whole session, and what the session does is recorded there alone.
 */
export async function openSessionProject(
  { host, session, root, startedIn }: Moment,
  facts: SessionFacts,
  { open, clock, diagnostics }: Opening,
): Promise<Whetstone> {
  if (session === setupCheckSession) return open(root);
  const known = facts.began ?? diagnostics?.beginnings?.of(host, session);
  // What the host says counts: a key in its settings opens the project of those settings alone.
  const began = known !== undefined && (startedIn === undefined || isBeginning(known, startedIn));
  const ws = began ? await open(known.root, known) : await open(startedIn ?? root);
  facts.began ??= known ?? ws.place;
  if (known === undefined) noteBeginning({ host, session }, ws, clock(), diagnostics);
  noteUnfollowed(ws, facts);
  return ws;
}

/** Without the note only this process knows where the session began. */
function noteBeginning(
  { host, session }: Pick<Moment, "host" | "session">,
  ws: Whetstone,
  now: number,
  diagnostics: HookDiagnostics | undefined,
): void {
  try {
    diagnostics?.beginnings?.note(host, session, ws.place, now);
  } catch (error) {
    ws.noteLoss(`${host} session`, `where it began cannot be noted: ${messageOf(error)}`);
  }
}

/** Counts what was answered while the settings file could not be followed, this moment among it. */
function noteUnfollowed(ws: Whetstone, facts: SessionFacts): void {
  for (const reason of facts.unnoted) ws.noteLoss(settingsStage, reason);
  facts.unnoted = [];
  if (ws.settingsFault !== undefined)
    ws.noteLoss(settingsStage, `${ws.settingsFault}; what it last said holds`);
}

/** More refusals in a row teach nothing new. */
const unnotedKept = 100;

/**
 * The answer where the session's project cannot be opened. If that is for its settings, it is not known what is
 * enforced, so nothing runs, and whoever reads the next prompt is told. Otherwise the agent goes on.
 */
export function replyWithoutProject(
  { kind }: Pick<Moment, "kind">,
  facts: SessionFacts,
  error: unknown,
  diagnostics: HookDiagnostics | undefined,
): Reply {
  const reason = unfollowable(error);
  const wentOn = reason === undefined && !isGone(error);
  diagnostics?.lost?.(messageOf(error), kind === "before-tool" && wentOn);
  if (reason === undefined) return {};
  if (facts.unnoted.length < unnotedKept) facts.unnoted = [...facts.unnoted, messageOf(error)];
  if (kind === "before-tool") return { refusal: { decision: "deny", reason } };
  return kind === "prompt" || kind === "session-start" ? { context: reason, notice: reason } : {};
}

/** Why nothing may run, and the way out; undefined for any other fault than that of settings. */
function unfollowable(error: unknown): string | undefined {
  if (!(error instanceof WhetstoneError) || error.code !== "invalid_config") return undefined;
  const parts = [
    "Whetstone does not know which rules are enforced here, so no tool may run:",
    `${error.message.replace(/[.?]$/, "")}.`,
    ...(error.next === undefined ? [] : [`${error.next.replace(/\.$/, "")}.`]),
    "Only the person you work for can do so: tell them. 'whetstone doctor' says more.",
  ];
  return parts.join(" ");
}

/**
 * Whether the project around the folder of a call forbids it, where that is another project than the session's.
 * Nothing is recorded there, and here only that it was so.
 */
export async function refusalElsewhere(
  ws: Whetstone,
  moment: MomentOf<"before-tool">,
  opening: Opening,
): Promise<Reply> {
  const reason = await reasonElsewhere(ws, moment, opening);
  if (reason === undefined) return {};
  await noteDenied(ws, moment, { elsewhere: true });
  return { refusal: { decision: "deny", reason } };
}

/** Puts a denial on record that no rule of the session's project is the reason of. */
export async function noteDenied(
  ws: Whetstone,
  moment: MomentOf<"before-tool">,
  why: { readonly elsewhere?: true },
): Promise<void> {
  const { session, run, use } = moment;
  await ws.noteGuarded({
    decision: "denied",
    lessons: [],
    ...why,
    tool: use.tool.slice(0, toolChars),
    call: use.command ?? (use.files.join(" ") || use.input),
    id: use.id,
    phase: session,
    task: session,
    run,
    ...agentSource(ws, moment),
  });
}

async function reasonElsewhere(
  ws: Whetstone,
  moment: MomentOf<"before-tool">,
  { open, diagnostics }: Opening,
): Promise<string | undefined> {
  const { open: openOther, mayQuote } = diagnostics?.elsewhere ?? { open, mayQuote: true };
  try {
    const other = await openOther(moment.root);
    if (isSameProject(other.place, ws.place)) return undefined;
    const { decision, reason } = await checkCall(other, moment, {});
    if (decision !== "deny") return undefined;
    return mayQuote ? `In ${other.place.root}: ${reason}` : unquoted(other.place);
  } catch (error) {
    const reason = unfollowable(error);
    // Where there is no folder there are no rules.
    if (reason === undefined && !isGone(error)) ws.noteLoss(`${moment.host} before-tool`, messageOf(error));
    return reason;
  }
}

function unquoted({ root }: ProjectPlace): string {
  return (
    `A rule of the project in ${root}, where this call would run, forbids it. Do it another way, or ask the ` +
    "person you work for: 'whetstone check-tool' says there which rule it is."
  );
}

/** Files are named from the folder of the call, which may be another than that of the session. */
export function withWholePaths(moment: MomentOf<"before-tool">): MomentOf<"before-tool"> {
  const { use, root } = moment;
  const whole = (file: string) => (isAbsolute(file) ? file : join(root, file));
  const edits = use.edits.map((edit) => ({ ...edit, file: whole(edit.file) }));
  return { ...moment, use: { ...use, files: use.files.map(whole), edits } };
}

function isGone(error: unknown): boolean {
  return error instanceof WhetstoneError && error.code === "not_found";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { branchAt } from "../../base/project/branch-at.js";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import { oneLine } from "../../base/text/one-line.js";
import { withoutDocuments } from "../../lessons/failure/rules/call.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { sessionCounts, sessionKey } from "../../runs/fold/session-counts.js";
import { trails } from "../../runs/fold/trails.js";
import type { Context } from "../call/context.js";

/** Enough to know a session again. */
const nameChars = 120;

interface FirstPrompt {
  readonly session: string;
  /** The beginning of what a person typed. */
  readonly text: string;
  readonly actor: string;
}

/** Keeps what a person typed first in a session, by which people know it, and the branch that it began on. */
export async function nameSession(
  context: Context,
  { session, text, actor }: FirstPrompt,
  options: WaitOptions,
): Promise<void> {
  const { ledger, origin, places } = context;
  const firstPrompt = oneLine(maskSecrets(withoutDocuments(text)), nameChars);
  if (!ledger.config.hosts.sessionNames || firstPrompt === "") return;
  if (await ledger.read((reader) => isNamed(reader, session), options)) return;
  context.beforeWriting();
  const branch = branchAt(places.root);
  const data = {
    phase: session,
    firstPrompt,
    ...(branch && { branch: oneLine(maskSecrets(branch), nameChars) }),
  };
  await ledger.write(async (writer) => {
    if (await isNamed(writer, session)) return;
    await writer.append({ type: "session-named", data, actor, origin });
  }, options);
}

async function isNamed(reader: LedgerReader, session: string): Promise<boolean> {
  const row = await reader.row(sessionCounts, sessionKey(session));
  return row?.kind === "session" && row.name !== "";
}

/** The whole name of a session or a run, for one whose beginning was given; as given where several begin so. */
export async function wholeName(reader: LedgerReader, given: string): Promise<string> {
  if ((await reader.row(trails, given)) !== undefined) return given;
  const sessions = await reader.rowsBeginning(sessionCounts, sessionKey(given), 2);
  const [session] = sessions;
  if (sessions.length === 1 && session?.kind === "session") return session.session;
  const named = await reader.rowsBeginning(trails, given, 2);
  return (named.length === 1 ? named[0]?.name : undefined) ?? given;
}

import { useState } from "preact/hooks";
import { counted } from "../../../base/text/counted.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { codingAgent } from "../../../verbs/parts/coding-agent.js";
import { useActs } from "../acts.js";

type Brief = Result<"brief">;

/** The exact text for a session that begins now, made when somebody unfolds it; nothing is recorded. */
export function NextSession() {
  const { call, signOut } = useActs();
  const [brief, setBrief] = useState<Brief>();
  const [fault, setFault] = useState<string>();
  // A hub has no sessions.
  if (signOut !== undefined) return null;
  const ask = async () => {
    try {
      setBrief(await call("brief", { ...codingAgent, preview: true }));
      setFault(undefined);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <details
      class="next-session"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void ask();
      }}
    >
      <summary>What would my next session be shown?</summary>
      {brief === undefined || brief.text === "" ? null : <pre class="block">{brief.text}</pre>}
      <p class="soft" role="status">
        {fault ?? (brief === undefined ? null : toldText(brief))} <code>whetstone brief --preview</code>{" "}
        prints the same.
      </p>
    </details>
  );
}

function toldText({ failed, paused, shown, text, tokens }: Brief): string {
  if (failed !== undefined) return `It cannot be said: ${failed.reason}.`;
  if (paused) return "Nothing: lessons are paused.";
  if (text === "") return "Nothing: no lesson is for the start of a session.";
  const told = `${counted(shown.length, "lesson")}, ${counted(tokens, "token")}`;
  return `${told}. A lesson on trial may still be held out of that session.`;
}

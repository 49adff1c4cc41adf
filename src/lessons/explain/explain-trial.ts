import type { Config } from "../../base/config/settings.js";
import { counted } from "../../base/text/counted.js";
import type { Explanation } from "../kind.js";
import type { TrialRow } from "../trial/fold/trials.js";
import { guardText, type Measured, measured } from "../trial/measured-lesson.js";
import type { ShareFacts } from "../trial/rules/share.js";
import { certaintyText, repeatedText, verdictText } from "../trial/verdict-text.js";

/** Whether showing a lesson helps, with the sessions that say so. */
export function explainTrial(
  row: TrialRow | undefined,
  config: Config,
  facts: Pick<ShareFacts, "isVouched" | "isProjectTried">,
): Pick<Explanation, "answer" | "numbers"> {
  const found = measured(row, config, facts);
  if (row === undefined || found === undefined) return { answer: stopSentences(row), numbers: {} };
  const { shown, heldOut, evidence, low, high, share, guards } = found;
  const points = (difference: number) => `${difference > 0 ? "+" : ""}${Math.round(difference * 100)}`;
  return {
    answer: [
      armsSentence(shown, heldOut),
      `Verdict: ${verdictText(found)}. ${certaintyText(found)} (Evidence ${evidence}: 1 says nothing, 20 is enough.)` +
        (low === -1 && high === 1
          ? ""
          : ` Showing it changes how often it comes back by ${points(low)} to ${points(high)} percentage points.`),
      `It is shown in ${Math.round(share * 100)} % of the sessions now.`,
      `Otherwise: shown, ${guardText(guards.shown)}; held out, ${guardText(guards.heldOut)}.`,
      ...harmSentences(row),
      ...stopSentences(row),
      ...(row.newest.length < row.test.sessions
        ? [`The newest ${row.newest.length} of its ${row.test.sessions} sessions:`]
        : []),
      ...row.newest.map(
        ({ session, shown: was, probability, failed, evidence: after }) =>
          `Session ${session}: ${was ? "shown" : "held out"} (shown with probability ${probability}), ` +
          `${failed ? "came back" : "did not come back"}; evidence ${after.toPrecision(3)}.`,
      ),
    ],
    numbers: {
      shownSessions: shown.sessions,
      repeatedWhenShown: shown.repeated,
      heldOutSessions: heldOut.sessions,
      repeatedWhenHeldOut: heldOut.repeated,
      evidence,
      low,
      high,
      share,
    },
  };
}

function armsSentence(shown: Measured["shown"], heldOut: Measured["heldOut"]): string {
  if (heldOut.sessions === 0)
    return `Shown by chance, it came back in ${repeatedText(shown)} sessions; it was held out of none yet.`;
  if (shown.sessions === 0)
    return `Held out, it came back in ${repeatedText(heldOut)} sessions; by chance none was shown it yet.`;
  return `Shown by chance, it came back in ${repeatedText(shown)} sessions; held out, in ${repeatedText(heldOut)}.`;
}

function harmSentences({ verdict, lesson }: TrialRow): readonly string[] {
  if (verdict?.verdict !== "harms") return [];
  return [
    `It harms, so it has not been shown since ${verdict.at}: 'whetstone lessons retire ${lesson}' retires it, ` +
      `'whetstone lessons promote ${lesson}' shows it all the same, with your word for it.`,
  ];
}

/** Stops at the call keep the failure away by themselves: they say nothing about the lesson. */
function stopSentences(row: TrialRow | undefined): readonly string[] {
  const { shown, heldOut } = row?.stops ?? {};
  if (shown === undefined || heldOut === undefined || shown.sessions + heldOut.sessions === 0) return [];
  return [
    `A call was stopped in ${counted(shown.sessions, "session")}, of which ${shown.worked} made it again and ` +
      `it worked; let through by chance in ${heldOut.sessions}, of which ${heldOut.failures} failed. ` +
      "These sessions are not part of the evidence.",
  ];
}

import { printedLines } from "./judge.mjs";
import { tokensIn } from "./score.mjs";
import { callText, coreOf, lineWords, wordsOf } from "./words.mjs";

/** The record of saying nothing. */
export function sayNothing() {
  return { said: [], claims: {}, context: {} };
}

const printed = 20;

/**
 * The record of plain retrieval, without any judgement: at every failure but the host's own, the call of the
 * same tool that worked next after the most similar failure of an earlier session. Similar is the share of
 * common words of call and output. What worked next in the session itself is its claimed remedy.
 */
export function retrievePlainly(stream) {
  const record = sayNothing();
  const nextSuccess = successAfter(stream);
  const past = [];
  for (const failure of stream.failed.filter((call) => !stream.isOfHost(call))) {
    const { id, session, index } = failure;
    const words = allWords(failure);
    const [nearest] = past
      .filter((each) => each.call.session !== session && each.next !== undefined && each.next.index < index)
      .map((each) => ({ ...each, likeness: likeness(words, each.words) }))
      .sort((a, b) => b.likeness - a.likeness || b.call.index - a.call.index);
    const next = nextSuccess(failure);
    past.push({ call: failure, words, next });
    if (next !== undefined) record.claims[id] = { calls: [next.id], text: `\`${coreOf(callText(next))}\`` };
    if (nearest === undefined || nearest.likeness === 0) continue;
    const text = lineFor(nearest.call, nearest.next);
    record.said.push({ session, index, id, moment: "failure", text });
    record.context[session] = (record.context[session] ?? 0) + tokensIn(text);
  }
  return record;
}

/** Both calls as the design quotes them: whole up to 200 characters, the error up to 150. */
function lineFor(failed, next) {
  const quoted = (call) => `\`${coreOf(callText(call)).slice(0, 200)}\``;
  const error = (printedLines(failed).at(-1) ?? "").slice(0, 150);
  return `${quoted(failed)} failed: ${error}\n  what worked: ${quoted(next)}`;
}

function allWords(call) {
  const lines = printedLines(call);
  const text = [...lines.slice(0, printed), ...lines.slice(-printed)].join("\n");
  return new Set([...wordsOf(callText(call)), ...lineWords(text)]);
}

function likeness(one, other) {
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(1, one.size + other.size - common);
}

function successAfter({ calls }) {
  const bySession = new Map();
  for (const call of calls.values()) {
    if (call.is_error) continue;
    const key = `${call.session}\n${call.tool}`;
    if (!bySession.has(key)) bySession.set(key, []);
    bySession.get(key).push(call);
  }
  return ({ session, tool, index }) =>
    bySession.get(`${session}\n${tool}`)?.find((call) => call.index > index);
}

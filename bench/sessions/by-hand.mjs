import { toolCallOf } from "./stream.mjs";

const squeezed = (text) => text.replace(/\s+/g, " ").trim();

/** How the product reads the failures that a person has read. */
export function readByHand(failures, entries, { readFailure, classifyToolCall }) {
  const calls = new Map(entries.filter(({ kind }) => kind === "call").map((call) => [call.id, call]));
  const rows = failures.flatMap((label) => {
    const call = calls.get(label.id);
    if (call === undefined) return [];
    const given = toolCallOf(call);
    return [{ label, call, read: readFailure(given, classifyToolCall(given)) }];
  });
  const stated = rows.filter(({ label }) => label.cause !== "");
  return {
    rows,
    program: share(rows, ({ label, read }) => isSameProgram(label.program, read.program)),
    cause: share(stated, ({ label, read }) => isSameCause(label.cause, read.cause)),
    candidates: byKind(rows, ({ read }) => isCandidate(read.kind)),
    kinds: share(rows, ({ label, read }) => label.kind === read.kind),
  };
}

/** Failures that may become a lesson that is said before they happen again. */
function isCandidate(kind) {
  return ["misuse", "environment", "host"].includes(kind);
}

function byKind(rows, holds) {
  const kinds = [...new Set(rows.map(({ label }) => label.kind))].sort();
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      share(
        rows.filter(({ label }) => label.kind === kind),
        holds,
      ),
    ]),
  );
}

function share(rows, holds) {
  const right = rows.filter(holds).length;
  return { right, of: rows.length, share: rows.length === 0 ? null : right / rows.length };
}

/** `git push` and `git push origin` are one program; `git add` and `git` too, but not `git add` and `git push`. */
function isSameProgram(one, other) {
  const plain = (name) =>
    name
      .replace(/ \(.*\)$| redirection$/, "")
      .split("/")
      .at(-1)
      .split(" ");
  const [a, b] = [plain(one), plain(other)];
  const count = Math.min(a.length, b.length);
  return a.slice(0, count).join(" ") === b.slice(0, count).join(" ");
}

function isSameCause(one, other) {
  const [a, b] = [squeezed(one), squeezed(other)];
  return b !== "" && (a.includes(b) || b.includes(a));
}

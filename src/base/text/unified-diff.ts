const context = 3;
/** Beyond this many pairs of lines the middle is shown as replaced whole: nobody reads such a diff. */
const mostPairs = 4_000_000;

type Step = readonly [mark: " " | "-" | "+", line: string];

/** What turns one text into another, as `diff -u` prints it; empty when they are equal. */
export function unifiedDiff(before: string, after: string, path: string): string {
  if (before === after) return "";
  const steps = stepsOf(diffLines(before), diffLines(after));
  const head = [before === "" ? "--- /dev/null" : `--- a/${path}`, `+++ b/${path}`];
  return [...head, ...hunksOf(steps)].join("\n");
}

/** Each with its line end shown where it matters: a last line without one is marked as diff does. */
function diffLines(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)}\n\\ No newline at end of file`];
}

function stepsOf(before: readonly string[], after: readonly string[]): readonly Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const same = (lines: readonly string[]) => lines.map((line): Step => [" ", line]);
  return [...same(before.slice(0, start)), ...changesOf(a, b), ...same(before.slice(before.length - end))];
}

/** By the longest common row of lines. */
function changesOf(a: readonly string[], b: readonly string[]): readonly Step[] {
  const removed = a.map((line): Step => ["-", line]);
  const added = b.map((line): Step => ["+", line]);
  if (a.length * b.length > mostPairs) return [...removed, ...added];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      steps.push([" ", a[i] ?? ""]);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      steps.push(["-", a[i] ?? ""]);
      i += 1;
    } else {
      steps.push(["+", b[j] ?? ""]);
      j += 1;
    }
  }
  return steps;
}

function hunksOf(steps: readonly Step[]): readonly string[] {
  const near = (index: number) =>
    steps.slice(Math.max(0, index - context), index + context + 1).some(([mark]) => mark !== " ");
  const lines: string[] = [];
  let [old, fresh] = [1, 1];
  for (let index = 0; index < steps.length; ) {
    if (!near(index)) {
      index += 1;
      old += 1;
      fresh += 1;
      continue;
    }
    const hunk: Step[] = [];
    while (index < steps.length && near(index)) {
      hunk.push(steps[index] ?? [" ", ""]);
      index += 1;
    }
    const [olds, news] = ["+", "-"].map((not) => hunk.filter(([mark]) => mark !== not).length);
    lines.push(`@@ -${range(old, olds)} +${range(fresh, news)} @@`, ...hunk.map(([m, line]) => m + line));
    old += olds ?? 0;
    fresh += news ?? 0;
  }
  return lines;
}

/** An empty range names the line before it. */
function range(start: number, count = 0): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

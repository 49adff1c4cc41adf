/** The form of a check, and the value by which two checks of that form are the same. */
export function formOf(check) {
  if (check.never === undefined) return Object.keys(check).find((key) => key !== "then") ?? "";
  return `never.${Object.keys(check.never)[0]}`;
}

function keyOf(check) {
  const { never, before, commit } = check;
  if (never?.run !== undefined) return [never.run, ...(never.branch ?? [])].join(" ");
  if (never !== undefined) return String(never.write ?? never.text);
  if (before !== undefined)
    return [before.run ?? before.write ?? before, check.ran ?? check.read ?? check.skill].join(": ");
  if (commit !== undefined) return commit.not === undefined ? "like" : "not";
  return JSON.stringify(check);
}

/**
 * What is known of the checks that were made of a row. A row that holds a judged check speaks of the same check
 * alone; a row that was drawn among all rules speaks of each. `unread`: nobody has judged this one.
 */
export function judgeRow(row, checks) {
  const own = row.check === null ? [] : [row.check].flat();
  const isSame = (check) =>
    own.some((each) => formOf(each) === formOf(check) && keyOf(each) === keyOf(check));
  if (row.set.startsWith("compiled"))
    return checks.filter(isSame).map((check) => ({
      row,
      check,
      verdict: row.verdict === "wide" && softer(check, own[0]) ? "unread" : row.verdict,
    }));
  return checks.map((check) => {
    if (isSame(check)) return { row, check, verdict: "right" };
    if (row.level !== "call") return { row, check, verdict: "wrong" };
    return { row, check, verdict: own.some((each) => formOf(each) === formOf(check)) ? "unread" : "wrong" };
  });
}

/** A judged check that was too strict says nothing of one that warns. */
function softer(check, judged) {
  return check.then !== undefined && check.then !== judged?.then;
}

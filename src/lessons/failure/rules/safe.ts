const silent =
  /--no-verify|--force\b|\|\|\s*(?:true|:|echo)|;\s*true\b|--no-gpg-sign|--skip|--ignore|--allow|-f\b(?=.*\bgit (?:add|push))|\bgit (?:stash|reset --hard)|HUSKY=0|--legacy-peer-deps/g;

/** Whether a remedy differs from the failed call by what only makes a check silent. */
export function silencesACheck(failed: string, remedy: string): boolean {
  const before = new Set(failed.match(silent));
  return (remedy.match(silent) ?? []).some((sign) => !before.has(sign));
}

const takesAway =
  /\brm\s|\bkill(?:all)?\b|\bpkill\b|\bgit\s+(?:reset|clean|checkout\s+--|branch\s+-D)|\bdrop\s+(?:table|database)|--force/i;

/** Whether a call takes something away that may not come back. */
export function destroys(text: string): boolean {
  return takesAway.test(text);
}

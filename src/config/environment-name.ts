/** `criteria.halfLifeDays` is set by `WHETSTONE_CRITERIA_HALF_LIFE_DAYS`. */
export function environmentName(path: string): string {
  return `WHETSTONE_${path.replaceAll(".", "_").replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

type Result = "success" | "partial" | "failure";

/** How runs ended, after one more. */
export function withResult(
  { success, partial, failure }: Readonly<Record<Result, number>>,
  result: Result,
): { readonly success: number; readonly partial: number; readonly failure: number } {
  return {
    success: success + Number(result === "success"),
    partial: partial + Number(result === "partial"),
    failure: failure + Number(result === "failure"),
  };
}

import { WhetstoneError } from "../errors.js";

/** Where a value came from, weakest first. */
export type ValueSource =
  | { readonly from: "default" }
  | { readonly from: "file"; readonly file: string }
  | { readonly from: "environment"; readonly variable: string }
  | { readonly from: "argument" };

/** One thing wrong with the configuration, in words that name the setting and the place. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
}

export function describeSource(source: ValueSource): string {
  switch (source.from) {
    case "default":
      return "default";
    case "file":
      return `file ${source.file}`;
    case "environment":
      return `environment ${source.variable}`;
    case "argument":
      return "argument";
  }
}

/** All problems in one error, so that a person corrects them in one go. */
export function configError(problems: readonly [Problem, ...Problem[]], cause?: unknown): WhetstoneError {
  const [first] = problems;
  const lines = problems.map(({ message }) => `- ${message}`);
  const message =
    problems.length === 1 ? first.message : `${problems.length} settings are wrong:\n${lines.join("\n")}`;
  return new WhetstoneError("invalid_config", message, {
    ...(first.path === "" ? {} : { field: first.path }),
    next: nextStep(first),
    values: { problems },
    cause,
  });
}

function nextStep({ path, suggestion }: Problem): string {
  if (suggestion !== undefined) return `Write ${suggestion} instead of ${path}, or remove it.`;
  return path === ""
    ? "Correct the file, or delete it."
    : `Correct ${path}, or remove it to keep the default.`;
}

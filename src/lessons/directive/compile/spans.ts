import { wordSet } from "../../../reading/shell/words.js";
import { knownPrograms } from "../rules/forbidden/program-tables.js";

/** What stands between backticks in a rule. */
type SpanSort = "command" | "program" | "option" | "path" | "branch" | "text" | "word";

export interface Span {
  readonly text: string;
  readonly sort: SpanSort;
}

/** Programs that work on a project's code, beside those whose commands are known. */
const projectPrograms = wordSet(`
  ./gradlew ./mvnw bazel biome black buf clang-format cmake ctest dart eslint flake8 fvm gofmt goimports
  golangci-lint gotestsum gt invoke isort jest just ktlint lefthook mise mix mypy nix nox npx oxlint phpstan
  phpunit playwright podman pre-commit prettier pylint pyright pytest rake rspec rubocop ruff rustfmt
  shellcheck swift swiftlint task tox tsc tsx vitest xcodebuild
`);

const branchNames = wordSet("main master develop dev trunk staging production release");

/** Words of a language that mean something else in a sentence. */
const codeWords = wordSet("any var eval println");

const fileEnding =
  /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|lock|md|mdx|mdc|py|rb|go|rs|java|kts?|swift|sh|nix|env|css|scss|html|sql|prisma|proto|tf|cfg|ini|xml|php|cs|sum|mod|txt|csv)$/;

/** What a code span is, by its form alone. */
function spanOf(given: string): Span {
  const text = given.trim();
  return { text, sort: sortOf(text) };
}

function sortOf(text: string): SpanSort {
  if (/^--?[A-Za-z][\w-]*(?:=\S+)?$/.test(text) || /^[A-Z][A-Z0-9_]*=\S+$/.test(text)) return "option";
  if (branchNames.has(text)) return "branch";
  if (codeWords.has(text)) return "text";
  const [program = "", ...rest] = text.split(/\s+/);
  if (isProgram(program)) return rest.length === 0 ? "program" : looksRun(rest) ? "command" : "text";
  if (isScript(program) && (rest.length > 0 || program.startsWith("./"))) return "command";
  if (isPath(text)) return "path";
  if (isEnding(text)) return "word";
  return /^[a-z]+$/i.test(text) && !/[a-z][A-Z]/.test(text) ? "word" : isLiteral(text) ? "text" : "word";
}

function isProgram(word: string): boolean {
  return knownPrograms.has(word) || projectPrograms.has(word);
}

function isScript(word: string): boolean {
  return /^\.{0,2}\/?[\w./-]+\.(?:sh|py|mjs|js|ts|rb)$/.test(word) && !word.startsWith("/");
}

/** Words behind a program as a command line has them, and no sentence. */
function looksRun(words: readonly string[]): boolean {
  return (
    words.every((word) => /^[\w@./:*=<>{}[\]'"$~+,|&\\-]+$/.test(word)) &&
    /^[\w@.<{[$/"'-]/.test(words[0] ?? "")
  );
}

function isPath(text: string): boolean {
  if (!/^[\w.*@~{}[\],/+-]+$/.test(text) || /^https?:/.test(text) || text.startsWith("@")) return false;
  if (/^\.[a-z][\w.-]*$/.test(text)) return /^\.(?:env|github|git|claude|cursor|vscode|husky)/.test(text);
  return (
    fileEnding.test(text) || /^[\w.*@-]+(?:\/[\w.*@{},-]+)*\/(?:\*{1,2})?$/.test(text) || /\/\*\*?/.test(text)
  );
}

/** `.exe` names a sort of files; a method that is not called looks the same. */
function isEnding(text: string): boolean {
  return /^\*?\.[a-z0-9]{1,10}$/.test(text);
}

/** A text that no sentence has: three characters of words, and no plain word. */
function isLiteral(text: string): boolean {
  return (
    (text.match(/\w/g)?.length ?? 0) >= 3 && !/^[a-z]+(?: [a-z]+)*$/i.test(text.replace(/[a-z][A-Z]/g, "_"))
  );
}

/** A rule without its code spans: each is its place in the list, between marks that no rule has. */
export interface Marked {
  readonly text: string;
  readonly spans: readonly Span[];
}

export function markSpans(text: string): Marked {
  const spans: Span[] = [];
  const marked = text.replace(/`+([^`]+)`+/g, (_, inside: string) => `⟦${spans.push(spanOf(inside)) - 1}⟧`);
  return { text: marked, spans };
}

/** The spans that a part of a marked text has. */
export function spansIn(part: string, { spans }: Marked): readonly Span[] {
  return [...part.matchAll(/⟦(\d+)⟧/g)].flatMap(([, at]) => spans[Number(at)] ?? []);
}

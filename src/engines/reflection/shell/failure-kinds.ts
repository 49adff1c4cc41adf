import type { Program } from "../../../shell/outcome.js";
import type { FailureKind } from "./failure-signs.js";

/**
 * They print what they read, or nothing: a word of failure in their output is content. Only a message of
 * their own tells.
 */
const printing =
  /^(?:cat|head|tail|sed|awk|gawk|grep|egrep|fgrep|rg|ag|jq|yq|cut|sort|uniq|wc|tr|less|more|bat|ls|find|fd|tree|diff|echo|printf|true|:|stat|file|column|xxd|od|hexdump|tee|nl|which|type|pwd|date|basename|dirname|realpath|readlink|env|printenv|ps|du|df|strings|comm|cmp|base64|md5|md5sum|shasum|sha256sum|seq|sleep|for|case|test|\[|\[\[|curl|wget|http|man|journalctl|dmesg)$/;
/** They act on files and folders or on the shell, and print at most a message of their own. */
const plain =
  /^(?:cd|pushd|popd|export|source|\.|set|unset|alias|rm|mkdir|rmdir|cp|mv|touch|chmod|chown|ln|kill|pkill|wait|exit|return|read|tar|unzip|zip|gunzip|gzip|open|trap|local|declare)$/;
/** They show commits, files, pages and logs of others. */
const showing: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^git$/,
    /^(?:show|diff|log|blame|grep|cat-file|ls-files|ls-tree|ls-remote|status|branch|remote|config|rev-parse|rev-list|reflog|describe|shortlog|tag|for-each-ref|notes|add|stash|fsck)$/,
  ],
  [/^gh$/, /^(?:api|view|diff|list|status|search|checks|browse)$/],
  [/^(?:docker|podman|kubectl|helm)$/, /^(?:logs|ps|images|inspect|get|describe|top)$/],
];

const words: Readonly<Record<Exclude<FailureKind, "run">, RegExp>> = {
  test: /(?:^|[^a-z])(?:tests?|specs?|e2e|py\.?test|jest|vitest|mocha|ava|rspec|phpunit|tox|nox|playwright|cypress|ctest|check|verify|ci)(?:[^a-z]|$)/i,
  lint: /lint|(?:^|[^a-z])(?:vet|ruff|flake8|mypy|pyright|clippy|rubocop|biome|prettier|shellcheck|typecheck|staticcheck|black|check|verify|ci)(?:[^a-z]|$)/i,
  build:
    /(?:^|[^a-z])(?:build|compile|tsc|install|tests?|vet|check|verify|ci|javac|gcc|g\+\+|clang|rustc|cc|webpack|vite|rollup|esbuild|go|cargo|swift|dotnet|mvn|gradlew?|bazel|fmt|gofmt|format|typecheck)(?:[^a-z]|$)|lint/i,
};

/**
 * Which kinds of failure a program can write about. A program that nothing is known of may write about any.
 */
export function failureKinds(program: Program): ReadonlySet<FailureKind> {
  if (isPrinting(program) || plain.test(program.words[0] ?? "")) return new Set();
  const named = kindsNamedIn(program.words.slice(0, 8).join(" "));
  return new Set<FailureKind>(["run", ...(named.length > 0 ? named : (["test", "lint", "build"] as const))]);
}

/** The kinds that a text names: the words of a command, or the label of a task in a line. */
function kindsNamedIn(text: string): readonly FailureKind[] {
  return (["test", "lint", "build"] as const).filter((kind) => words[kind].test(text));
}

/** Whether what it prints is the content of something else. */
export function isPrinting({ words: [name = "", ...rest] }: Program): boolean {
  if (printing.test(name)) return true;
  const verbs = showing.find(([program]) => program.test(name))?.[1];
  return verbs !== undefined && rest.slice(0, 6).some((word) => verbs.test(word));
}

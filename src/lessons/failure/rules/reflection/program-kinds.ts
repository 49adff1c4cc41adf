import type { Program } from "../../../../reading/shell/outcome.js";
import { wordSet } from "../../../../reading/shell/words.js";

/**
 * They print what they read, or nothing: a word of failure in their output is content. Only a message of
 * their own counts.
 */
const printing = wordSet(`
  cat head tail sed awk gawk grep egrep fgrep rg ag jq yq cut sort uniq wc tr less more bat ls find fd tree
  diff echo printf true : stat file column xxd od hexdump tee nl which type pwd date basename dirname realpath
  readlink env printenv ps du df strings comm cmp base64 md5 md5sum shasum sha256sum seq sleep for case test
  [ [[ curl wget http man journalctl dmesg
`);

/** They act on files and folders or on the shell, and print at most a message of their own. */
const quiet = wordSet(`
  cd pushd popd export source . set unset alias rm mkdir rmdir cp mv touch chmod chown ln kill pkill wait exit
  return read tar unzip zip gunzip gzip open trap local declare
`);

/** Sub-commands that show commits, files, pages and logs of others. */
const showing: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "git",
    wordSet(`
      show diff log blame grep cat-file ls-files ls-tree ls-remote status branch remote config rev-parse
      rev-list reflog describe shortlog tag for-each-ref notes fsck
    `),
  ],
  ["gh", wordSet("api view diff list status search browse")],
  ...["docker", "podman", "kubectl", "helm"].map(
    (name) => [name, wordSet("logs ps images inspect get describe top")] as const,
  ),
]);

/** Programs that answer a question with their exit code: 1 is "no", 2 and more are errors. */
const asking = wordSet("grep egrep fgrep zgrep rg ag pgrep pidof test [ [[ which");
const gitAsking = wordSet("grep merge-base check-ignore");
/** Programs that were asked for differences: 1 is "here they are". */
const comparing = wordSet("diff cmp colordiff sdiff zdiff zcmp");
const gitComparing = wordSet("--exit-code --quiet --no-index");

/** Whether a program only prints, searches or moves: its words are texts and files, never a command. */
export function runsNothing(name: string): boolean {
  return printing.has(name) || quiet.has(name);
}

/** Whether what it prints is the content of something else. */
export function isPrinting({ name, words: [, ...rest] }: Program): boolean {
  if (printing.has(name)) return true;
  const verbs = showing.get(name);
  return verbs !== undefined && rest.slice(0, 6).some((word) => verbs.has(word));
}

/** What exit code 1 of this program answers; undefined where it is a failure. */
export function answerOfExitCode({ name, words }: Program): "nothing" | "a difference" | undefined {
  if (asking.has(name)) return "nothing";
  if (comparing.has(name)) return "a difference";
  if (name !== "git") return undefined;
  if (words.slice(1, 6).some((word) => gitAsking.has(word))) return "nothing";
  return words.includes("diff") && words.some((word) => gitComparing.has(word)) ? "a difference" : undefined;
}

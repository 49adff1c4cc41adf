import { textsOfInterpreter } from "./programs.js";
import type { Command } from "./reading.js";
import { isOption, lengthOfOption, splitOption, wordSet } from "./words.js";
import { programName } from "./wrappers.js";

/** A program that changes files that it is given. Lists are written with spaces between their words. */
interface Row {
  readonly names: string;
  /** Which of its operands are files that it changes; `none`, if only options name them. */
  readonly changes: "all" | "last" | "not first" | "none";
  /** It changes them only with one of these options. */
  readonly only?: string;
  /** Options that take the next word. */
  readonly valued?: string;
  /** Options whose value is a file that it changes. */
  readonly files?: string;
  /** Options that give the script which otherwise is the first operand. */
  readonly script?: string;
}

const rows: readonly Row[] = [
  { names: "tee touch shred sponge ex ed", changes: "all", valued: "-n -d -t -r -s" },
  { names: "rm unlink rmdir", changes: "all" },
  {
    names: "find gfind",
    changes: "all",
    only: "-delete",
    valued: `-name -iname -path -ipath -wholename -regex -iregex -lname -type -xtype -newer -samefile -size -user
      -group -perm -depth -maxdepth -mindepth -mtime -mmin -ctime -cmin -atime -amin -fstype -links -inum`,
  },
  { names: "truncate", changes: "all", valued: "-s -r --size --reference" },
  { names: "mv git-mv", changes: "all", valued: "-S", files: "-t --target-directory" },
  { names: "git-rm git-restore", changes: "all", valued: "-s --source" },
  {
    names: "cp ln install rsync scp ditto",
    changes: "last",
    valued: "-m -o -g -e",
    files: "-t --target-directory",
  },
  {
    names: "sed gsed",
    changes: "not first",
    only: "-i --in-place",
    valued: "-e -f -l",
    script: "-e -f --expression --file",
  },
  {
    names: "perl ruby",
    changes: "not first",
    only: "-i -pi -ni",
    valued: "-e -E -pe -ne",
    script: "-e -E -pe -ne",
  },
  { names: "yq", changes: "not first", only: "-i --inplace" },
  {
    names: "awk gawk",
    changes: "not first",
    only: "-i --include",
    valued: "-i -F -v -f --include --field-separator --assign --file",
    script: "-f --file",
  },
  { names: "tar bsdtar gtar", changes: "none", files: "-C --directory", valued: "-f --file" },
  { names: "unzip", changes: "none", files: "-d" },
  { names: "prettier biome eslint dprint", changes: "all", only: "--write --fix --apply" },
  { names: "gofmt goimports shfmt", changes: "all", only: "-w" },
  { names: "clang-format autopep8", changes: "all", only: "-i --in-place" },
  { names: "black isort rustfmt", changes: "all" },
  { names: "patch", changes: "all", valued: "-i -p -d", files: "-o --output" },
  { names: "curl wget", changes: "none", files: "-o -O --output --output-document" },
  { names: "sort", changes: "none", files: "-o --output" },
  { names: "dd", changes: "none" },
];

interface Changer extends Pick<Row, "changes"> {
  readonly only: readonly string[];
  readonly taking: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly script: ReadonlySet<string>;
}

const byName: ReadonlyMap<string, Changer> = new Map(
  rows.flatMap(({ names, changes, only = "", valued = "", files = "", script = "" }) => {
    const taking = wordSet(`${valued} ${files}`);
    const row = { changes, only: [...wordSet(only)], taking, files: wordSet(files), script: wordSet(script) };
    return names.split(" ").map((name) => [name, row] as const);
  }),
);

/** Whether a program changes files that it is given. */
export function changesFiles(program: string): boolean {
  return byName.has(programName(program));
}

/** More files than people name. */
const mostFiles = 200;

/**
 * The files that a command writes, changes or removes, as they are written: targets of its redirections,
 * operands of programs that change files, and files that plain code opens to write.
 */
export function filesWrittenBy(command: Command): readonly string[] {
  const { words, output } = command;
  const name = programName(words[0] ?? "");
  const row = byName.get(name === "git" ? `git-${words[1]}` : name);
  const named = row === undefined ? checkedOut(name, words) : changedBy(row, name, words);
  const written = textsOfInterpreter(command).flatMap(writtenInCode);
  const all = [...output, ...named, ...written, ...foldersTaken(name, words).map((folder) => `${folder}/**`)];
  return all.length === 0 ? all : all.filter((file) => !file.startsWith("/dev/")).slice(0, mostFiles);
}

function changedBy(row: Changer, name: string, words: readonly string[]): readonly string[] {
  const { operands, values, seen } = changerParts(row, words.slice(name === "git" ? 2 : 1));
  if (name.endsWith("tar") && !words.some((word) => extracting.test(word))) return [];
  if (name === "dd") return operands.flatMap((word) => (word.startsWith("of=") ? [word.slice(3)] : []));
  const isOn =
    row.only.length === 0 || row.only.some((option) => seen.some((word) => word.startsWith(option)));
  if (!isOn || row.changes === "none") return values;
  if (row.changes === "all") return [...operands, ...values];
  if (row.changes === "last") return values.length > 0 || operands.length < 2 ? values : operands.slice(-1);
  return operands.slice(seen.some((option) => row.script.has(option)) ? 0 : 1);
}

interface Parts {
  readonly operands: readonly string[];
  /** Files that options name. */
  readonly values: readonly string[];
  readonly seen: readonly string[];
}

function changerParts({ taking, files }: Changer, words: readonly string[]): Parts {
  const operands: string[] = [];
  const values: string[] = [];
  const seen: string[] = [];
  for (let at = 0; at < Math.min(words.length, mostFiles); at += 1) {
    const word = words[at] ?? "";
    if (!isOption(word)) {
      operands.push(word);
      continue;
    }
    const [option, value] = splitOption(word);
    seen.push(option);
    const next = value === undefined && lengthOfOption(word, taking) === 2 ? words[++at] : value;
    if (files.has(option) && next !== undefined) values.push(next);
  }
  return { operands, values, seen };
}

/** `tar xzf`, `tar -xf`, `tar --extract`. */
const extracting = /^(?:-?[A-Za-z]{0,8}x[A-Za-z]{0,8}|--extract|--get)$/;

const recursive = /^(?:-[A-Za-z]{0,8}[rR][A-Za-z]{0,8}|--recurs\w{0,4})$/;

/** What goes away with all that is in it, if it is a folder: what `mv` moves and `rm -r` removes. */
function foldersTaken(name: string, words: readonly string[]): readonly string[] {
  const program = name === "git" ? words[1] : name;
  const operands = words.slice(name === "git" ? 2 : 1, mostFiles).filter((word) => !isOption(word));
  const moves = program === "mv" ? operands.slice(0, -1) : [];
  const removes = program === "rm" && words.some((word) => recursive.test(word)) ? operands : [];
  // Git keeps what it removes; all of it goes where a branch begins without a past.
  if (name === "git" && (words.includes("--cached") || removes.includes("."))) return [];
  return [...moves, ...removes].map((folder) => folder.replace(/(?:\/\*{0,2})+$/, ""));
}

/** `git checkout [tree] -- files`. */
function checkedOut(name: string, words: readonly string[]): readonly string[] {
  if (name !== "git" || words[1] !== "checkout" || !words.includes("--")) return [];
  return words.slice(words.indexOf("--") + 1);
}

const inCode = [
  /\bopen\(\s{0,9}["']([^"'\n]{1,300})["']\s{0,9},\s{0,9}["'][^"']{0,3}[wax+]/g,
  /\bPath\(\s{0,9}["']([^"'\n]{1,300})["']\s{0,9}\)\.(?:write_|unlink|touch)/g,
  /\b(?:writeFile|appendFile|createWriteStream|unlink|rm|truncate)(?:Sync)?\(\s{0,9}["'`]([^"'`\n]{1,300})/g,
  /\b(?:File|IO)\.write\(?\s{0,9}["']([^"'\n]{1,300})/g,
];

function writtenInCode(code: string): readonly string[] {
  return inCode.flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ([, file = ""]) => file).slice(0, mostFiles),
  );
}

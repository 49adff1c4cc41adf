import { wordSet } from "../../../../reading/shell/words.js";

/** Options of a command that mean the same. The first command and the first name of a group stand for all. */
interface Row {
  readonly commands: readonly string[];
  /** Groups of names for one option, parted by commas. */
  readonly same?: string;
  /** Options that take the next word. */
  readonly valued?: string;
  /** Further long options, where the program takes the beginning of a name for the name. */
  readonly others?: string;
  /** Its options are whole words after one dash, or after two. */
  readonly words?: boolean;
}

const rows: readonly Row[] = [
  {
    commands: ["git push"],
    same:
      "-f --force, -u --set-upstream, -d --delete, -n --dry-run, -q --quiet, -v --verbose, -o --push-option, " +
      "-4 --ipv4, -6 --ipv6",
    valued: "-o --push-option --repo --receive-pack --exec",
    others:
      "--force-with-lease --force-if-includes --mirror --all --branches --tags --follow-tags --prune --atomic " +
      "--thin --progress --no-verify --verify --signed --porcelain --recurse-submodules",
  },
  { commands: ["git send-pack"], others: "--force --mirror --all --dry-run --quiet --thin --atomic --stdin" },
  {
    commands: ["git commit"],
    same:
      "-n --no-verify, -a --all, -m --message, -F --file, -C --reuse-message, -c --reedit-message, " +
      "-t --template, -q --quiet, -s --signoff, -v --verbose, -p --patch, -S --gpg-sign, -e --edit",
    valued:
      "-m --message -F --file -C --reuse-message -c --reedit-message -t --template --author --date --fixup " +
      "--squash --cleanup --trailer --pathspec-from-file",
    others: "--amend --no-edit --allow-empty --allow-empty-message --dry-run --no-gpg-sign --reset-author",
  },
  {
    commands: ["git merge"],
    same: "-m --message, -F --file, -q --quiet, -v --verbose, -n --no-stat, -s --strategy, -X --strategy-option",
    valued: "-m --message -F --file -s --strategy -X --strategy-option --into-name",
    others: "--no-verify --no-ff --ff-only --squash --abort --continue --allow-unrelated-histories --no-edit",
  },
  {
    commands: ["git reset"],
    same: "-q --quiet, -p --patch, -N --intent-to-add",
    others: "--hard --soft --mixed --merge --keep --pathspec-from-file",
  },
  {
    commands: ["git clean"],
    same: "-f --force, -n --dry-run, -i --interactive, -q --quiet, -e --exclude",
    valued: "-e --exclude",
  },
  {
    commands: ["git checkout"],
    same: "-f --force, -q --quiet, -t --track, -m --merge, -d --detach, -p --patch",
    valued: "-b -B --orphan --conflict",
    others: "--ours --theirs --no-track --guess --overlay",
  },
  {
    commands: ["git switch"],
    same: "-f --force --discard-changes, -c --create, -C --force-create, -d --detach, -m --merge, -t --track",
    valued: "-c -C --create --force-create --orphan",
  },
  {
    commands: ["git restore"],
    same: "-S --staged, -W --worktree, -s --source, -p --patch",
    valued: "-s --source",
  },
  {
    commands: ["git branch"],
    same:
      "-d --delete, -f --force, -m --move, -c --copy, -a --all, -r --remotes, -v --verbose, " +
      "-u --set-upstream-to",
    valued: "-u --set-upstream-to --contains --merged --sort --format",
  },
  {
    commands: ["git tag"],
    same: "-d --delete, -f --force, -a --annotate, -m --message, -F --file, -s --sign, -l --list, -v --verify",
    valued: "-m --message -F --file -u --local-user",
  },
  {
    commands: ["git add", "git stage"],
    same:
      "-A --all --no-ignore-removal, -u --update, -f --force, -p --patch, -n --dry-run, -v --verbose, " +
      "-i --interactive",
    others: "--renormalize --intent-to-add --refresh --ignore-errors --chmod",
  },
  {
    commands: ["git pull"],
    same: "-r --rebase, -f --force, -q --quiet, -v --verbose, -p --prune, -t --tags, -s --strategy",
    valued: "-s --strategy -X --depth",
    others: "--no-rebase --ff-only --no-ff --squash --autostash --all",
  },
  {
    commands: ["rm"],
    same: "-r -R --recursive, -f --force, -v --verbose, -d --dir",
    others: "--no-preserve-root --preserve-root --one-file-system --interactive",
  },
  {
    commands: ["chmod"],
    same: "-R --recursive, -v --verbose, -c --changes, -f --silent --quiet",
    others: "--reference --preserve-root --no-preserve-root",
  },
  {
    commands: ["chown"],
    same: "-R --recursive, -v --verbose, -c --changes, -f --silent --quiet, -h --no-dereference",
    others: "--reference --from --preserve-root --no-preserve-root",
  },
  {
    commands: [
      "npm install",
      "npm i",
      "npm in",
      "npm ins",
      "npm inst",
      "npm insta",
      "npm instal",
      "npm isntall",
      "npm add",
    ],
    same: "-g --global, -D --save-dev, -S --save, -E --save-exact, -O --save-optional, -f --force",
    valued: "-w --workspace --prefix --registry --omit --include --location --tag --loglevel",
  },
  {
    commands: ["npm uninstall", "npm un", "npm unlink", "npm remove", "npm rm", "npm r"],
    same: "-g --global, -S --save",
    valued: "-w --workspace --prefix",
  },
  { commands: ["npm ci", "npm clean-install", "npm ic"] },
  {
    commands: ["pnpm add"],
    same: "-g --global, -D --save-dev, -O --save-optional, -E --save-exact",
    valued: "-C --dir",
  },
  { commands: ["bun add", "bun a"], same: "-g --global, -d -D --dev, -E --exact" },
  { commands: ["docker rm", "docker container rm"], same: "-f --force, -v --volumes, -l --link" },
  { commands: ["docker rmi", "docker image rm"], same: "-f --force" },
  { commands: ["docker volume rm"], same: "-f --force" },
  { commands: ["docker system prune"], same: "-a --all, -f --force", valued: "--filter" },
  { commands: ["docker image prune"], same: "-a --all, -f --force", valued: "--filter" },
  { commands: ["docker volume prune"], same: "-a --all, -f --force", valued: "--filter" },
  { commands: ["docker compose down"], same: "-v --volumes, -t --timeout", valued: "-t --timeout --rmi" },
  {
    commands: ["kubectl delete"],
    same:
      "-n --namespace, -f --filename, -l --selector, -A --all-namespaces, -k --kustomize, -R --recursive, " +
      "-o --output",
    valued:
      "-n --namespace -f --filename -l --selector -k --kustomize -o --output --context --kubeconfig " +
      "--grace-period --timeout --cascade --field-selector",
  },
  {
    commands: ["helm uninstall", "helm un", "helm del", "helm delete"],
    same: "-n --namespace",
    valued: "-n --namespace",
  },
  { commands: ["terraform apply"], same: "-auto-approve --auto-approve, -destroy --destroy", words: true },
  { commands: ["terraform destroy"], same: "-auto-approve --auto-approve", words: true },
  { commands: ["kill"], same: "-9 -KILL -SIGKILL, -15 -TERM -SIGTERM", words: true },
];

/** Programs under other names, which take the same commands. The first stands for all. */
const samePrograms: readonly (readonly string[])[] = [
  ["git", "hub"],
  ["docker", "podman", "nerdctl"],
  ["terraform", "tofu", "terragrunt"],
  ["kubectl", "oc", "kubecolor"],
  ["pip", "pip3"],
  ["python", "python3"],
  ["yarn", "yarnpkg"],
];

export interface CommandNames {
  /** The command by its first name: program and sub-commands. */
  readonly command: readonly string[];
  /** The name that stands for each option. */
  readonly options: ReadonlyMap<string, string>;
  /** Names with which the option takes the next word. */
  readonly valued: ReadonlySet<string>;
  /** Long names, where the beginning of a name is enough. */
  readonly long: readonly string[];
  readonly words: boolean;
}

/** What options are called, by command. */
export const commandNames: ReadonlyMap<string, CommandNames> = new Map(
  rows.flatMap((row) => {
    const names = toCommandNames(row);
    return row.commands.map((command) => [command, names] as const);
  }),
);

function toCommandNames({ commands, same = "", valued = "", others = "", words = false }: Row): CommandNames {
  const groups = same.split(",").map((group) => [...wordSet(group)]);
  const options = new Map(groups.flatMap((group) => group.map((name) => [name, group[0] ?? name] as const)));
  const long = [...options.keys(), ...wordSet(others)].filter((name) => name.startsWith("--"));
  const command = (commands[0] ?? "").split(" ");
  return { command, options, valued: wordSet(valued), long: others === "" ? [] : long, words };
}

const programs: ReadonlyMap<string, string> = new Map(
  samePrograms.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
);

/** The name that stands for a program. */
export function sameProgram(name: string): string {
  return programs.get(name) ?? name;
}

/** Other names of a program, without its own. */
export function otherPrograms(name: string): readonly string[] {
  return samePrograms.find(([first]) => first === name)?.slice(1) ?? [];
}

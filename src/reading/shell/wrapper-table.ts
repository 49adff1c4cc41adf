/** A program that runs another one. Lists of options are written with spaces between them. */
export interface WrapperRow {
  /** Names of programs, or a program with its sub-command. */
  readonly names: readonly string[];
  /** Options that take the next word. */
  readonly valued?: string;
  /** Operands of its own before the program: the duration of `timeout`, the lock of `flock`. */
  readonly operands?: number;
  /** The prefix of its options; a dash, if not stated. */
  readonly signs?: string;
  /** Options with which it runs no program: `command -v`. */
  readonly idle?: string;
  /** Options whose value is a script. */
  readonly script?: string;
  /** It runs scripts only: its operands are not a command. */
  readonly onlyScripts?: boolean;
  /** Its operands together are one script: `ssh host …`. */
  readonly joins?: boolean;
  /** Each of its operands is a script. */
  readonly each?: boolean;
  /** The rest after one of these options is one script: `cmd /c …`. */
  readonly tail?: string;
  /** The command follows `--`, if there is one, whatever is before it. */
  readonly dashes?: boolean;
  /** It runs the text that it reads as a script, as a shell does. */
  readonly reads?: boolean;
  /** Options whose value is a program text in its own language; `operand`: the first operand is one. */
  readonly code?: string;
  /**
   * It is a program in its own right, and its end is not that of what it runs: `find -exec`, `trap`. A
   * wrapper without this mark stands for the program behind it.
   */
  readonly own?: boolean;
}

const plainRows: readonly WrapperRow[] = [
  {
    names: ["sudo"],
    valued:
      "-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --chdir --chroot --role --type " +
      "--close-from --command-timeout --other-user",
    idle: "-e -l -v --edit --list --validate",
  },
  { names: ["doas"], valued: "-u -a -C", idle: "-C -L" },
  { names: ["pkexec"], valued: "--user" },
  { names: ["gosu", "su-exec"], operands: 1 },
  { names: ["chroot"], operands: 1 },
  {
    names: ["runuser"],
    valued: "-u -g -G -s -w --user --group --supp-group --shell",
    script: "-c --command --session-command",
  },
  {
    names: ["su", "script", "sg"],
    valued: "-s -g -G -w --shell --group --supp-group",
    script: "-c --command --session-command",
    onlyScripts: true,
  },
  {
    names: ["env"],
    valued: "-u -C -S -P --unset --chdir --split-string",
    script: "-S --split-string",
  },
  {
    names: ["xargs", "gxargs"],
    valued:
      "-n -I -J -L -P -R -S -s -d -E -a --max-args --max-procs --max-lines --max-chars --delimiter " +
      "--arg-file --process-slot-var",
  },
  {
    names: ["parallel"],
    valued: "-j -a -S -n -N -I --jobs --arg-file --sshlogin --joblog --timeout --delay",
  },
  { names: ["timeout", "gtimeout"], valued: "-s -k --signal --kill-after", operands: 1 },
  { names: ["nice", "gnice"], valued: "-n --adjustment" },
  { names: ["ionice"], valued: "-c -n -p -P -u --class --classdata", idle: "-p -P -u --pid --pgid --uid" },
  { names: ["chrt", "taskset"], operands: 1, idle: "-p --pid" },
  { names: ["time", "gtime"], valued: "-f -o --format --output" },
  { names: ["stdbuf", "gstdbuf"], valued: "-i -o -e --input --output --error" },
  { names: ["exec"], valued: "-a" },
  { names: ["caffeinate"], valued: "-t -w" },
  {
    names: ["strace"],
    valued:
      "-E -I -O -P -S -U -X -a -b -e -o -p -s -u --attach --columns --env --output " +
      "--string-limit --trace --user",
  },
  {
    names: ["ltrace"],
    valued: "-A -D -F -a -e -l -n -o -p -s -u -w -x --align --config --debug --library --output --where",
  },
  {
    names: ["flock"],
    valued: "-w -E --timeout --wait --conflict-exit-code",
    operands: 1,
    script: "-c --command",
  },
  { names: ["xvfb-run"], valued: "-e -f -n -p -s -w --auth-file --error-file --server-num --server-args" },
  { names: ["command"], idle: "-v -V" },
  {
    names: [
      "builtin",
      "noglob",
      "nocorrect",
      "nohup",
      "setsid",
      "unbuffer",
      "chronic",
      "busybox",
      "fakeroot",
    ],
  },
  {
    names: ["bash", "sh", "zsh", "dash", "ksh", "ash", "fish"],
    valued: "-o -O --rcfile --init-file",
    idle: "-n --no-execute",
    signs: "-+",
  },
  { names: ["watch"], valued: "-n --interval", onlyScripts: true },
  { names: ["eval"], onlyScripts: true },
  { names: ["trap"], onlyScripts: true, own: true },
  { names: ["find", "gfind"], own: true },
  { names: ["source", "."], own: true },
  { names: ["function"], operands: 1, own: true },
];

const dockerRun =
  "-a -c -e -h -l -m -p -u -v -w --add-host --annotation --attach --blkio-weight --cap-add --cap-drop " +
  "--cgroup-parent --cidfile --cpu-shares --cpus --cpuset-cpus --device --dns --entrypoint --env --env-file " +
  "--expose --gpus --group-add --health-cmd --hostname --ip --ipc --isolation --label --link --log-driver " +
  "--log-opt --mac-address --memory --mount --name --network --net --pid --platform --publish --pull " +
  "--restart --runtime --security-opt --shm-size --stop-signal --sysctl --tmpfs --ulimit --user --userns " +
  "--volume --volumes-from --workdir";
const dockerExec = "-e -u -w --detach-keys --env --env-file --user --workdir";

/**
 * Programs that carry a command somewhere else or pick the place it runs in, where the command cannot be told
 * from their other words by its form: a text in quotes, or a word of their own that is a program's name. Each
 * stays a program in its own right: its name is part of what people call the command.
 */
const carriers: readonly WrapperRow[] = [
  {
    names: ["ssh"],
    valued: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w",
    operands: 1,
    joins: true,
  },
  {
    names: ["docker run", "docker container run", "podman run", "nerdctl run"],
    valued: dockerRun,
    operands: 1,
  },
  {
    names: ["docker exec", "docker container exec", "podman exec", "nerdctl exec"],
    valued: dockerExec,
    operands: 1,
  },
  {
    names: ["docker compose exec", "docker-compose exec", "podman compose exec"],
    valued: `${dockerExec} --index`,
    operands: 1,
  },
  {
    names: ["docker compose run", "docker-compose run", "podman compose run"],
    valued: dockerRun,
    operands: 1,
  },
  {
    names: ["kubectl exec", "oc exec", "lxc exec", "incus exec", "multipass exec"],
    valued: "-c -n -f --container --namespace --context",
    operands: 1,
    dashes: true,
  },
  { names: ["npx", "bunx"], valued: "-p -w --package --workspace", script: "-c --call" },
  { names: ["npm exec", "npm x"], valued: "-p -w --package --workspace", script: "-c --call", dashes: true },
  { names: ["pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "bun x"], valued: "-p --package" },
  { names: ["poetry run", "bundle exec", "corepack"] },
  { names: ["uv run"], valued: "-p --python --with --extra --group --project --directory --env-file" },
  { names: ["conda run"], valued: "-n -p --name --prefix --cwd" },
  { names: ["git submodule foreach"], joins: true },
  { names: ["git rebase"], valued: "-X -s --onto --strategy", script: "-x --exec", onlyScripts: true },
  { names: ["git bisect run"] },
  { names: ["nix-shell"], valued: "-p -A -I", script: "--run --command", onlyScripts: true },
  { names: ["ansible"], valued: "-a -e -f -i -l -m -u --args", script: "-a --args", onlyScripts: true },
  { names: ["nodemon"], valued: "-w -e --watch --ext", joins: true },
  {
    names: [
      "tmux new-session",
      "tmux new",
      "tmux new-window",
      "tmux neww",
      "tmux split-window",
      "tmux splitw",
      "tmux run-shell",
      "tmux run",
      "tmux send-keys",
      "tmux send",
    ],
    valued: "-c -e -F -n -s -t -x -y -l -p",
    joins: true,
  },
  { names: ["screen"], valued: "-S -c -e -h -p -T -t" },
  { names: ["concurrently", "hyperfine"], valued: "-n -c -w -r --names --warmup --runs", each: true },
  { names: ["heroku run"], valued: "-a --app", joins: true },
  { names: ["cmd"], signs: "/", tail: "/c /k", onlyScripts: true },
  { names: ["powershell", "pwsh"], tail: "-c -command", onlyScripts: true },
  { names: ["at", "batch"], reads: true, onlyScripts: true },
];

/** Programs that run a text in a language of their own, which may run commands. */
const interpreters: readonly WrapperRow[] = [
  { names: ["python", "pypy"], valued: "-W -X -m", code: "-c" },
  { names: ["node", "tsx", "ts-node"], valued: "-r --require --import", code: "-e -p --eval --print" },
  { names: ["deno eval"], code: "operand" },
  { names: ["bun"], code: "-e --eval -p --print" },
  { names: ["perl"], code: "-e -E" },
  { names: ["ruby"], valued: "-r -I", code: "-e" },
  { names: ["php"], code: "-r" },
  { names: ["lua", "julia", "elixir", "Rscript", "osascript"], code: "-e" },
  { names: ["awk", "gawk", "mawk", "nawk"], valued: "-F -v", code: "operand" },
];

/** All programs that run others. */
export const wrapperRows: readonly WrapperRow[] = [
  ...plainRows,
  ...carriers.map((row) => ({ ...row, own: true })),
  ...interpreters.map((row) => ({ ...row, own: true, onlyScripts: true })),
];

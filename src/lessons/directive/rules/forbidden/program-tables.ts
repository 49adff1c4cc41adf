import { gitOptionsWithValue } from "../../../../reading/shell/git-alias.js";
import { wordSet } from "../../../../reading/shell/words.js";

/** Programs without sub-commands: all of their operands are alike. */
export const withoutSubCommands: ReadonlySet<string> = wordSet(`
  cat chgrp chmod chown cp curl dd head kill killall less ln ls mkdir mv pkill rm rmdir rsync scp sed shred
  tail tee touch truncate unlink wget
`);

/** Programs whose options are whole words after one dash: `-race` is not `-r -a -c -e`. */
export const longBehindOneDash: ReadonlySet<string> = wordSet(`
  go terraform tofu find java javac gcc g++ clang clang++ ffmpeg openssl xcodebuild packer vault consul nomad
  mvn
`);

/**
 * Options that a program takes before its sub-command and that take the next word. An option of these
 * programs that is not listed is a switch.
 */
const globalRows: readonly (readonly [names: string, valued: string])[] = [
  ["npm", "-w -C --workspace --prefix --registry --userconfig --cache --loglevel --tag --otp --scope"],
  ["pnpm", "-C -F -w --dir --filter --prefix --reporter --loglevel --registry"],
  ["yarn", "--cwd --use-yarnrc --cache-folder --registry"],
  ["bun", "--cwd -c --config --env-file --filter -F"],
  [
    "docker podman",
    "-H -c -l --host --context --config --log-level --tlscacert --tlscert --tlskey --url --connection",
  ],
  [
    "kubectl helm",
    `-n -s -v --namespace --context --kube-context --kubeconfig --cluster --user --server --token --as
     --as-group --kube-apiserver --request-timeout --certificate-authority --client-key --client-certificate`,
  ],
  ["gh glab", "-R --repo --hostname"],
  ["cargo", "-C -Z --config --color --manifest-path --target-dir"],
  ["systemctl", "-H -M -t -p -n -o --host --machine --type --property --root"],
];

/** By program; one that is not listed may take the next word with any of its options, or not. */
export const globalOptions: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["git", gitOptionsWithValue] as const,
  ...globalRows.flatMap(([names, options]) =>
    names.split(" ").map((name) => [name, wordSet(options)] as const),
  ),
]);

/** Sub-commands of git itself: any other may be an alias. */
export const gitCommands: ReadonlySet<string> = wordSet(`
  add am annotate apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick
  clean clone commit commit-tree config count-objects describe diff diff-files diff-index diff-tree difftool
  fetch filter-branch for-each-ref format-patch fsck gc grep gui hash-object help init lfs log ls-files
  ls-remote ls-tree maintenance merge merge-base mergetool mv name-rev notes pull push range-diff read-tree
  rebase reflog remote repack replace request-pull reset restore rev-list rev-parse revert rm send-pack
  shortlog show show-branch show-ref sparse-checkout stage stash status submodule subtree switch symbolic-ref
  tag unpack-objects update-index update-ref var verify-commit version whatchanged worktree write-tree
`);

/** Programs whose name and next word make a command line without any option. */
export const knownPrograms: ReadonlySet<string> = wordSet(`
  alembic ansible ansible-playbook apt apt-get aws az bash brew bun bundle bunx cargo cat cd cdk chmod chown
  composer conda cp crontab curl dd deno docker docker-compose doctl dotnet dropdb eval firebase flutter
  flyctl gcloud gem gh git glab go gradle gradlew helm heroku hg kill killall kubectl make mkfs mv mvn mysql
  netlify node npm npx nx perl php pip pip3 pipx pkill pnpm podman poetry prisma psql pulumi python python3
  rails rake redis-cli rm rsync ruby rustup scp sh ssh sudo supabase svn systemctl terraform tofu truncate
  turbo uv uvx vagrant vercel wget wrangler xargs yarn zsh
`);

/** Words of sentences that no command line has as a word of its own. */
export const wordsOfSentences: ReadonlySet<string> = wordSet(`
  the to of any an without with when before after unless because and or not never our your their this that is
  are be was only also into onto from
`);

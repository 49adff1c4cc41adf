/**
 * Options that a program takes before its sub-command and that take the next word. An option of these
 * programs that is not listed is a switch. Of a program that is not listed nobody knows: an option may or may
 * not take the next word.
 */
const rows: readonly (readonly [names: string, valued: string])[] = [
  ["git", "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --exec-path"],
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
    "-n -s -v --namespace --context --kube-context --kubeconfig --cluster --user --server --token --as --as-group --kube-apiserver --request-timeout --certificate-authority --client-key --client-certificate",
  ],
  ["gh glab", "-R --repo --hostname"],
  ["cargo", "-C -Z --config --color --manifest-path --target-dir"],
  ["systemctl", "-H -M -t -p -n -o --host --machine --type --property --root"],
];

const valued: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  rows.flatMap(([names, options]) =>
    names.split(" ").map((name) => [name, new Set(options.split(" "))] as const),
  ),
);

/** The options with a value before a sub-command; undefined for a program of which nobody knows. */
export function globalOptions(program: string): ReadonlySet<string> | undefined {
  return valued.get(program);
}

/** Commands that do what a forbidden one does. `*` in a word stands for any characters. */
export interface Equivalent {
  /** What people forbid. */
  readonly forbids: readonly string[];
  /** What is then forbidden too, unless the action says otherwise. */
  readonly also: readonly string[];
  /** Near commands that stay allowed. */
  readonly allows: readonly string[];
}

const globalInstalls = [
  "npm install -g",
  "npm install --location=global",
  "pnpm add -g",
  "yarn global add",
  "bun add -g",
];
const discards = [
  "git reset --hard",
  "git checkout -f",
  "git checkout .",
  "git restore .",
  "git switch -f",
  "git read-tree --reset",
];
const prunes = [
  "docker system prune",
  "docker image prune",
  "docker container prune",
  "docker volume prune",
  "docker network prune",
  "docker builder prune",
  "docker buildx prune",
];
const pythonUploads = [
  "twine upload",
  "python -m twine upload",
  "poetry publish",
  "uv publish",
  "flit publish",
  "hatch publish",
];

/**
 * The table of equivalents. An action that has all words of a row's `forbids` forbids its `also` with the
 * action's other words. Names of options and programs that mean the same are in same-names.ts.
 */
export const equivalents: readonly Equivalent[] = [
  {
    forbids: ["git push --force"],
    also: [
      "git push --force-with-lease",
      "git push --mirror",
      "git push +*",
      "git send-pack --force",
      "git send-pack --mirror",
      "git send-pack +*",
    ],
    allows: ["git push", "git push --tags", "git push --force-if-includes", "git fetch --force"],
  },
  {
    forbids: ["git push --delete"],
    also: ["git push :*", "git push --prune", "git push --mirror"],
    allows: ["git push origin a:b", "git branch --delete a"],
  },
  { forbids: ["git push --no-verify"], also: [], allows: ["git push", "git commit --no-verify"] },
  {
    forbids: ["git reset --hard"],
    also: discards,
    allows: ["git reset", "git reset --soft HEAD~1", "git restore a"],
  },
  {
    forbids: ["git checkout .", "git restore ."],
    also: discards,
    allows: ["git checkout main", "git restore --staged a"],
  },
  {
    forbids: ["git clean -f"],
    also: ["git -c clean.requireForce=false clean"],
    allows: ["git clean -n", "git clean --dry-run"],
  },
  {
    forbids: ["git branch -D"],
    also: ["git branch -d -f", "git update-ref -d"],
    allows: ["git branch -d a", "git branch"],
  },
  { forbids: ["git tag -d"], also: ["git update-ref -d"], allows: ["git tag v1"] },
  {
    forbids: ["git commit --no-verify"],
    also: [
      "git -c core.hooksPath=* commit",
      "HUSKY=0 git commit",
      "HUSKY_SKIP_HOOKS=1 git commit",
      "SKIP=* git commit",
      "PRE_COMMIT_ALLOW_NO_CONFIG=1 git commit",
    ],
    allows: [
      "git commit -m 'no-verify'",
      "git commit -m --no-verify",
      "git commit -mfinal",
      "git push --no-verify",
    ],
  },
  {
    forbids: ["git add .", "git add -A"],
    also: ["git add .", "git add -A", "git add ./", "git add :/", "git commit -a"],
    allows: ["git add src", "git add -u"],
  },
  { forbids: ["git rebase"], also: ["git pull -r"], allows: ["git pull", "git merge main"] },
  { forbids: ["git filter-branch"], also: ["git filter-repo", "bfg *"], allows: ["git log"] },
  {
    forbids: ["git stash drop", "git stash clear"],
    also: ["git stash drop", "git stash clear"],
    allows: ["git stash"],
  },
  {
    forbids: ["rm -rf"],
    also: ["find -delete", "rimraf *", "shred -u", "remove-item -Recurse -Force", "rd /s", "rmdir /s"],
    allows: ["rm a", "rm -r a", "rm -f a", "find . -name a"],
  },
  {
    forbids: ["chmod 777"],
    also: ["chmod 0777", "chmod a+rwx", "chmod ugo+rwx", "chmod a=rwx", "chmod ugo=rwx", "chmod +rwx"],
    allows: ["chmod 755 a", "chmod +x a"],
  },
  {
    forbids: ["npm publish"],
    also: [
      "pnpm publish",
      "yarn publish",
      "yarn npm publish",
      "bun publish",
      "lerna publish",
      "changeset publish",
      "semantic-release *",
      "np *",
    ],
    allows: ["npm pack", "npm run publish"],
  },
  { forbids: ["npm unpublish"], also: ["pnpm unpublish", "yarn unpublish"], allows: ["npm publish"] },
  {
    forbids: ["npm install -g", "pnpm add -g", "yarn global add", "bun add -g"],
    also: globalInstalls,
    allows: ["npm install", "pnpm add a"],
  },
  { forbids: ["npm install"], also: [], allows: ["npm ci", "pnpm install", "npm test"] },
  { forbids: ["pip install"], also: ["python -m pip install"], allows: ["uv pip install x", "pip list"] },
  {
    forbids: ["twine upload", "poetry publish", "uv publish"],
    also: pythonUploads,
    allows: ["poetry build"],
  },
  { forbids: ["cargo publish"], also: ["cargo release *"], allows: ["cargo build"] },
  { forbids: ["docker system prune"], also: prunes, allows: ["docker system df", "docker ps"] },
  {
    forbids: ["docker compose down -v"],
    also: [
      "docker-compose down -v",
      "docker-compose down --volumes",
      "docker volume rm",
      "docker volume prune",
    ],
    allows: ["docker compose down", "docker compose up"],
  },
  {
    forbids: ["docker push"],
    also: ["docker image push", "docker buildx build --push", "docker build --push"],
    allows: ["docker pull a", "docker build ."],
  },
  {
    forbids: ["kubectl delete"],
    also: ["helm uninstall", "kubectl replace --force"],
    allows: ["kubectl get pods"],
  },
  {
    forbids: ["terraform destroy"],
    also: ["terraform apply -destroy", "terraform run-all destroy", "terraform workspace delete"],
    allows: ["terraform plan", "terraform plan -destroy", "terraform apply"],
  },
  {
    forbids: ["terraform apply"],
    also: ["terraform destroy", "terraform run-all apply"],
    allows: ["terraform plan"],
  },
  {
    forbids: ["dropdb"],
    also: [
      "psql *DROP\\ DATABASE*",
      "psql *drop\\ database*",
      "mysql *DROP\\ DATABASE*",
      "mysql *drop\\ database*",
    ],
    allows: ["psql -c 'select 1'"],
  },
  {
    forbids: ["prisma migrate reset"],
    also: ["prisma db push --force-reset"],
    allows: ["prisma migrate dev", "prisma db push"],
  },
  {
    forbids: ["gh repo delete"],
    also: ["glab repo delete", "gh api -X DELETE repos/*", "gh api --method DELETE repos/*", "hub delete"],
    allows: ["gh repo view", "gh api repos/a/b"],
  },
  {
    forbids: ["aws s3 rm --recursive", "aws s3 rb"],
    also: [
      "aws s3 rm --recursive",
      "aws s3 rb",
      "aws s3 sync --delete",
      "aws s3api delete-bucket",
      "s3cmd del --recursive",
      "s3cmd rb",
    ],
    allows: ["aws s3 rm s3://a/b", "aws s3 ls"],
  },
  { forbids: ["sudo"], also: ["doas", "pkexec", "su -c", "run0"], allows: ["ls"] },
  { forbids: ["killall", "pkill"], also: ["killall", "pkill"], allows: ["kill 1"] },
  { forbids: ["kill -9"], also: ["kill -s KILL", "kill -s 9", "kill -s SIGKILL"], allows: ["kill 1"] },
  {
    forbids: ["shutdown", "reboot"],
    also: [
      "shutdown",
      "reboot",
      "poweroff",
      "halt",
      "systemctl reboot",
      "systemctl poweroff",
      "init 0",
      "init 6",
    ],
    allows: ["uptime"],
  },
];

/** Programs that fetch a text, and programs that run one: a pipe from any of the first to any of the second. */
export const pipes: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[] = [
  {
    from: ["curl", "wget", "fetch", "http", "https", "aria2c", "iwr"],
    to: [
      "sh",
      "bash",
      "zsh",
      "dash",
      "ksh",
      "ash",
      "fish",
      "eval",
      "source",
      ".",
      "python",
      "node",
      "perl",
      "ruby",
      "iex",
    ],
  },
];

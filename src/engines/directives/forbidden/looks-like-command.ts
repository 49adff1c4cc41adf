/** Programs whose name and next word make a command line without any option. */
const known = new Set(
  "alembic ansible ansible-playbook apt apt-get aws az bash brew bun bundle bunx cargo cat cd cdk chmod chown composer conda cp crontab curl dd deno docker docker-compose doctl dotnet dropdb eval firebase flutter flyctl gcloud gem gh git glab go gradle gradlew helm heroku hg kill killall kubectl make mkfs mv mvn mysql netlify node npm npx nx perl php pip pip3 pipx pkill pnpm podman poetry prisma psql pulumi python python3 rails rake redis-cli rm rsync ruby rustup scp sh ssh sudo supabase svn systemctl terraform tofu truncate turbo uv uvx vagrant vercel wget wrangler xargs yarn zsh".split(
    " ",
  ),
);

/** Words of sentences that no command line has as a word of its own. */
const ofSentences = new Set(
  "the to of any an without with when before after unless because and or not never our your their this that is are be was only also into onto from".split(
    " ",
  ),
);

/** A line without options has few words; more are a sentence. */
const mostWords = 6;

/**
 * Whether the commands that a text reads as are meant as commands: prose begins otherwise, or has words that
 * they lack.
 */
export function looksLikeCommand(text: string, lines: readonly (readonly string[])[]): boolean {
  if (lines.length === 0 || /[^\s./~][.!?:,]$/.test(text) || /[!?]$/.test(text)) return false;
  return lines.every((words) => isCommand(words, lines.length > 1));
}

function isCommand(words: readonly string[], joined: boolean): boolean {
  const [program = "", ...rest] = words.slice(
    words.findIndex((word) => !/^[A-Z_][A-Z0-9_]{0,60}=/.test(word)),
  );
  if (rest.some((word) => ofSentences.has(word.toLowerCase()))) return false;
  const path = isScript(program);
  if (!path && !/^[a-z][a-z0-9._+-]{0,60}$/.test(program)) return false;
  if (rest.length === 0) return joined && (path || known.has(program));
  if (rest.some((word) => /^--?[A-Za-z0-9]/.test(word))) return true;
  return (
    (path || known.has(program)) &&
    words.length <= mostWords &&
    /^[a-z0-9@.~/$*"][^\s,;]*$/.test(rest[0] ?? "")
  );
}

function isScript(program: string): boolean {
  return (
    /^[\w.~+@/-]+$/.test(program) &&
    (/^(?:~|\.{1,2})?\//.test(program) || /\.(?:sh|bash|zsh|py|rb|pl|js|mjs|cjs|ts|ps1)$/.test(program))
  );
}

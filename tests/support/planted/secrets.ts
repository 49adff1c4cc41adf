import { createHash } from "node:crypto";

/** Digits and letters that stand in no other text. */
const random = (seed: string, chars: number) =>
  createHash("sha512").update(`planted ${seed}`).digest("base64url").replace(/[-_]/g, "x").slice(0, chars);
const hex = (seed: string, chars: number) =>
  createHash("sha512").update(`planted ${seed}`).digest("hex").slice(0, chars);

interface Form {
  /** What nobody may read. */
  readonly secret: (seed: string) => string;
  /** How it stands on a command line, in a file that is printed, or in what a person types. */
  readonly written: (secret: string) => string;
  /** Whether it is known wherever it stands. */
  readonly isByLook?: true;
}

const byLook = (secret: Form["secret"]): Form => ({ secret, written: (it) => it, isByLook: true });
const byPlace = (written: Form["written"], secret = (seed: string) => `k${hex(seed, 23)}`): Form => ({
  secret,
  written,
});
const part = (text: string) => Buffer.from(text).toString("base64url");

const forms: Readonly<Record<string, Form>> = {
  "a token of GitHub": byLook((seed) => `ghp_${random(seed, 36)}`),
  "a fine-grained token": byLook((seed) => `github_pat_${random(seed, 22)}_${random(`${seed}+`, 40)}`),
  "a token of GitLab": byLook((seed) => `glpat-${random(seed, 20)}`),
  "a token of npm": byLook((seed) => `npm_${random(seed, 36)}`),
  "a key of a model": byLook((seed) => `sk-ant-api03-${random(seed, 40)}`),
  "a key of payments": byLook((seed) => `sk_live_${random(seed, 24)}`),
  "a key of AWS": byLook((seed) => `AKIA${hex(seed, 16).toUpperCase()}`),
  "a key of Google": byLook((seed) => `AIza${random(seed, 35)}`),
  "a token of Slack": byLook((seed) => `xoxb-${seed.length}12345678901-${random(seed, 24)}`),
  "a key of mail": byLook((seed) => `SG.${random(seed, 22)}.${random(`${seed}+`, 43)}`),
  "a JSON web token": byLook(
    (seed) => `${part('{"alg":"HS256"}')}.${part(`{"sub":"${hex(seed, 12)}"}`)}.${random(seed, 43)}`,
  ),
  "a private key": byPlace(
    (it) => `-----BEGIN RSA PRIVATE KEY-----\n${it}\n-----END RSA PRIVATE KEY-----`,
    (seed) => random(seed, 64),
  ),
  "the password of an address": byPlace((it) => `https://kim:${it}@till.example/ship.git`),
  "the user of an address": byPlace((it) => `https://${it}@till.example/ship.git`),
  "a connection": byPlace((it) => `postgres://till:${it}@localhost:5432/ship`),
  "a connection without a user": byPlace((it) => `redis://:${it}@localhost:6379/0`),
  "a connection in words": byPlace((it) => `Server=localhost;User Id=till;Password=${it};`),
  "the key of an account": byPlace((it) => `AccountName=till;AccountKey=${it}==;`),
  "a token in a query": byPlace((it) => `http://localhost:3000/ship?access_token=${it}&n=1`),
  "a signature in a query": byPlace((it) => `http://localhost:3000/ship?sig=${it}`),
  "a header": byPlace((it) => `-H "Authorization: Bearer ${it}"`),
  "a basic header": byPlace((it) => `-H 'Authorization: Basic ${it}'`),
  "a key in a header": byPlace((it) => `-H "X-Api-Key: ${it}"`),
  "a cookie": byPlace((it) => `-H "Cookie: session=${it}; theme=dark"`),
  "a cookie that is set": byPlace((it) => `Set-Cookie: sid=${it}; HttpOnly`),
  "an option": byPlace((it) => `--password ${it}`),
  "an option with a sign": byPlace((it) => `--token=${it}`),
  "a quoted option": byPlace((it) => `--client-secret '${it}'`),
  "a variable": byPlace((it) => `SHIP_API_KEY=${it}`),
  "an exported variable": byPlace((it) => `export AWS_SECRET_ACCESS_KEY="${it}"`),
  "a line of settings": byPlace((it) => `DB_PASSWORD: ${it}`),
  "a field of JSON": byPlace((it) => `{"client_secret": "${it}"}`),
  "a line of netrc": byPlace((it) => `machine till.example login kim password ${it}`),
  "a line of npmrc": byPlace((it) => `//registry.example/:_authToken=${it}`),
  "a user with a word": byPlace((it) => `curl -u kim:${it} localhost:3000/ship`),
  "the option of a database": byPlace((it) => `mysql -u root -p${it} ship`),
  "a login": byPlace((it) => `docker login -u kim -p ${it} localhost`),
  "a hook": byPlace((it) => `https://hooks.slack.com/services/T000/B000/${it}`),
  "a message": byPlace((it) => `git commit -m "the key is ${it}"`),
  "a here-document": byPlace((it) => `cat > .env <<EOF\nANY=${it}\nEOF`),
};

export interface PlantedSecret {
  readonly form: string;
  readonly secret: string;
  readonly written: string;
  readonly isByLook: boolean;
}

/** Each form so many times. */
export function plantedSecrets(times: number): readonly PlantedSecret[] {
  return Object.entries(forms).flatMap(([form, { secret, written, isByLook = false }]) =>
    Array.from({ length: times }, (_, at) => {
      const made = secret(`${form} ${at}`);
      return { form, secret: made, written: written(made), isByLook };
    }),
  );
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readIfThere } from "../../base/files/read-if-there.js";
import { replaceFile } from "../../base/files/replace-file.js";

/** A person's sign-in at the pages. */
export interface SignedIn {
  /** The person's name, as events name it. */
  readonly actor: string;
  /** The folders that the pages were opened for. */
  readonly roots: readonly string[];
}

interface Code extends SignedIn {
  readonly until: number;
}

/** As it lies in the file: only digests, with which nobody can sign in. */
interface Kept extends SignedIn {
  readonly cookie: string;
  readonly key: string;
  readonly until: number;
}

/** Time to start a browser. */
const codeLastsMs = 60_000;
/** A week's work; each `whetstone open` starts it again. */
const signInLastsMs = 7 * 24 * 3_600_000;
/** More browsers than one person uses. */
const mostKept = 20;
const maxBytes = 65_536;

/**
 * Who may use the pages. Codes live in memory and work once; sign-ins outlast the server, which leaves when
 * nobody needs it.
 */
export class PageSignIns {
  readonly #file: string;
  readonly #clock: () => number;
  readonly #codes = new Map<string, Code>();

  constructor(file: string, clock: () => number) {
    this.#file = file;
    this.#clock = clock;
  }

  newCode(person: SignedIn): string {
    for (const [code, { until }] of this.#codes) if (until <= this.#clock()) this.#codes.delete(code);
    const code = randomBytes(16).toString("hex");
    this.#codes.set(sha256Hex(code), { ...person, until: this.#clock() + codeLastsMs });
    return code;
  }

  /** The cookie and the key of the header for a code; undefined for one that was used or is too old. */
  signIn(
    code: string,
  ): { readonly cookie: string; readonly key: string; readonly person: SignedIn } | undefined {
    const found = this.#codes.get(sha256Hex(code));
    this.#codes.delete(sha256Hex(code));
    if (found === undefined || found.until <= this.#clock()) return undefined;
    const { until: _, ...person } = found;
    const [cookie, key] = [secret(), secret()];
    const kept = {
      ...person,
      cookie: sha256Hex(cookie),
      key: sha256Hex(key),
      until: this.#clock() + signInLastsMs,
    };
    this.#write([...this.#read(), kept].slice(-mostKept));
    return { cookie, key, person };
  }

  /** Whose cookie it is; undefined for one that is not known, or no longer. */
  of(cookie: string): SignedIn | undefined {
    return this.#find(cookie);
  }

  /** Whether the key belongs to the cookie. */
  hasKey(cookie: string, key: string): boolean {
    const found = this.#find(cookie);
    return found !== undefined && isSameSecret(found.key, sha256Hex(key));
  }

  #find(cookie: string): Kept | undefined {
    const wanted = sha256Hex(cookie);
    return this.#read().find((each) => isSameSecret(each.cookie, wanted));
  }

  #read(): readonly Kept[] {
    const text = readIfThere(this.#file, { maxBytes })?.toString("utf8") ?? "[]";
    return signInsIn(text).filter(({ until }) => until > this.#clock());
  }

  #write(kept: readonly Kept[]): void {
    replaceFile(this.#file, `${JSON.stringify(kept)}\n`, 0o600);
  }
}

/** A damaged file signs everybody out. */
function signInsIn(text: string): readonly Kept[] {
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) ? all.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  const { cookie, key, until, actor, roots } = Object(value) as Partial<Kept>;
  return (
    [cookie, key, actor].every((text) => typeof text === "string") &&
    typeof until === "number" &&
    Array.isArray(roots) &&
    roots.every((root) => typeof root === "string")
  );
}

function secret(): string {
  return randomBytes(32).toString("hex");
}

function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function isSameSecret(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

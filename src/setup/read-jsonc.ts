/** A value of a JSON text and where it stands: `end` is behind its last character. */
export interface JsoncNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** Only for an object. */
  readonly properties?: readonly JsoncProperty[];
}

export interface JsoncProperty {
  readonly key: string;
  readonly start: number;
  readonly node: JsoncNode;
  /** Where the comma behind it stands; undefined where there is none. */
  readonly comma: number | undefined;
}

/** No settings are deeper, and a text of brackets must not exhaust the stack. */
const maxDepth = 200;
const literal = /[-+.\w]+/y;

/**
 * Reads JSON that may hold comments and commas before a closing bracket. Throws a SyntaxError on any other
 * text.
 */
export function readJsonc(text: string): JsoncNode {
  const cursor = new Cursor(text);
  const node = cursor.value(0);
  cursor.skip();
  if (cursor.at < text.length) throw cursor.fault();
  return node;
}

class Cursor {
  readonly #text: string;
  at: number;

  constructor(text: string) {
    this.#text = text;
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  fault(): SyntaxError {
    return new SyntaxError(`unexpected text at character ${this.at}`);
  }

  /** Over white space and comments. */
  skip(): void {
    while (this.at < this.#text.length) {
      if (/\s/.test(this.#char)) this.at += 1;
      else if (this.#text.startsWith("//", this.at))
        this.at = this.#behind("\n", this.at + 2, this.#text.length);
      else if (this.#text.startsWith("/*", this.at)) this.at = this.#behind("*/", this.at + 2);
      else return;
    }
  }

  value(depth: number): JsoncNode {
    if (depth > maxDepth) throw this.fault();
    this.skip();
    if (this.#char === "{") return this.#object(depth);
    if (this.#char === "[") return this.#array(depth);
    const start = this.at;
    if (this.#char === '"') return { start, value: this.#string(), end: this.at };
    literal.lastIndex = start;
    const [word] = literal.exec(this.#text) ?? [];
    if (word === undefined) throw this.fault();
    this.at += word.length;
    return { start, end: this.at, value: JSON.parse(word) as unknown };
  }

  get #char(): string {
    return this.#text[this.at] ?? "";
  }

  #object(depth: number): JsoncNode {
    const start = this.at;
    const properties: JsoncProperty[] = [];
    this.#list("}", () => {
      const begin = this.at;
      const key = this.#string();
      this.skip();
      this.#take(":");
      const node = this.value(depth + 1);
      const comma = this.#comma();
      properties.push({ key, start: begin, node, comma });
      return comma !== undefined;
    });
    // Entries, not assignments: a key may be `__proto__`.
    const value = Object.fromEntries(properties.map(({ key, node }) => [key, node.value]));
    return { start, end: this.at, value, properties };
  }

  #array(depth: number): JsoncNode {
    const start = this.at;
    const value: unknown[] = [];
    this.#list("]", () => {
      value.push(this.value(depth + 1).value);
      return this.#comma() !== undefined;
    });
    return { start, end: this.at, value };
  }

  /** `next` reads one element and tells whether a comma follows. */
  #list(close: string, next: () => boolean): void {
    this.at += 1;
    this.skip();
    while (this.#char !== close) {
      const more = next();
      this.skip();
      if (!more && this.#char !== close) throw this.fault();
    }
    this.at += 1;
  }

  #comma(): number | undefined {
    this.skip();
    if (this.#char !== ",") return undefined;
    this.at += 1;
    return this.at - 1;
  }

  #string(): string {
    const start = this.at;
    this.#take('"');
    while (this.#char !== '"') {
      if (this.at >= this.#text.length) throw this.fault();
      this.at += this.#char === "\\" ? 2 : 1;
    }
    this.at += 1;
    return JSON.parse(this.#text.slice(start, this.at)) as string;
  }

  #take(char: string): void {
    if (this.#char !== char) throw this.fault();
    this.at += 1;
  }

  #behind(mark: string, from: number, otherwise?: number): number {
    const found = this.#text.indexOf(mark, from);
    if (found === -1 && otherwise === undefined) throw this.fault();
    return found === -1 ? (otherwise ?? from) : found + mark.length;
  }
}

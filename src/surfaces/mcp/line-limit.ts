import { Transform, type TransformCallback } from "node:stream";

const lineEnd = 0x0a;
/** Enough to find the id of a request, which stands at its beginning or at its very end. */
const keptBytes = 200;

type RequestId = string | number | null;

/**
 * Passes lines on, and leaves out those that are longer than the transport behind it can hold, which would
 * otherwise answer nothing more. `refuse` gets the id of each request that was left out, where it is found.
 */
export class LineLimit extends Transform {
  readonly #maxBytes: number;
  readonly #refuse: (id: RequestId) => void;
  #line: Buffer[] = [];
  #length = 0;
  #end = Buffer.alloc(0);

  constructor(maxBytes: number, refuse: (id: RequestId) => void) {
    super();
    this.#maxBytes = maxBytes;
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, from)) {
      this.#take(chunk.subarray(from, at + 1));
      this.#finishLine();
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#finishLine();
    done();
  }

  /** Of a line that is too long only its beginning and its end are kept. */
  #take(part: Buffer): void {
    this.#length += part.length;
    this.#end = Buffer.concat([this.#end, part.subarray(-keptBytes)]).subarray(-keptBytes);
    if (this.#length <= this.#maxBytes) this.#line.push(part);
    else if (this.#line.length > 0) this.#line = [Buffer.concat(this.#line).subarray(0, keptBytes)];
  }

  #finishLine(): void {
    const line = Buffer.concat(this.#line);
    if (this.#length > this.#maxBytes) this.#refuse(requestId(line, this.#end));
    else if (line.length > 0) this.push(line);
    this.#line = [];
    this.#length = 0;
    this.#end = Buffer.alloc(0);
  }
}

const id = String.raw`"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")`;
const atBeginning = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${id}`);
const atEnd = new RegExp(String.raw`${id}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

function requestId(beginning: Buffer, end: Buffer): RequestId {
  const found = atBeginning.exec(beginning.toString()) ?? atEnd.exec(end.toString());
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number);
}

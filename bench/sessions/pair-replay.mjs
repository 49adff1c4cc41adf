import { tokensIn } from "./score.mjs";
import { callText } from "./words.mjs";

const refusals =
  /doesn't want to (?:proceed|take this action)|\[Request interrupted|Sibling tool call|user rejected|tool use was rejected/i;
const shells = new Set(["Bash", "shell", "exec_command", "run_shell_command", "bash", "local_shell"]);
/** How alike a call has to be to the one whose line it prints behind a pipe. */
const leastHidden = 250;
const ordinaryLines = 80;
const mostOrdinary = 200_000;

/**
 * What the rules alone would say on a stream, in the order in which it happened: a record as `score.mjs` reads
 * it. No store, no hooks, no masking: what differs from a run of the product is what lies between.
 */
export function replayRules(rules, stream) {
  const state = new Replay(rules, stream);
  for (const entry of stream.entries) {
    state.beginSession(entry);
    if (entry.kind === "call") state.see(stream.calls.get(entry.id));
  }
  return state.record;
}

class Replay {
  record = { said: [], claims: {}, causes: {}, context: {} };
  sessions = [];
  threads = new Map();
  ordinary = new Set();
  families = new Map();
  keys = new Map();
  byWord = { call: new Map(), cause: new Map() };
  weights;
  knownLines = new Map();
  calls = new Map();
  worked = [];
  heard = new Set();
  forms = new Map();

  constructor(rules, stream) {
    this.rules = rules;
    this.stream = stream;
    this.weights = { call: rules.evenWeights, cause: rules.evenWeights };
  }

  beginSession({ session }) {
    if (this.sessions.includes(session)) return;
    const families = [...this.families.values()].map((family) => ({
      ...family,
      family,
      pair: this.rules.bestPair(family.pairs),
      accepted: false,
    }));
    const chosen = this.rules.startPairs(families, this.sessions);
    this.sessions.push(session);
    for (const { family, pair } of chosen) {
      family.shown.push(session);
      this.say({ session, index: this.placeOf(session), moment: "start" }, pair);
      this.heard.add(`${session} ${family.id}`);
    }
  }

  placeOf(session) {
    return this.stream.entries.findIndex((entry) => entry.session === session);
  }

  say(where, chosen, text = this.rules.sayPair(chosen)) {
    this.record.said.push({ ...where, text });
    this.record.context[where.session] = (this.record.context[where.session] ?? 0) + tokensIn(text);
  }

  see(entry) {
    const { rules } = this;
    const threadName = `${entry.session} ${entry.side ?? 0}`;
    const call = this.seen(entry);
    const key = rules.callKey(call);
    if (call.sort !== "file") this.stopAt(entry, call, key);
    const known = this.hidden(call);
    const failed = call.failed || known !== undefined;
    const cause = call.failed ? this.causeOf(call) : known?.line;
    const shown = { ...call, failed, ...(cause === undefined ? {} : { cause }), entry };
    const thread = [...(this.threads.get(threadName) ?? []), shown].slice(-13);
    this.threads.set(threadName, thread);
    if (cause !== undefined && call.failed) this.record.causes[entry.id] = cause;
    this.learn(thread);
    if (!failed && call.refused !== true) this.success(entry, shown, key);
    if (rules.teaches(shown)) this.failure(entry, shown, key, known);
  }

  seen(entry) {
    const input = entry.input;
    const sort = this.stream.isOfHost(entry) ? "file" : shells.has(entry.tool) ? "shell" : "other";
    const text =
      sort === "shell" ? callText(entry) : typeof input === "string" ? input : JSON.stringify(input);
    const refused = Boolean(entry.is_error) && refusals.test((entry.output ?? "").slice(0, 600));
    const failed = Boolean(entry.is_error) && !refused;
    const edits = this.stream.isEdit(entry)
      ? !entry.is_error
      : sort === "shell" && !entry.is_error && this.rules.editsFiles(text);
    return {
      tool: entry.tool,
      sort,
      text,
      failed,
      refused,
      edits,
      lines: this.rules.printedLines(entry.output ?? ""),
    };
  }

  causeOf({ text, lines }) {
    return this.rules.causingLine(text, lines, (form) => this.ordinary.has(form));
  }

  hidden(call) {
    const { rules } = this;
    if (call.failed || call.refused || call.sort !== "shell" || rules.isSure(call.text)) return undefined;
    const line = call.lines.find((each) => this.knownLines.has(rules.lineForm(each)));
    if (line === undefined) return undefined;
    const known = this.knownLines.get(rules.lineForm(line));
    const like = rules.sharedWeight(rules.callWords(call), known.words.call, this.weights.call);
    return like >= leastHidden ? { line: line.trim(), of: known } : undefined;
  }

  stopAt(entry, call, key) {
    const { rules } = this;
    const form = this.calls.get(key);
    if (form === undefined || (call.sort === "shell" && rules.isLook(call.text))) return;
    const others = new Set(form.sessions);
    others.delete(entry.session);
    const pairs = form.pairs.filter(({ worked }) => rules.callKey(worked) !== key);
    const pair = rules.bestPair(pairs.filter(({ sessions }) => !sessions.every((s) => s === entry.session)));
    const stopped = this.heard.has(`${entry.session} stop ${key}`);
    const record = {
      sessions: others.size,
      worked: false,
      changed: false,
      stopped,
      days: 0,
      pair,
      accepted: false,
    };
    if (!rules.shouldStop(record)) return;
    this.heard.add(`${entry.session} stop ${key}`);
    this.say({ session: entry.session, index: entry.index, id: entry.id, moment: "call" }, pair);
  }

  success(entry, call, key) {
    const { rules } = this;
    if (call.sort === "shell") {
      if (rules.simpleCommands(call.text).length > 0) this.worked.push({ call, at: entry.index });
      if (rules.isSure(call.text) && this.ordinary.size < mostOrdinary)
        for (const line of call.lines.slice(0, ordinaryLines)) this.ordinary.add(rules.lineForm(line));
    }
    this.calls.delete(key);
    for (const family of this.families.values())
      for (const open of family.open.filter(({ session }) => session === entry.session))
        if (rules.answers(open.call, call)) open.worked = true;
  }

  learn(thread) {
    for (const { failedAt, remedy } of this.rules.remediesShownBy(thread)) {
      const { entry, family, key, ...failed } = thread[failedAt];
      const [what, then] = [thread[remedy.do], thread[remedy.worked]];
      const claimed = this.rules.sayPair({
        pair: this.pairOf(failed, what, then, remedy.how, entry),
        sessions: 1,
      });
      this.record.claims[entry.id] = { calls: [...new Set([what.entry.id, then.entry.id])], text: claimed };
      const pair = this.pairOf(failed, what, then, remedy.how, entry);
      family.pairs = this.rules.withPair(family.pairs, pair);
      const form = this.calls.get(key);
      if (form !== undefined) form.pairs = this.rules.withPair(form.pairs, pair);
    }
  }

  pairOf(failed, what, then, how, entry) {
    const quoted = ({ tool, sort, text }) => ({ tool, sort, text });
    return {
      how,
      failed: quoted(failed),
      line: failed.cause,
      worked: quoted(what),
      ...(how === "between" ? { after: quoted(then) } : {}),
      sessions: [entry.session],
      at: entry.ts,
    };
  }

  failure(entry, call, key, known) {
    const { rules } = this;
    const words = rules.wordsOfFailure(call, call.cause);
    const family = this.familyOf(rules.failureKey(call, call.cause), words);
    call.family = family;
    call.key = key;
    if (known === undefined) {
      const form = this.calls.get(key) ?? { sessions: [], pairs: [] };
      form.sessions.push(entry.session);
      this.calls.set(key, form);
    }
    this.sayAt(entry, call, family, words);
    const lineForm = rules.lineForm(call.cause);
    if (known === undefined && lineForm.length >= 16 && rules.saysError(call.cause))
      this.knownLines.set(lineForm, { words });
    family.first ??= { ...call, entry };
    family.failed.add(entry.session);
    family.open.push({ session: entry.session, call, worked: false });
  }

  sayAt(entry, call, family, words) {
    const { rules } = this;
    const others = [...family.failed].filter((session) => session !== entry.session);
    if (others.length === 0) return;
    const where = { session: entry.session, index: entry.index, id: entry.id };
    const pairs = family.pairs.filter(({ sessions }) => !sessions.every((each) => each === entry.session));
    const all = pairs.length > 0 ? pairs : this.prefixed(call, family, entry);
    const near = ({ failed, line }) =>
      rules.likeness(words, rules.wordsOfFailure(failed, line), this.weights);
    const chosen = rules.bestPair(all, near);
    if (chosen !== undefined && !this.heard.has(`${entry.session} ${family.id}`)) {
      this.heard.add(`${entry.session} ${family.id}`);
      this.say({ ...where, moment: "failure" }, chosen);
    }
    const earlier = family.open.filter(({ session }) => session !== entry.session);
    const record = {
      sessions: others.length,
      again: family.failed.has(entry.session),
      failures: earlier.length,
      open: earlier.filter(({ worked }) => !worked).length,
      hasPair: all.length > 0,
    };
    if (!rules.isUnsolved(record) || this.heard.has(`${entry.session} open ${family.id}`)) return;
    this.heard.add(`${entry.session} open ${family.id}`);
    this.say(
      { ...where, moment: "unsolved" },
      undefined,
      `failed in ${others.length} sessions and nothing worked`,
    );
  }

  prefixed(call, family, entry) {
    if (call.sort !== "shell") return [];
    const later = this.worked.filter(({ at }) => at > family.first.entry.index);
    const found = this.rules.prefixShownBy(
      call.text,
      later.map((each) => each.call.text),
    );
    if (found === undefined) return [];
    const last = later[found].call;
    const pair = this.pairOf(family.first, last, last, "prefix", entry);
    return [{ ...pair, sessions: ["earlier"] }];
  }

  familyOf(key, words) {
    const { rules } = this;
    const same = this.keys.get(key);
    if (same !== undefined) return same.family;
    const list = (kind) => (word) => this.byWord[kind].get(word) ?? [];
    const index = {
      withCallWord: list("call"),
      withCauseWord: list("cause"),
      known: (each) => this.keys.get(each),
    };
    const near = rules.nearestKey(words, index, this.weights);
    const family = near?.family ?? this.founded(key);
    this.keys.set(key, { key, order: this.keys.size, words, family });
    for (const kind of ["call", "cause"])
      for (const word of words[kind])
        this.byWord[kind].set(word, [...(this.byWord[kind].get(word) ?? []), key]);
    if (rules.isTimeToWeigh(this.keys.size)) this.weigh();
    return family;
  }

  founded(key) {
    const family = { id: key, pairs: [], failed: new Set(), shown: [], open: [] };
    this.families.set(key, family);
    return family;
  }

  weigh() {
    const counted = (kind) => ({
      keys: this.keys.size,
      keysWith: Object.fromEntries([...this.byWord[kind]].map(([word, keys]) => [word, keys.length])),
    });
    this.weights = { call: counted("call"), cause: counted("cause") };
  }
}

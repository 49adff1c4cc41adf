import { tokensIn } from "./score.mjs";
import { callText } from "./words.mjs";

const refusals =
  /doesn't want to (?:proceed|take this action)|\[Request interrupted|Sibling tool call|user rejected|tool use was rejected/i;
const shells = new Set(["Bash", "shell", "exec_command", "run_shell_command", "bash", "local_shell"]);

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
  families = new Map();
  keys = new Map();
  byWord = { call: new Map(), cause: new Map() };
  calls = new Map();
  heard = new Set();
  forms = new Map();

  constructor(rules, stream) {
    this.rules = rules;
    this.stream = stream;
  }

  beginSession({ session }) {
    if (this.sessions.includes(session)) return;
    const families = [...this.families.values()].map((family) => ({
      ...family,
      family,
      pair: this.rules.bestPair(family.pairs),
      accepted: false,
    }));
    const chosen = this.rules.startPairs(families, this.sessions, this.rules.defaults.reflection);
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
    const cause = call.failed ? rules.causingLine(call.text, call.lines) : undefined;
    const shown = { ...call, ...(cause === undefined ? {} : { cause }), entry };
    const thread = [...(this.threads.get(threadName) ?? []), shown].slice(-13);
    this.threads.set(threadName, thread);
    if (cause !== undefined) this.record.causes[entry.id] = cause;
    this.learn(thread);
    if (!call.failed && call.refused !== true) this.success(entry, shown, key);
    if (call.failed && call.sort !== "file" && cause !== "") this.failure(entry, shown, key);
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

  stopAt(entry, call, key) {
    const { rules } = this;
    const form = this.calls.get(key);
    if (form === undefined || (call.sort === "shell" && !rules.mayBeStopped(call.text))) return;
    const others = new Set(form.sessions);
    others.delete(entry.session);
    const pairs = form.pairs.filter(({ worked }) => rules.callKey(worked) !== key);
    const pair = rules.bestPair(pairs.filter(({ sessions }) => !sessions.every((s) => s === entry.session)));
    if (this.heard.has(`${entry.session} stop ${key}`)) return;
    const record = {
      sessions: others.size,
      worked: false,
      changed: false,
      days: 0,
      pair,
      accepted: false,
    };
    if (!rules.shouldStop(record, rules.defaults.reflection.stopAfterSessions)) return;
    this.heard.add(`${entry.session} stop ${key}`);
    this.say({ session: entry.session, index: entry.index, id: entry.id, moment: "call" }, pair);
  }

  success(entry, call, key) {
    const { rules } = this;
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
    const quoted = this.rules.keptCall;
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

  failure(entry, call, key) {
    const { rules } = this;
    const words = rules.wordsOfFailure(call, call.cause);
    const family = this.familyOf(rules.failureKey(call, call.cause), words);
    call.family = family;
    call.key = key;
    const form = this.calls.get(key) ?? { sessions: [], pairs: [] };
    form.sessions.push(entry.session);
    this.calls.set(key, form);
    this.sayAt(entry, family, words);
    family.failed.add(entry.session);
    family.open.push({ session: entry.session, call, worked: false });
  }

  sayAt(entry, family, words) {
    const { rules } = this;
    const others = [...family.failed].filter((session) => session !== entry.session);
    if (others.length === 0) return;
    const where = { session: entry.session, index: entry.index, id: entry.id };
    const pairs = family.pairs.filter(({ sessions }) => !sessions.every((each) => each === entry.session));
    const near = ({ failed, line }) =>
      rules.likeness(words, rules.wordsOfFailure(failed, line), this.weights);
    const chosen = rules.bestPair(pairs, near);
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
      hasPair: pairs.length > 0,
    };
    if (!rules.isUnsolved(record) || this.heard.has(`${entry.session} open ${family.id}`)) return;
    this.heard.add(`${entry.session} open ${family.id}`);
    this.say(
      { ...where, moment: "unsolved" },
      undefined,
      `failed in ${others.length} sessions and nothing worked`,
    );
  }

  familyOf(key, words) {
    const { rules } = this;
    const same = this.keys.get(key);
    if (same !== undefined) return same.family;
    const list = (kind) => (word) => this.byWord[kind].get(word) ?? [];
    const compared = rules.comparedKeys(words, { withCallWord: list("call"), withCauseWord: list("cause") });
    const near = rules.nearestKey(words, compared, {
      known: (each) => this.keys.get(each),
      weights: this.weights,
    });
    const family = near?.family ?? this.founded(key);
    this.keys.set(key, { key, order: this.keys.size, words, family });
    for (const kind of ["call", "cause"])
      for (const word of words[kind])
        this.byWord[kind].set(word, [...(this.byWord[kind].get(word) ?? []), key]);
    return family;
  }

  founded(key) {
    const family = { id: key, pairs: [], failed: new Set(), shown: [], open: [] };
    this.families.set(key, family);
    return family;
  }

  get weights() {
    const counted = (kind) => ({
      keys: this.keys.size,
      keysWith: (word) => this.byWord[kind].get(word)?.length ?? 0,
    });
    return { call: counted("call"), cause: counted("cause") };
  }
}

import { startingWith } from "./patterns.js";

/** An act in the form in which it is demanded. */
const demanded = startingWith(
  "use, prefer, keep, add, remove, wrap, mock, check, verify, run, set, track, pin, split, replace",
  "write, return, validate, put, store, treat, test, call, close, clean, limit, reuse, move, pass",
  "read, load, log, name, document, escape, sanitize, handle, assert, declare, define, delegate",
  "require, restrict, build, generate, dispose, default, consolidate, favor, favour, implement, follow",
  "leverage, create, configure, include, apply, start, stop, register, update, commit, batch, cache",
  "clear, retry, reset, fail, throw, catch, expose, export, import, extract, inject, lock, guard, null",
  "free, release, fetch, group, order, sort, parse, encode, hash, sign, rotate, review, only",
  "look, search, grep, distinguish, cancel, iterate, watch, beware, do, give, make, let, pick, choose",
  "stick, separate, isolate, bound, cap, bump, sweep",
);

/** Whether a sentence begins as an instruction does. */
export function isImperative(sentence: string): boolean {
  return demanded.test(sentence);
}

/** What a person can do something about: said without a trace, with the next step. */
export class Fault extends Error {
  constructor(message, next) {
    super(message);
    this.next = next;
  }
}

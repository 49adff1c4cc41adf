/** The parts of the product that read rules and ask them of past calls, bundled from source. */

export { compileRule } from "../../src/lessons/directive/compile/compile-rule.js";

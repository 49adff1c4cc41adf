export { watch as command } from "./rules-decide.js";

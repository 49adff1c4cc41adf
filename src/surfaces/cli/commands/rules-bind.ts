export { bind as command } from "./rules-decide.js";

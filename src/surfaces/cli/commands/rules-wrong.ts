export { wrong as command } from "./rules-decide.js";

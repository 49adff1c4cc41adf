/** `lessons forget` → `["lessons", "forget"]`: what is typed on the command line. */
export function commandPath(name: string): readonly string[] {
  return name.split(" ");
}

/** `lessons forget` → `["lessons", "forget"]`, `check-tool` → `["checkTool"]`: where the library has it. */
export function libraryPath(name: string): readonly string[] {
  return name.split(" ").map(camelCase);
}

/** `lessons forget` → `lessons/forget`: the HTTP route after `/v1/`. */
export function routeOf(name: string): string {
  return name.replaceAll(" ", "/");
}

/** `lessons forget` → `lessons-forget`: the verb's file, and the beginning of its schemas' names. */
export function fileStem(name: string): string {
  return name.replaceAll(" ", "-");
}

/** `check-tool` → `checkTool`. */
function camelCase(text: string): string {
  return text.replace(/[-_ ](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `durationMs` → `duration-ms`: an option. */
export function kebabCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `durationMs` → `duration_ms`: an argument of a tool. */
export function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

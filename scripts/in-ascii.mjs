import ts from "typescript";

const beyond = /[^\0-\x7f]/;

/**
 * The same program in ASCII. esbuild escapes other characters in names and strings, and leaves them in regular
 * expressions and raw templates. One of them makes V8 hold the whole file with two bytes for each character,
 * and reading two megabytes of it takes 6 ms more of every command.
 *
 * @param {string} source JavaScript that esbuild has written
 */
export function inAscii(source) {
  if (!beyond.test(source)) return source;
  const file = ts.createSourceFile("bundle.cjs", source, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const parts = [];
  let end = 0;
  const replace = (node, escaped) => {
    const start = node.getStart(file);
    parts.push(source.slice(end, start), escaped(source.slice(start, node.end)));
    end = node.end;
  };
  const visit = (node) => {
    if (!beyond.test(source.slice(node.pos, node.end))) return;
    if (ts.isRegularExpressionLiteral(node)) replace(node, inPattern);
    else if (isPieceOfTemplate(node)) replace(node, inRawTemplate);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  const written = parts.join("") + source.slice(end);
  const left = beyond.exec(written);
  if (left === null) return written;
  throw new Error(
    `a character that is not ASCII is left in: ${written.slice(left.index - 60, left.index + 20)}`,
  );
}

/** esbuild leaves other characters in templates of `String.raw` only: elsewhere it writes them as escapes. */
function isPieceOfTemplate(node) {
  return (
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

/** With the flag u, too, two escapes of a pair are one character. */
function inPattern(text) {
  return text.replace(/(\\?)([^\0-\x7f])/g, (whole, backslash, unit) => {
    if (backslash !== "") throw new Error(`'${whole}' is escaped already in ${text}`);
    return escaped(unit);
  });
}

/** A raw template takes an escape as it is written, so the characters become a value in it. */
function inRawTemplate(text) {
  return text.replace(/[^\0-\x7f]+/g, (units) => `\${"${units.replace(/./g, escaped)}"}`);
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

import wabt from "wabt";

/**
 * A TypeScript file with the bytes of a WebAssembly module.
 *
 * @param {string} name the file with its text
 * @param {string} text
 * @param {string} constant the name that the bytes are exported by
 */
export async function wasmModule(name, text, constant) {
  const { parseWat } = await wabt();
  const module = parseWat(name, text, { simd: true });
  const { buffer } = module.toBinary({});
  module.destroy();
  const lines = [];
  for (let from = 0; from < buffer.length; from += bytesPerLine)
    lines.push(`  ${[...buffer.subarray(from, from + bytesPerLine)].join(", ")},`);
  return `/** Made of ${name} by \`npm run generate\`. */
// biome-ignore format: bytes, not a list to read
export const ${constant} = Uint8Array.of(
${lines.join("\n")}
);
`;
}

const bytesPerLine = 21;

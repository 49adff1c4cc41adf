import { splitOption } from "../../../shell/words.js";

/** Programs whose options are words behind one dash: `-race` is not `-r -a -c -e`. */
const longBehindOneDash = new Set(
  "go terraform tofu find java javac gcc g++ clang clang++ ffmpeg openssl xcodebuild packer vault consul nomad mvn".split(
    " ",
  ),
);

/**
 * Whether an option is among the words of a command. `--force` is also `--force=…`, unless that turns it off;
 * `--to=x` is also `--to x`; `-rf` is also `-fr`, `-r -f` and `-rfv`. `-f` is not `--force`: which letter
 * means what is the program's own matter, so an action names both.
 */
export function matchesOption(
  option: string,
  program: string,
  words: readonly string[],
  isSame: (form: string, word: string) => boolean,
): boolean {
  const [name = "", value] = splitOption(option);
  const found = words.some((word, at) => {
    if (isSame(option, word)) return true;
    if (value !== undefined) return word === name && words[at + 1] === value;
    return (
      word.startsWith(`${option}=`) &&
      !/^(?:false|no|off|0)$/i.test(word.slice(option.length + 1, option.length + 7))
    );
  });
  return (
    found || (/^-[A-Za-z]{1,8}$/.test(option) && !longBehindOneDash.has(program) && hasLetters(option, words))
  );
}

function hasLetters(option: string, words: readonly string[]): boolean {
  const missing = new Set(option.slice(1));
  for (const word of words)
    if (/^-[A-Za-z]{1,8}$/.test(word)) for (const letter of word.slice(1)) missing.delete(letter);
  return missing.size === 0;
}

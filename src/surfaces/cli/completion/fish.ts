import { valuePatterns, verbPatterns } from "./patterns.js";
import type { Flag, Offer, Spot } from "./spots.js";

export function fishScript(spots: readonly Spot[]): string {
  return `# fish completion for whetstone and wst. To load it: whetstone completion fish | source
function __whetstone_at
    set -l place ""
    set -l skip no
    set -l typed (commandline -opc)
    for word in $typed[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        switch "$place $word"
            case ${valuePatterns(spots).join(" ")}
                set skip yes
            case ${verbPatterns(spots).join(" ")}
                set place (string trim -- "$place $word")
        end
    end
    test "$place" = "$argv[1]"
end

complete -c whetstone -f
${spots.flatMap(linesFor).join("\n")}
complete -c wst -w whetstone
`;
}

function linesFor(spot: Spot): string[] {
  const at = `complete -c whetstone -n ${fishQuoted(`__whetstone_at "${spot.path}"`)}`;
  const verbs = spot.verbs.map((verb) => `${at} -a ${verb.name} -d ${fishQuoted(verb.about)}`);
  const argument = spot.argument === "nothing" ? [] : [`${at} ${offered(spot.argument, "-F")}`];
  return [...verbs, ...argument, ...spot.flags.map((flag) => `${at} ${flagPart(flag)}`)];
}

function flagPart({ name, short, about, value }: Flag): string {
  const spelling = `-l ${name}${short === undefined ? "" : ` -s ${short}`}`;
  const follows =
    value === undefined ? "" : ` ${value === "nothing" ? "-x" : offered(value, "-r -F", "-x ")}`;
  return `${spelling}${follows} -d ${fishQuoted(about)}`;
}

function offered(offer: Offer, files: string, before = ""): string {
  if (offer === "files") return files;
  const words = offer === "folders" ? "(__fish_complete_directories)" : [offer].flat().join(" ");
  return `${before}-a ${fishQuoted(words)}`;
}

/** In single quotes fish reads only `\\'` and `\\\\`. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

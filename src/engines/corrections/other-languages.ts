import { oneOf } from "../../reading/language/patterns.js";
import { re, type Wording } from "./wordings/wording.js";

/*
 * German, French and Spanish, where the words themselves show that the agent is meant: the second person, or
 * "from now on". Rules about the software ("soll immer", "doit toujours", "siempre debe") have none of them.
 */

const tools = oneOf(
  "npm, pnpm, yarn, bun, pip, uv, poetry, cargo, make, docker, git, jest, vitest, pytest, go, mvn, gradle",
);

const german: readonly RegExp[] = [
  /^(?:bitte )?(?:ab (?:jetzt|sofort)|in zukunft|künftig|zukünftig)\b.{8,}/iu,
  re(
    "^(?:bitte )?(?:immer|nie|niemals) (?:erst |zuerst |vorher )?.{3,60}(?:en|ern|eln)(?:, (?:bevor",
    "|wenn) du\\b.*|[.!]*)$",
  ),
  /^(?:bitte )?(?:merk dir|denk daran|vergiss nicht|beachte)\b.{10,}/iu,
  /\bich (?:habe|hab) dir (?:schon |bereits )?(?:\w+ )?gesagt\b.{8,}/iu,
  re(
    "\\bwir (?:benutzen|verwenden|nutzen|nehmen|committen|pushen|schreiben)\\b.{2,60}\\b(?:nicht|nie",
    "|niemals|kein\\w*|immer|nur)\\b",
  ),
  re(
    `^(?:nein,? )?(?:bitte )?(?:benutze?|verwende?|nutze?`,
    `|nimm)\\b.{0,20}\\b${tools}\\b.{0,10}\\b(?:statt|nicht|anstelle|hier)\\b.*`,
  ),
  re(`^(?:nein,? )?(?:bitte )?(?:benutze?|verwende?|nutze?|nimm) hier .{0,10}\\b${tools}\\b.*`),
  re(
    "^(?:bitte )?(?:fass|ändere?|bearbeite|committe|pushe|lösche|installiere|benutze?",
    "|verwende?)\\b.{3,60}\\b(?:nie|niemals)\\b.*",
  ),
  /^(?:bitte )?(?:lass(?:t)? (?:bitte )?die finger|finger weg) von\b.{3,}/iu,
  re(
    "^[^,?]{3,60}\\b(?:\\w+en|tun) wir (?:hier|bei uns|immer|nie|niemals|nur|grundsätzlich|in diesem",
    " (?:projekt|repo))\\b.{3,}",
  ),
  /\bohne (?:rücksprache|nachfrage|mein ok|zu fragen|mich zu fragen)\b/iu,
  re(
    "\\bdu (?:sollst|musst|darfst)\\b.{0,50}\\b(?:immer|nie|niemals|jede[mnrs]?|bevor|nur|kein\\w*)\\b.{3,}",
  ),
  re(
    "^(?:bitte )?(?:fass|ändere?|bearbeite|committe|pushe|lösche?|installiere|benutze?|verwende?|füge?)\\b",
    ".{3,60}\\b(?:nicht|kein\\w*)\\b[^,]{0,25}, .{4,}\\b(?:wird|werden|ist|sind|hat|haben|macht|liest)\\b",
  ),
];

const french: readonly RegExp[] = [
  /^(?:à partir de maintenant|désormais|dorénavant|à l'avenir)\b.{8,}/iu,
  re(
    "^(?:s'il te plaît,? )?(?!tu\\b|il\\b|elle\\b|le\\b|la\\b|les\\b|un\\b|ce\\b)(?:lance|utilise",
    "|exécute|fais|écris|ajoute|vérifie|mets|demande|commence|garde|lis) (?:toujours|d'abord)\\b.{3,}",
  ),
  /^n'(?:utilise|ajoute|écris|installe|édite)(?:z)? (?:jamais|plus)\b.{3,}/iu,
  /^ne (?:touche|modifie|commit\w*|pousse|supprime|change|lance|mets|fais) (?:jamais|plus)\b.{3,}/iu,
  /^(?:souviens-toi|rappelle-toi|n'oublie pas|retiens) (?:que|de|d')\b.{6,}/iu,
  /\bje t'ai (?:déjà )?(?:dit|demandé)\b.{8,}/iu,
  /^(?:il faut (?:toujours|d'abord)|il ne faut (?:jamais|pas|plus))\b.{6,}/iu,
  /^on (?:ne |n')?\w+ (?:jamais|toujours|plus)\b.{6,}/iu,
  /^[^,?]{3,40}\bne (?:se |s')?\w+ (?:jamais|qu'avec|que par|que dans)\b.{3,}/iu,
  re(
    "^ne (?!t'inquiète)\\w+ (?:pas|jamais|plus) (?:les|aux|des|de|d'|la|le|au)\\b[^,]{3,60}, ",
    "(?:ils|elles|il|elle|c'est|on|ça|sinon)\\b.{3,}",
  ),
  /\b(?:on|nous) (?:n')?utilis\w+\b.{2,40}\b(?:jamais|pas|et non|toujours|ici)\b.*/iu,
];

const spanish: readonly RegExp[] = [
  /^(?:por favor,? )?(?:a partir de ahora|de ahora en adelante|en el futuro)\b.{8,}/iu,
  re(
    "^(?:por favor,? )?(?:usa|ejecuta|corre|escribe|añade|agrega|revisa|haz|pregunta|lee|pon|mantén)",
    " siempre\\b.{3,}",
  ),
  /^(?:por favor,? )?siempre (?:usa|ejecuta|corre|escribe|añade|revisa|haz|pregunta|lee)\b.{3,}/iu,
  re(
    "^(?:por favor,? )?(?:no|nunca) (?:uses|toques|hagas|edites|modifiques|borres|agregues|añadas",
    "|commitees|subas|instales|cambies|escribas)\\b.*\\b(?:nunca|jamás|más|archivos|sin|aquí",
    "|directamente|main|master|los|las)\\b.*",
  ),
  /^(?:los|las|el|la) [^,?]{3,40} (?:van?|se \w+n?) (?:siempre|solo|sólo)\b.{3,}/iu,
  /^antes de (?:hacer |cada )?(?:commit|push|merge|subir|un pr)\b.{0,40}\bsiempre\b.{3,}/iu,
  /\ben este (?:proyecto|repo\w*) se \w+\b.{2,}/iu,
  re(
    "^(?:por favor,? )?(?:no|nunca) (?:uses|toques|hagas|edites|modifiques|borres|agregues|añadas|sub",
    "as|instales",
    "|cambies|escribas)\\b[^,]{3,60}, (?:se|son|es|ya que|porque|que)\\b.{3,}",
  ),
  /^(?:recuerda|ten en cuenta|no olvides) que?\b.{8,}/iu,
  /\bya te (?:dije|he dicho|pedí)\b.{8,}/iu,
  /\b(?:aquí|en este (?:proyecto|repo\w*)) (?:usamos|siempre|nunca|no)\b.{3,}/iu,
];

/** How people word a lasting rule in other languages than English. */
export const otherLanguages: readonly Wording[] = [german, french, spanish].map((says) => ({
  kind: "rule",
  because: "says that it holds always, or again",
  says,
  unless: [
    /\?\s*$/u,
    re(
      "\\b(?:soll(?:en|te|ten)?|muss|müssen|doit|doivent|devrait|debe|deben|debería|usuarios?",
      "|utilisateurs?|benutzer)\\b",
    ),
  ],
}));

/** The kinds of failure; each has its own advice. */
export type FailureType =
  | "auth"
  | "permission"
  | "rate_limit"
  | "quota"
  | "timeout"
  | "network"
  | "not_found"
  | "conflict"
  | "validation";

type Row = readonly [type: FailureType, words: readonly RegExp[], statuses: readonly number[]];

/**
 * What an error says, by its words and by its HTTP status. The first row that fits a line wins, so the
 * narrower cause stands above the wider one: a quota that is used up often comes with the status of a rate
 * limit, and a refused key with "permission denied".
 */
const rows: readonly Row[] = [
  [
    "quota",
    [
      /\bquota\b.{0,40}\b(?:exceeded|exhausted|reached|used up)|\b(?:exceeded|over|out of)\b.{0,40}\bquota\b/,
      /\binsufficient_quota\b|\bquotaexceeded\b|\bpayment required\b|\bout of credits?\b/,
      /\bcredit balance is too low\b|\b(?:billing|spending|budget) (?:hard )?limit\b/,
    ],
    [402],
  ],
  [
    "rate_limit",
    [
      /\brate[ _-]?limit(?:ed|ing|s|_exceeded|error)?\b(?!\W{0,3}(?:remaining|reset|policy))/,
      /\btoo many requests\b|\bthrottl(?:ed|ing|ingexception)\b/,
    ],
    [429],
  ],
  [
    "auth",
    [
      /\b(?:bad|invalid|wrong|missing|no|expired) (?:\w+ )?(?:credentials?|api[ _-]?key|token|password)\b/,
      /\b(?:token|session|credentials?|api[ _-]?key|login)\b.{0,20}\b(?:expired|revoked|invalid|missing)\b/,
      /\bunauthori[sz]ed\b|\bunauthenticated\b|\bnot (?:logged in|authenticated|signed in)\b/,
      /\bauth(?:entication|orization)? (?:failed|failure|error|(?:is )?required)\b/,
      /\brequires? (?:authentication|login)\b|\blogin (?:failed|required|incorrect)\b/,
      /\(publickey\b|\bcould not read (?:username|password)\b|\binvalid_grant\b/,
    ],
    [401],
  ],
  [
    "permission",
    [
      /\bpermission[ _]denied\b|\baccess ?(?:is |was )?denied|\beacces\b|\beperm\b/,
      /\bforbidden\b|\bnot (?:authori[sz]ed|permitted|allowed) to\b|\boperation not permitted\b/,
      /\b(?:insufficient|missing|lacks?|without) (?:\w+ )?(?:permissions?|privileges?|scopes?)\b/,
      /\bnot accessible by\b|\bdo(?:es)? not have (?:\w+ )?(?:permission|access|the right)/,
    ],
    [403],
  ],
  [
    "timeout",
    [
      /(?<!\b0 )\btimed[ -]?out\b|\bdeadline[ _]?exceeded\b|\be(?:socket)?timedout\b/,
      /timeout(?:error|exception|expired)\b/,
      /\btime-?out\b.{0,20}\b(?:exceeded|expired|reached|elapsed|after \d)|\btime-?out of \d/,
      /\b(?:request|connect(?:ion)?|gateway|read|operation|lock wait) time-?out(?! (?:is|was|set|=)|\w)/,
      /\bexceeded\b.{0,20}\b(?:time limit|time-?out)\b|\btime limit\b.{0,10}\bexceeded\b/,
    ],
    [408, 504],
  ],
  [
    "network",
    [
      /\be(?:connrefused|connreset|notfound|hostunreach|netunreach|pipe)\b|\beai_again\b|\bgetaddrinfo\b/,
      /\bconnection\b.{0,12}\b(?:refused|reset|closed|aborted|lost|dropped)\b|\bsocket hang up\b/,
      /\bcould(?: not|n't) resolve\b.{0,10}\bhost|\bname resolution\b|\bname or service not known\b/,
      /\bnetwork\b.{0,8}\b(?:unreachable|error|down)\b|\bno route to host\b|\bfetch failed\b/,
      /\b(?:failed to|unable to|could not) connect\b/,
    ],
    [],
  ],
  [
    "validation",
    [
      /\b(?:validation|schema)\b.{0,12}\b(?:failed|failure|error|mismatch)\b|\b(?:validation|zod)error\b/,
      /\bunprocessable\b|\bbad request\b|\bmalformed\b|\bmissing required\b|-32602\b/,
      /\binvalid (?:\w+ )?(?:input|arguments?|parameters?|params|request|json|value|type|field|format)\b/,
      /\bunexpected (?:token|end of json)\b|\b(?:field|parameter|argument|property)\b.{0,40}\bis required\b/,
    ],
    [400, 422],
  ],
  [
    "conflict",
    [
      /\b(?:merge|edit|update|version) conflicts?\b|\bconflict(?:ing|s)? (?:in|with|between)\b|^conflict\b/,
      /\balready exists\b|\beexist\b|\bnon-fast-forward\b|\bfetch first\b|\bhas been modified\b/,
      /\b(?:database|table|file|resource) is locked\b|\bcould not (?:obtain|acquire) (?:\w+ )?lock\b/,
    ],
    [409, 412],
  ],
  [
    "not_found",
    [
      /(?<!\b0 )\bnot[ _]found\b|\bno such \w+|\bdoes(?: not|n't) exist\b|\benoent\b/,
      /\bcould(?: not|n't) (?:be found|find)\b|\bnotfound(?:error|exception)?\b/,
    ],
    [404, 410],
  ],
];

/** An HTTP status as clients write it. A bare number in a line may count anything. */
const statusIn =
  /\b(?:http\S{0,4}\s|status(?:[ _]?code)?\W|error\W|code\W)\W{0,3}([45]\d\d)(?![\d.]|\s\w+s\b)/;
const statusAlone = /^([45]\d\d)(?=\s*(?:$|[:\-–]))/;

/** The cause stands at one end of an output; what is between is not read. */
const linesRead = 40;
const lineChars = 1_000;

/**
 * The kind of failure that an error's text speaks of; undefined where it names none. The first line that
 * names one decides: what follows is mostly its consequence.
 */
export function readFailureType(text: string): FailureType | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const ends =
    lines.length > 2 * linesRead ? [...lines.slice(0, linesRead), ...lines.slice(-linesRead)] : lines;
  for (const line of ends) {
    const type = typeOfLine(line.slice(0, lineChars).toLowerCase());
    if (type !== undefined) return type;
  }
  return undefined;
}

function typeOfLine(line: string): FailureType | undefined {
  const status = Number((statusAlone.exec(line) ?? statusIn.exec(line))?.[1]);
  const fits = ([, words, statuses]: Row) =>
    statuses.includes(status) || words.some((each) => each.test(line));
  return rows.find(fits)?.[0];
}

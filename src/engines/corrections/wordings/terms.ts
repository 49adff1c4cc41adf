import { question, re, type Wording } from "./wording.js";

const term = "[\"'`]?[a-z][\\w -]{1,25}?[\"'`]?";
const quoted = "[\"'`][^\"'`]{2,25}[\"'`]";
const ours = [
  "(?:for us|here|around here|in (?:our|this) (?:code(?: ?base)?|terminology|project|repo|team|world",
  "|terms|vocabulary|company))",
].join("");

/** What a word means among these people. */
export const terms: readonly Wording[] = [
  {
    kind: "correction",
    because: "says what a word means here",
    evenOnce: true,
    says: [
      re(`^${term} ={1,2} (?:an?|the|what|things?|everything|all|one|those|something|whatever)\\b.{8,}`),
      re(
        `^when(?:ever)? (?:i|we) (?:say|talk about|speak of|write)\\b[^,?]{2,30},? (?:i|we) (?:always `,
        `|usually )?mean\\b[^,?]{3,}`,
        "(?:,? (?:and )?not\\b.{2,})?$",
      ),
      re(`^(?:by|with) ["'\`]?[\\w -]{2,25}["'\`]? (?:i|we) (?:always |usually )?mean\\b.{4,}`),
      re(
        `^(?:the (?:word|term) )?${quoted} (?:here |always )*(?:means|stands for|refers to|is (?:what`,
        `|when|our|the name))\\b.{6,}`,
      ),
      re(
        `^(?!(?:it|that|this|which|he|she|they|empty|an empty)\\b)(?:an? |the |the word |the term`,
        ` )?${term} (?:from me |for me )?(?:always |only )?(?:means|stands for|refers to) `,
        `(?!(?:we are|we're|that (?:we|it))\\b)(?:.{3,60}(?:,? (?:and )?not\\b.{2,}|, we(?:'re|`,
        ` are)\\b.{3,}|\\b${ours}.*)|you (?:can|may|should)\\b.{4,})`,
      ),
      re(
        `\\bwe call (?:those|these|them|it|that|an? [\\w ]{2,20}) .{3,30}(?:,? (?:and )?not\\b.{2,}`,
        `|\\b${ours}.*)`,
      ),
      re(`\\bis (?:called|named|known as|an? )\\b.{2,30}\\b${ours}$`),
      re(`\\bis what we (?:call|mean by)\\b.{4,}|^terminology\\b.{8,}|^what you call\\b.{3,30}\\bis\\b.{4,}`),
      re(
        `^for us,? an? ${term} is\\b.{4,}|^an? ${term} ${ours} (?:is|has|means)\\b.{4,}|^in our (?:code`,
        `(?: ?base)?|world|terms|terminology),? an? ${term} is\\b.{4,}`,
      ),
      re(
        `^(?:please )?(?:use|say) the (?:word|term|name)\\b.{3,40}(?:,? (?:and )?not\\b|instead of|rather`,
        ` than).{3,}`,
      ),
      re(`^an? ${term} is an? [^,?]{3,40}, an? ${term} is\\b.{4,}\\b(?:don't|do not) (?:mix|confuse)\\b.*`),
    ],
    unless: [question, re("\\b(?:should|return|hide|rename)\\b|\\bcan you\\b|^if\\b|\\bi think\\b")],
  },
];

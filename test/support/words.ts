/**
 * The glossary: words that rcpt does not use where people read, with the word that stands instead. Held
 * for the docs by `test/docs/words.test.ts`; other texts for people use the same table.
 */

export interface Word {
  /** Matched in text without code, see `proseOf`. */
  readonly pattern: RegExp
  readonly instead: string
  readonly reason: string
  /** A text that is refused, and one that comes close and is not. */
  readonly bad: string
  readonly good: string
}

const one = "one word for one thing"
const plain = "an old-fashioned turn that readers stumble over"

export const words: ReadonlyArray<Word> = [
  {
    pattern: /\be-mail/i,
    instead: "email",
    reason: one,
    bad: "Your e-mail address",
    good: "Your email address"
  },
  {
    pattern: /\bmail addresses\b|\bmail address\b/i,
    instead: "email address",
    reason: one,
    bad: "A mail address",
    good: "An email address"
  },
  {
    pattern: /\bmail hosts?\b|\bmail exchangers?\b/i,
    instead: "mail server",
    reason: one,
    bad: "Its mail host is silent",
    good: "Its mail server is silent"
  },
  {
    pattern:
      /\b(?:log(?:ged|ging)?|sign(?:s|ed|ing)?) (?:on|off)\b|\blog(?:s|ged|ging)? (?:in|out)(?:to)?\b/i,
    instead: "sign in, sign out",
    reason: one,
    bad: "Log in to the dashboard",
    good: "Sign in to the dashboard; the log is kept"
  },
  {
    pattern: /\bAPI[- ]tokens?\b|\baccess tokens?\b/i,
    instead: "API key",
    reason: one,
    bad: "An API token",
    good: "An API key"
  },
  {
    pattern: /\bon hold\b|\bcredits? (?:is |are )?reserved\b|\breserved credits?\b/i,
    instead: "held",
    reason: one,
    bad: "Credits on hold",
    good: "Held credits"
  },
  {
    pattern:
      /\b(?:credits?|rest|holds?|remainder) (?:is |are |was |were )?(?:returned|given back)\b|\bgiven back\b|\breturned credits?\b/i,
    instead: "refunded",
    reason: one,
    bad: "The rest is returned",
    good: "The rest is refunded; a list of addresses is returned"
  },
  {
    pattern: /\bbulk (?:jobs?|lists?|uploads?|verifications?)\b/i,
    instead: "list",
    reason: "a person uploads a list; only the API has jobs",
    bad: "A bulk job",
    good: "A list"
  },
  {
    pattern: /\bsmall internet\b/i,
    instead: "simulated internet",
    reason: one,
    bad: "`--lab` brings a small internet along",
    good: "`--lab` includes a simulated internet"
  },
  {
    pattern: /\bfor nothing\b|\bcosts? nothing\b/i,
    instead: "free",
    reason: plain,
    bad: "It answers for nothing",
    good: "It is free, and nothing is charged"
  },
  {
    pattern: /\bwho(?:m|so)?ever\b/i,
    instead: "anyone who, or the person by name of the role",
    reason: plain,
    bad: "Whoever has the key",
    good: "Anyone who has the key"
  },
  {
    pattern: /\bnobody\b|\bno one\b/i,
    instead: "name who cannot, or what does not happen",
    reason: plain,
    bad: "A place that nobody can change",
    good: "A place that administrators cannot change"
  },
  {
    pattern: /\ball that\b(?! (?:much|easily))/i,
    instead: "everything, all of it, or the list",
    reason: plain,
    bad: "All that is needed",
    good: "Everything you need"
  },
  {
    pattern:
      /\b(?:places?|pages?|parties|lists?|Postgres|database|ports?|listeners?|columns?|files?|process(?:es)?|keys?|names?) of (?:its|their|our) own\b/i,
    instead: "its own …, a separate …",
    reason: plain,
    bad: "A port of its own",
    good: "Its own port"
  },
  {
    pattern: /\b(?:says?|said) so\b|\b(?:is|are) told\b/i,
    instead: "name what appears and where",
    reason: plain,
    bad: "The log says so",
    good: "The log names the file"
  },
  {
    pattern: /\bthere is beside\b|\bbeside (?:others|that|this|it|them)\b|\bbesides\b/i,
    instead: "also, next to",
    reason: plain,
    bad: "What there is beside",
    good: "Also included; the file beside the code"
  },
  {
    pattern: /\b(?:hears?|heard) of\b|\bhas to earn\b|\bput(?:s)? us off\b|\bcondemn/i,
    instead: "the plain verb",
    reason: "a metaphor",
    bad: "Hear of its end",
    good: "Get notified when it ends"
  },
  {
    pattern: /\b(?:thereof|therein|whence|hereby|thereby|wherein|whereof|in vain|lest|anew)\b/i,
    instead: "a plain word",
    reason: plain,
    bad: "It is asked anew",
    good: "It is asked again"
  },
  {
    pattern: /\bit is no (?!longer|more)[a-z]+\b|\bis no (?:excuse|probability|proof)\b/i,
    instead: "is not a …",
    reason: plain,
    bad: "It is no probability",
    good: "It is not a probability, and it is no longer kept; there is no charge"
  },
  {
    pattern: /\bplease\b/i,
    instead: "the imperative",
    reason: "texts state what to do",
    bad: "Please try again",
    good: "Try again"
  }
]

/** Text for people: the Markdown without code, comments and targets of links. */
export const proseOf = (markdown: string): string =>
  markdown
    .replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/`(?:[^`\n]|\n(?!\n))*`/g, "`x`")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")

/** What the glossary refuses in a text: each finding with the better word. */
export const refusedWordsIn = (prose: string): ReadonlyArray<string> => {
  // Lines are wrapped, so a term may go on in the next one.
  const text = prose.replaceAll(/\s+/g, " ")
  return words.flatMap(({ pattern, instead, reason }) =>
    [...text.matchAll(new RegExp(pattern, "gi"))].map(
      ({ 0: found, index }) =>
        `"${text.slice(Math.max(0, index - 30), index + found.length + 30)}": instead of "${found}" ${instead} (${reason})`
    )
  )
}

/** More words than this make a sentence hard to take in at one reading. */
export const sentenceWordsMax = 25

const itemStart = /^\s*(?:[-*]|\d+\.) /

/** Paragraphs, items and cells of a table: a sentence never goes beyond one. */
const blocksOf = (prose: string): ReadonlyArray<string> => {
  const blocks: Array<string> = [""]
  for (const line of prose.split("\n"))
    if (/^\s*\|/.test(line)) blocks.push(...line.split(/(?<!\\)\|/), "")
    else if (/^#|^\s*$/.test(line)) blocks.push("")
    else if (itemStart.test(line)) blocks.push(line.replace(itemStart, ""))
    else blocks.push(`${blocks.pop()!} ${line.trim()}`)
  return blocks
}

export const sentencesOf = (prose: string): ReadonlyArray<string> =>
  blocksOf(prose)
    .flatMap((block) => block.replaceAll("**", "").split(/(?<=[.?!]["”)]?)\s+(?=\S)/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")

export const wordCountOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

export const longSentencesIn = (prose: string): ReadonlyArray<string> =>
  sentencesOf(prose).filter((sentence) => wordCountOf(sentence) > sentenceWordsMax)

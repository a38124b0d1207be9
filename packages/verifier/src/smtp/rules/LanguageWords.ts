/**
 * The words with which mail servers say what happened to a recipient, by language. A verdict needs a noun and a
 * predicate of one language in one clause (understand.ts), so sentences that nobody has written down yet are read too.
 *
 * All words are in lower case and without accents, as texts are compared. `|` separates words, `*` stands for
 * letters that a word may have besides, `…` for up to four words between. `not` are words that turn `known` and
 * `open` into a refusal, and take the meaning from the others.
 */

export interface LanguageWords {
  readonly language: string
  /** Nouns for the recipient, its mailbox, its account. */
  readonly recipient: string
  /** Nouns for the recipient's domain. */
  readonly domain: string
  /** Nouns for our sender and our server. A sentence with one is about us. */
  readonly sender: string
  /**
   * Nouns for what is counted in time or in a session. A quota beside one of them is about pace, not about space.
   */
  readonly pace?: string
  readonly absent: string
  readonly closed: string
  readonly full: string
  /** Words that say "absent" with a negation. */
  readonly known: string
  /** Words that say "closed" with a negation. */
  readonly open: string
  readonly not: string
  /** Words that refuse, and do not say whom or why. */
  readonly refused: string
  /** Words for grounds that are not the state of the mailbox: policy, filter, preference, size, time, quota. */
  readonly grounds: string
  /** Words that may say "absent", "closed" or "not for you". */
  readonly unavailable?: string
  /** Whether a negation may also follow its word: `existiert nicht`. */
  readonly negatesAfter?: true
  /** Whether the script has no blanks between words. */
  readonly isUnspaced?: true
  /** Whether words that are close to one of the language are taken for it: most servers write English. */
  readonly isMisspelt?: true
  readonly source: string
}

export const replies = "words of mail systems in that language; our judgement"

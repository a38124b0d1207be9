/** Rules from the words of each language: a noun for the recipient, and a phrase about it. */
import type { ReplyRule } from "../ReplyRule.ts"
import { foreignWords } from "./foreignWords.ts"
import type { ForeignWords } from "./foreignWords.ts"

const meanings = {
  full: "mailboxFull",
  disabled: "mailboxDisabled",
  missing: "mailboxMissing"
} as const

const phrases = ["full", "disabled", "missing"] as const

const ruleFor = (words: ForeignWords, phrase: (typeof phrases)[number]): ReplyRule => ({
  id: `${phrase}-${words.language}`,
  all: [words.recipient, words[phrase]],
  means: meanings[phrase],
  source: words.source
})

export const replyRulesInOtherLanguages: ReadonlyArray<ReplyRule> = foreignWords.flatMap((words) =>
  phrases.map((phrase) => ruleFor(words, phrase))
)

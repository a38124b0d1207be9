/**
 * The person whose data is erased: the mailbox of an address. All spellings of it are the same person: upper case, tags,
 * and the dots of providers that ignore them (verifier/address/normalize.ts). Domains are not persons.
 */
import { checkSyntax } from "@rcpt/verifier/steps"

import { mailboxOf } from "../reports/mailboxDigest.ts"

export interface ErasedPerson {
  readonly mailbox: string
  /** Spellings as they were typed, in lower case: the one that was asked for, and those that were found. */
  readonly spellings: ReadonlySet<string>
  /** Whether a cell or parameter that is an address, or was meant to be one, names the person. */
  readonly isNamedBy: (email: string) => boolean
  /** Whether the address stands in a text, among others. */
  readonly isIn: (text: string) => boolean
}

const atSign = /[@＠﹫]/u

/** A piece of running text between two separators, with an at sign. */
const candidate = /(?<![^\s<>()[\],;:"'“”«»])[^\s<>()[\],;:"'“”«»]*[@＠﹫][^\s<>()[\],;:"'“”«»]*/gu

/** Characters that addresses may have, and that separate parts of links and paths. */
const parts = /[?=&/|#]+/u

const punctuation = /^[.!?*_~]+|(?<![.!?*_~])[.!?*_~]+$/gu

/** The ending of a file that is named after an address. */
const extension = /\.(?:csv|tsv|tab|txt)$/iu

/** Decodes a text as in the query of a link. */
const decoded = (text: string): string => {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll("%40", "@")
  }
}

const candidatesIn = (text: string): ReadonlyArray<string> =>
  (`${text} ${decoded(text)}`.match(candidate) ?? []).flatMap((found) =>
    [found, ...found.split(parts)].map((one) =>
      one.replaceAll(punctuation, "").replace(extension, "")
    )
  )

/** One address and nothing around it, as in nearly every row of a list. */
const plain =
  /^[\p{L}\p{N}][^\s"'<>()[\],;:?=&/|#%“”«»@＠﹫]*@([\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)$/u

const domainOf = (mailbox: string): string => mailbox.slice(mailbox.lastIndexOf("@") + 1)

/** Domains of a list that are remembered, some 10 MB; with one more, all are forgotten. */
const domainsMax = 100_000

/** Whether addresses at a domain can be the mailbox: asked for each row, and mostly about few domains. */
const sharingDomain = (mailbox: string): ((domain: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (domain) => {
    const before = known.get(domain)
    if (before !== undefined) return before
    if (known.size >= domainsMax) known.clear()
    const shares = domainOf(mailboxOf(`a@${domain}`)) === domainOf(mailbox)
    known.set(domain, shares)
    return shares
  }
}

export const erasedPersonOf = (email: string): ErasedPerson => {
  const mailbox = mailboxOf(email)
  const sharesDomain = sharingDomain(mailbox)
  const spellings = new Set([email.trim().toLowerCase(), mailbox])
  const isSame = (text: string): boolean => {
    if (mailboxOf(text) !== mailbox) return false
    spellings.add(text.trim().toLowerCase())
    return true
  }
  const isPlainly = (text: string): boolean | undefined => {
    const [, domain] = plain.exec(text.trim()) ?? []
    if (domain === undefined || extension.test(text)) return undefined
    return sharesDomain(domain.toLowerCase()) && isSame(text)
  }
  const isAmong = (text: string): boolean => {
    if (!atSign.test(text) && !text.includes("%40")) return false
    const lower = text.toLowerCase()
    return [...spellings].some((one) => isWordIn(lower, one)) || candidatesIn(text).some(isSame)
  }
  // Only of a text that is no address: a slip within one leads to somebody else.
  const isMeantBy = (text: string): boolean => {
    const meant = checkSyntax(text).didYouMean
    return meant !== undefined && isSame(meant)
  }
  return {
    mailbox,
    spellings,
    isIn: (text) => isPlainly(text) ?? isAmong(text),
    isNamedBy: (text) =>
      text !== "" && (isPlainly(text) ?? (isSame(text) || isAmong(text) || isMeantBy(text)))
  }
}

const partOfWord = /[\p{L}\p{N}._%+-]/u
const goesOn = /^[.-]?[\p{L}\p{N}]/u
const isExtended = /^\.(?:csv|tsv|tab|txt)(?![\p{L}\p{N}])/iu

/** `ann@acme.test` is not in `joann@acme.test`, nor in `ann@acme.test.example`. */
const isWordIn = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const after = text.slice(at + word.length)
    const isEnd = isExtended.test(after) || !goesOn.test(after)
    if (isEnd && !partOfWord.test(text[at - 1] ?? " ")) return true
  }
  return false
}

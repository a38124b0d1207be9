/**
 * Lists of names at a domain, written before the rule that stops guessing: how many of them the mail
 * server is asked about.
 */
import { readFileSync } from "node:fs"

import type { SmtpChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import { guessLimit } from "@rcpt/service/probing/domains/EnumerationLimits"
import { Duration } from "effect"
import { assert, describe, it } from "vitest"

import { refused, smtpResult } from "../judge/smtpResults.ts"

/** The reply to RCPT, without which a server has not said anything of the name. */
const replied = (smtp: SmtpChecked, code: number): SmtpChecked => ({
  ...smtp,
  responseCode: code,
  transcript: [{ host: smtp.mxHost, phase: "rcpt", control: false, code }]
})

/** What the server says about a name, by the words of the file. */
const replies = {
  not_found: replied(refused("mailbox_not_found"), 550),
  not_domain: replied(refused("domain_not_found"), 554),
  disabled: replied(refused("mailbox_disabled"), 550),
  full: replied(smtpResult("unknown", { subReason: "mailbox_full" }), 452),
  catch_all: replied(smtpResult("catch_all", { catchAll: true }), 250),
  concealed: replied(smtpResult("unknown", { subReason: "provider_unverifiable" }), 250),
  gateway: replied(smtpResult("unknown", { subReason: "accept_all_gateway", catchAll: true }), 250),
  unclear: replied(smtpResult("unknown"), 550),
  greylisted: replied(smtpResult("greylisted"), 450),
  rate_limited: replied(smtpResult("rate_limited"), 421),
  policy_blocked: replied(smtpResult("policy_blocked"), 554),
  timeout: smtpResult("timeout"),
  refused_at_greeting: smtpResult("policy_blocked", {
    transcript: [{ host: "mx.x.test", phase: "greeting", control: false, code: 554 }]
  }),
  found: replied(smtpResult("deliverable"), 250)
} satisfies Record<string, SmtpEvidence>

type Word = keyof typeof replies
const isWord = (key: string): key is Word => key in replies

interface List extends Partial<Readonly<Record<Word, number>>> {
  readonly names: number
  readonly asked: number | "stopped"
  readonly account?: string
  readonly domain?: string
  /** Number of the first name; the others follow. */
  readonly from?: number
  readonly minute?: number
  readonly upper?: boolean
  readonly order?: "notFoundFirst" | "notFoundLast"
}

interface Case {
  readonly case: string
  readonly set?: number
  readonly limit?: number | "off"
  readonly lists: ReadonlyArray<List>
  readonly source: string
}

const cases: ReadonlyArray<Case> = readFileSync(new URL("guessing.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))

/** By the golden ratio: every part of the list has its share of every word. */
const spread = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all
    .map((value, index) => [(index * 0.618_033_988_75) % 1, value] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, value]) => value)

const answersOf = (list: List): ReadonlyArray<Word> => {
  const words = Object.entries(list).flatMap(([word, count]) =>
    isWord(word) ? Array.from({ length: Number(count) }, () => word) : []
  )
  const all = Array.from({ length: list.names }, (_, index): Word => words[index] ?? "found")
  if (list.order === undefined) return spread(all)
  const isMissing = (word: Word) => word === "not_found"
  const missing = all.filter(isMissing)
  const others = all.filter((word) => !isMissing(word))
  return list.order === "notFoundFirst" ? [...missing, ...others] : [...others, ...missing]
}

/** How many names of each list were asked about. */
const askedIn = ({ limit = 60, lists }: Case): ReadonlyArray<number> => {
  const quota = limit === "off" ? limit : { count: limit, window: Duration.hours(1) }
  const limits = new Map<string, ReturnType<typeof guessLimit>>()
  return lists.map((list) => {
    const { account = "a", domain = "a.test", from = 0, minute = 0, upper = false } = list
    const limit = limits.get(domain) ?? guessLimit(quota)
    limits.set(domain, limit)
    const now = Duration.toMillis(Duration.minutes(minute))
    return answersOf(list).filter((word, index) => {
      const name = `name${from + index}`
      const localPart = upper ? name.toUpperCase() : name
      if (limit.begin(account, localPart, now) !== "go") return false
      limit.end(account, localPart, now, replies[word])
      return true
    }).length
  })
}

const isRight = ({ names, asked }: List, found: number) =>
  asked === "stopped" ? found < names : found === asked

const wrongOf = (one: Case): ReadonlyArray<string> =>
  askedIn(one).flatMap((found, index) => {
    const list = one.lists[index]!
    return isRight(list, found) ? [] : [`${one.case}: ${found} asked, not ${list.asked}`]
  })

describe("A list of names", () => {
  it.each(cases)("is asked about as far as it is no guessing: $case", (one) =>
    assert.deepStrictEqual(wrongOf(one), [])
  )
})

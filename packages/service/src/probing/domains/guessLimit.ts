/**
 * Stops an account that guesses names: it has asked about many at one domain within the window, and most of
 * those that were answered do not exist. A list of real people has dead names too, even a third of them,
 * and goes on.
 *
 * In the memory of one process, for one domain; `now` is in milliseconds of any clock, always the same one.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Duration } from "effect"

import * as BoundedMap from "../../platform/BoundedMap.ts"
import type { Quota } from "../../platform/config/limits.ts"
import { fingerprintOf } from "./enumerationLimit.ts"

/** Real lists lose a quarter of their names a year. Dictionaries hit one name in twenty, permutations one in five. */
const missingShareMax = 0.7

/** Per account, about 0.15 kB each: of a free provider's names only the latest count. */
const namesKeptMax = 5_000

/** Per domain. Beyond that, the oldest is forgotten. */
const accountsMax = 1_000

export interface GuessLimit {
  /** Whether a server may be asked about the name. One that it has answered before may be asked again. */
  readonly allows: (account: string, localPart: string, now: number) => boolean
  /** What the server said. */
  readonly learn: (account: string, localPart: string, smtp: SmtpEvidence, now: number) => void
}

/** Each name that a server has said anything about in the window, oldest first. */
interface AnsweredNames {
  readonly names: Map<bigint, AnsweredName>
  missing: number
}

interface AnsweredName {
  readonly at: number
  readonly answer: Answer
}

/** `later`: the server answered, and has not said yet whether the name exists. */
type Answer = "missing" | "later" | "other"

/**
 * A refusal about us and a temporary one count as answers: servers check names first, so that at one that
 * blocks or greylists us all real names get those, and only the dead ones are "not found".
 */
const answerIn = (smtp: SmtpEvidence): Answer | undefined => {
  if (!smtp.checked) return undefined
  const isAnswered = smtp.transcript.some(
    ({ phase, control, code }) => phase === "rcpt" && !control && code !== undefined
  )
  if (!isAnswered) return undefined
  if (smtp.status === "greylisted") return "later"
  return smtp.subReason === "mailbox_not_found" ? "missing" : "other"
}

const forget = (known: AnsweredNames, fingerprint: bigint): void => {
  if (known.names.get(fingerprint)?.answer === "missing") known.missing -= 1
  known.names.delete(fingerprint)
}

const forgetOld = (known: AnsweredNames, until: number): void => {
  for (const [fingerprint, { at }] of known.names) {
    if (at > until && known.names.size <= namesKeptMax) return
    forget(known, fingerprint)
  }
}

/** The limit of one domain. */
export const guessLimit = (quota: Quota | "off"): GuessLimit => {
  if (quota === "off") return { allows: () => true, learn: () => {} }
  const window = Duration.toMillis(quota.window)
  const accounts = BoundedMap.make<string, AnsweredNames>(accountsMax)
  const isGuessing = ({ names, missing }: AnsweredNames): boolean =>
    names.size > quota.count && missing > missingShareMax * names.size
  return {
    allows: (account, localPart, now) => {
      const known = accounts.get(account)
      if (known === undefined) return true
      forgetOld(known, now - window)
      if (!isGuessing(known)) return true
      const before = known.names.get(fingerprintOf(localPart))
      return before !== undefined && before.answer !== "later"
    },
    learn: (account, localPart, smtp, now) => {
      const answer = answerIn(smtp)
      if (answer === undefined) return
      const known = accounts.get(account) ?? { names: new Map(), missing: 0 }
      const fingerprint = fingerprintOf(localPart)
      forget(known, fingerprint)
      known.names.set(fingerprint, { at: now, answer })
      if (answer === "missing") known.missing += 1
      forgetOld(known, now - window)
      accounts.set(account, known)
    }
  }
}

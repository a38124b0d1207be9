/**
 * Says what can be known about a list before it is verified: from the syntax, our lists, and what this
 * process knows of domains. No server is asked and nothing is charged. Only sums are given, because a
 * preview must not replace verifying.
 */
import type { ListPreview } from "@rcpt/api/Jobs"
import type { DomainEvidence } from "@rcpt/domain/Evidence"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect, Result } from "effect"

import { rowsToVerify } from "./csv/CsvPart.ts"
import type { CsvPart } from "./csv/CsvPart.ts"

/** The least number of distinct addresses. The sums of fewer would say too much about each. */
export const sampledMin = 20

/** The verdict would be `invalid` for the domain alone. */
export const takesNoMail = ({ route, routability }: DomainEvidence): boolean =>
  route._tag === "noDomain" || route._tag === "nullMx" || routability._tag === "unroutable"

export const startPreview = Effect.gen(function* () {
  const lists = yield* Lists
  const { knownDomain } = yield* Verifier
  const sums = {
    sampled: 0,
    invalid_syntax: 0,
    disposable: 0,
    role: 0,
    free: 0,
    known_bad_domains: 0
  }

  const add = (email: string, now: number): void => {
    sums.sampled += 1
    const parsed = parseAddress(email)
    if (Result.isFailure(parsed)) {
      sums.invalid_syntax += 1
      return
    }
    const { disposable, role, free } = lists.consult(parsed.success)
    if (disposable) sums.disposable += 1
    if (role) sums.role += 1
    if (free) sums.free += 1
    const known = knownDomain(parsed.success.domain, now)
    if (known && takesNoMail(known)) sums.known_bad_domains += 1
  }

  return {
    /** Adds a part; to be called for every part of the list. */
    part: (part: CsvPart): Effect.Effect<void> =>
      part._tag === "Chunk"
        ? Effect.map(Clock.currentTimeMillis, (now) => {
            for (const [, email] of rowsToVerify(part)) add(email, now)
          })
        : Effect.void,
    /** `undefined`: too few addresses. */
    end: (): ListPreview | undefined => {
      if (sums.sampled < sampledMin) return undefined
      const bounce = sums.invalid_syntax + sums.known_bad_domains
      return { ...sums, at_least_bounce_percent: Math.floor((bounce / sums.sampled) * 100) }
    }
  }
})

/**
 * Lists at providers that block an address after so many conversations a day, list it, or greylist by address. Time is
 * simulated; what decides is the program's own: paces, warm-up, the choice of an egress and what becomes of refusals.
 */
import type { SmtpChecked } from "@rcpt/domain/Smtp"
import type { Egress, Egresses } from "@rcpt/service/platform/config/Egress"
import {
  egressOf,
  moveAfterRefusal,
  moveOf,
  refusalToKeep
} from "@rcpt/service/probing/egress/chooseEgress"
import type { Refusal } from "@rcpt/service/probing/egress/chooseEgress"
import { healthIn } from "@rcpt/service/probing/egress/EgressHealth"
import {
  afterSignal,
  afterStart,
  freshPace,
  isBlocked,
  nextStartAt,
  servedAt,
  warmUpLeft
} from "@rcpt/verifier/pacing/pace"
import type { PaceLimits, PaceState } from "@rcpt/verifier/pacing/pace"
import * as fc from "fast-check"

import { scaled } from "../../../support/scale.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const start = Date.UTC(2026, 0, 1)
const minute = 60_000
const day = 24 * 60 * minute
const group = "x.test"

interface World {
  readonly egresses: number
  /** Conversations a day after which the provider blocks the first two addresses until the next day. */
  readonly blocksAfter: number
  /** The first so many egresses are on a blocklist for good. */
  readonly listed: number
  readonly greylists: boolean
  readonly warms: boolean
  readonly rows: number
}

interface Row {
  readonly name: number
  readonly domain: string
  egress: string
  dueAt: number
  attempts: number
  refusal: Refusal | undefined
  verdict: string | undefined
}

const evidence = (status: SmtpChecked["status"], ruleId?: string): SmtpChecked => ({
  checked: true,
  status,
  tls: false,
  mxHost: group,
  latencyMillis: 1,
  control: "notAsked",
  transcript: [{ host: group, phase: "rcpt", control: false, ...(ruleId && { ruleId }) }]
})

const truth = ({ name }: Row) => (name % 3 === 0 ? "undeliverable" : "deliverable")

/** Runs the list, and returns its rows, all starts of each egress, and when it ended. */
const run = ({ egresses: count, blocksAfter, listed, greylists, warms, rows: size }: World) => {
  const egresses = Array.from({ length: count }, (_, n): Egress => {
    return { id: `e${n}`, proxy: undefined, sourceAddress: undefined, helo: undefined }
  }) as unknown as Egresses
  const limits: PaceLimits = {
    connectionsMax: 2,
    startsPerSecondMax: 1,
    pauseMillis: 15 * minute,
    isFixed: false,
    ...(warms && { warmsSince: Number.POSITIVE_INFINITY })
  }
  const paces = new Map<string, PaceState>(egresses.map(({ id }) => [id, freshPace(limits)]))
  const starts = new Map<string, Array<number>>(egresses.map(({ id }) => [id, []]))
  const seen = new Map<string, number>()
  const blockedUntil = new Map<string, number>()
  const caps: Array<readonly [asked: number, cap: number]> = []
  let now = start
  const healthOf = (id: string) => {
    const { pause } = paces.get(id)!
    return pause === undefined
      ? "healthy"
      : healthIn({ because: pause.because, left: pause.until - now })
  }
  const rows = Array.from({ length: size }, (_, name): Row => {
    const domain = `d${name % 40}.test`
    const { id } = egressOf(domain, group, egresses)
    return {
      name,
      domain,
      egress: id,
      dueAt: start,
      attempts: 0,
      refusal: undefined,
      verdict: undefined
    }
  })
  /** What the provider says to this address about this row. */
  const replyTo = (row: Row): SmtpChecked => {
    const { egress, name } = row
    const today = starts.get(egress)!.filter((at) => at >= now - (now % day)).length
    const isPatient = Number(egress.slice(1)) > 1
    if (today > blocksAfter && !isPatient) blockedUntil.set(egress, now - (now % day) + day)
    const isListed = Number(egress.slice(1)) < listed
    if (isListed || now < (blockedUntil.get(egress) ?? 0))
      return evidence("policy_blocked", "blocklist")
    const triplet = `${egress} ${name}`
    if (!seen.has(triplet)) seen.set(triplet, now)
    if (greylists && now - seen.get(triplet)! < 5 * minute) return evidence("greylisted")
    return evidence(truth(row))
  }
  const settle = (row: Row, smtp: SmtpChecked) => {
    const { status } = smtp
    if (status === "greylisted") {
      row.attempts += 1
      row.dueAt = now + 6 * minute
      return
    }
    const { id } = egresses.find(({ id }) => id === row.egress)!
    const refused = status === "policy_blocked"
    const kind = refused ? "refused" : "quiet"
    const signal = { kind, domain: row.domain, startedAt: now, isFirst: true } as const
    paces.set(id, afterSignal(paces.get(id)!, limits, signal, now))
    const refusal = refusalToKeep({ group, ...row }, smtp, egresses, now)
    if (refusal === undefined) row.verdict = status
    else {
      row.refusal = refusal
      row.dueAt = now + 5 * minute
    }
  }
  const ask = (row: Row) => {
    const pace = paces.get(row.egress)!
    const left = warmUpLeft(pace, limits, now)
    if (left) caps.push([left.cap - left.left + 1, left.cap])
    paces.set(row.egress, afterStart(pace, limits, now))
    starts.get(row.egress)!.push(now)
    settle(row, replyTo(row))
  }
  const waiting = new Set(rows)
  while (waiting.size > 0 && now < start + 30 * day) {
    let next = Number.POSITIVE_INFINITY
    const asked = new Set<string>()
    for (const row of waiting) {
      if (row.dueAt > now) next = Math.min(next, row.dueAt)
      else {
        const { refusal } = row
        const isRefused = refusal?.by.at(-1) === row.egress
        const to = isRefused
          ? moveAfterRefusal(
              { ...row, group },
              refusal,
              servedAt(paces.get(row.egress)!),
              egresses,
              healthOf
            )
          : moveOf({ ...row, group }, egresses, healthOf)
        if (to !== undefined) Object.assign(row, { egress: to, attempts: 0 })
        const pace = paces.get(row.egress)!
        if (isRefused && to === undefined) row.verdict = refusal.smtp.status
        else if (!asked.has(row.egress)) {
          const at = nextStartAt(pace, limits, 0, now)
          if (at <= now && !isBlocked(pace, now)) ask(row)
          else next = Math.min(next, at)
          asked.add(row.egress)
        } else next = Math.min(next, now + 1_000)
        if (row.verdict !== undefined) waiting.delete(row)
      }
    }
    now = Math.max(now + 1, Math.min(next, now + day))
  }
  return { rows, starts, caps, millis: now - start }
}

const isPaced = (starts: ReadonlyMap<string, ReadonlyArray<number>>) =>
  [...starts.values()].every((all) => all.every((at, n) => n === 0 || at - all[n - 1]! >= 1_000))

describe("A list at a provider that blocks addresses", () => {
  it("gets the verdicts of a healthy address, at the pace of each, and ends", () => {
    fc.assert(
      fc.property(
        fc.record({
          egresses: fc.integer({ min: 3, max: 4 }),
          blocksAfter: fc.integer({ min: 5, max: 20 }),
          listed: fc.integer({ min: 0, max: 1 }),
          greylists: fc.boolean(),
          warms: fc.boolean(),
          rows: fc.integer({ min: 40, max: 60 })
        }),
        (world) => {
          const { rows, starts, caps, millis } = run(world)
          assert.deepStrictEqual(
            rows.map(({ verdict }) => verdict),
            rows.map(truth)
          )
          assert.isTrue(isPaced(starts))
          assert.isTrue(caps.every(([asked, cap]) => asked <= cap))
          assert.isBelow(millis, 10 * day)
        }
      ),
      { numRuns: scaled("FAIL_OVER_RUNS", { usual: 4, long: 200 }) }
    )
  })
})

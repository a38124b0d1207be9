/** What rows of activity add up to, by account, hour, key and mode. Pure. */
import { sandboxDomain } from "@rcpt/verifier/sandbox/changes"

import type { ActivityRow } from "./activityRows.ts"
import { millisOf } from "./uuidTime.ts"

const hourMillis = 3_600_000

export interface HourTally {
  readonly accountId: string
  /** ISO 8601, when it begins. */
  readonly hour: string
  readonly keyId: string | undefined
  readonly mode: string
  readonly valid: number
  readonly risky: number
  readonly invalid: number
  readonly unknown: number
  readonly credits: number
}

/** A verdict that was found now, of an address that is not of the sandbox: as `/usage` counts checks. */
const isCounted = ({ what, isReplay, mode, status, email }: ActivityRow): boolean =>
  (what === "check" || what === "batch_item") &&
  !isReplay &&
  mode !== undefined &&
  status !== undefined &&
  !email?.toLowerCase().endsWith(`@${sandboxDomain}`)

const keyOf = ({ accountId, hour, keyId, mode }: HourTally): string =>
  [accountId, hour, keyId, mode].join()

const tallyOf = ({ accountId, id, keyId, mode, status, credits }: ActivityRow): HourTally => ({
  accountId,
  hour: new Date(Math.floor(millisOf(id) / hourMillis) * hourMillis).toISOString(),
  keyId,
  mode: mode!,
  valid: Number(status === "valid"),
  risky: Number(status === "risky"),
  invalid: Number(status === "invalid"),
  unknown: Number(status === "unknown"),
  credits
})

const plus = (a: HourTally, b: HourTally): HourTally => ({
  ...a,
  valid: a.valid + b.valid,
  risky: a.risky + b.risky,
  invalid: a.invalid + b.invalid,
  unknown: a.unknown + b.unknown,
  credits: a.credits + b.credits
})

/** One for each key, in their order: who writes the same rows at the same time waits, and never in a circle. */
export const sumHours = (tallies: ReadonlyArray<HourTally>): ReadonlyArray<HourTally> => {
  const sums = new Map<string, HourTally>()
  for (const tally of tallies) {
    const known = sums.get(keyOf(tally))
    sums.set(keyOf(tally), known === undefined ? tally : plus(known, tally))
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally)
}

export const tallyHours = (rows: ReadonlyArray<ActivityRow>): ReadonlyArray<HourTally> =>
  sumHours(rows.filter(isCounted).map(tallyOf))

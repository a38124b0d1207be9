/** Rows with their addresses and answers taken out, and packed by account. */
import { sandboxDomain } from "@rcpt/verifier/sandbox/changes"

import type { SecretBox } from "../platform/SecretBox.ts"
import type { ActivityRow } from "./activityRows.ts"
import { packAnswers } from "./packAnswers.ts"
import { newIdAt, millisOf } from "./uuidTime.ts"

// Adds up rows of activity by account, hour, key and mode. Pure.

const hourMillis = 3_600_000

interface HourTally {
  readonly accountId: string
  /** The time when the hour begins, ISO 8601. */
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

/**
 * Sums to one tally for each key, sorted by key: writers of the same rows wait for each other, and never in
 * a circle.
 */
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

export interface StoredAnswers {
  readonly accountId: string
  readonly id: string
  readonly sealed: Uint8Array
}

interface StoredRow extends Omit<ActivityRow, "email" | "answer" | "requestId"> {
  /** `undefined`: that of the row. */
  readonly requestId: string | undefined
  readonly answersId: string | undefined
  /** The place of the row among the answers. */
  readonly place: number | undefined
}

export interface Group {
  readonly rows: ReadonlyArray<StoredRow>
  readonly answers: ReadonlyArray<StoredAnswers>
  readonly hours: ReadonlyArray<HourTally>
}

const byAccount = (rows: ReadonlyArray<ActivityRow>): ReadonlyMap<string, Array<ActivityRow>> => {
  const groups = new Map<string, Array<ActivityRow>>()
  for (const row of rows) {
    const group = groups.get(row.accountId)
    if (group === undefined) groups.set(row.accountId, [row])
    else group.push(row)
  }
  return groups
}

/** `now`: epoch milliseconds. Its answers are deleted with a row or after it, never before. */
export const groupRows = (box: SecretBox, rows: ReadonlyArray<ActivityRow>, now: number): Group => {
  const stored: Array<StoredRow> = []
  const answers: Array<StoredAnswers> = []
  for (const [accountId, own] of byAccount(rows)) {
    const kept = own.filter(({ email }) => email !== undefined)
    const id = newIdAt(now)
    if (kept.length > 0) {
      const texts = kept.map(({ email, answer }) => ({ email: email!, answer: answer ?? "" }))
      answers.push({ accountId, id, sealed: packAnswers(box, accountId, texts) })
    }
    let place = 0
    for (const { email, answer: _, ...row } of own) {
      const requestId = row.requestId === row.id ? undefined : row.requestId
      stored.push(
        email === undefined
          ? { ...row, requestId, answersId: undefined, place: undefined }
          : { ...row, requestId, answersId: id, place: place++ }
      )
    }
  }
  return { rows: stored, answers, hours: tallyHours(rows) }
}

/** Joins groups so that they can be written by one statement, which can change a row only once. */
export const joinGroups = (groups: ReadonlyArray<Group>): Group => ({
  rows: groups.flatMap(({ rows }) => rows),
  answers: groups.flatMap(({ answers }) => answers),
  hours: sumHours(groups.flatMap(({ hours }) => hours))
})

/** Rows with their addresses and answers taken out, and packed by account. */
import type { SecretBox } from "../platform/SecretBox.ts"
import type { ActivityRow } from "./activityRows.ts"
import { packAnswers } from "./packAnswers.ts"
import { sumHours, tallyHours } from "./tallyHours.ts"
import type { HourTally } from "./tallyHours.ts"
import { newIdAt } from "./uuidTime.ts"

export interface StoredAnswers {
  readonly accountId: string
  readonly id: string
  readonly sealed: Uint8Array
}

export interface StoredRow extends Omit<ActivityRow, "email" | "answer" | "requestId"> {
  /** `undefined`: that of the row. */
  readonly requestId: string | undefined
  readonly answersId: string | undefined
  /** Its place among them. */
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

/** To be written by one statement, which can change a row only once. */
export const joinGroups = (groups: ReadonlyArray<Group>): Group => ({
  rows: groups.flatMap(({ rows }) => rows),
  answers: groups.flatMap(({ answers }) => answers),
  hours: sumHours(groups.flatMap(({ hours }) => hours))
})

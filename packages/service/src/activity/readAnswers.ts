/** Reads answers of an account as they were sent, from the rows of activity that name them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { ofPurpose } from "../platform/SecretBox.ts"
import { unpackAnswers } from "./packAnswers.ts"

/** A row of activity names its answer by a group and the place in it. */
export interface AnswerPlace {
  readonly answersId: string
  readonly place: number
}

/** Groups are unpacked one by one: each takes up to some milliseconds. */
export const readAnswers = Effect.fnUntraced(function* (
  account: string,
  places: ReadonlyArray<AnswerPlace>
) {
  const sql = yield* SqlClient.SqlClient
  const box = yield* ofPurpose("activity")
  const ids = [...new Set(places.map(({ answersId }) => answersId))]
  if (ids.length === 0) return () => undefined
  const groups = yield* sql<{ readonly id: string; readonly sealed: Uint8Array }>`
    select id, sealed from activity_answers
    where account_id = ${account} and id = any (${ids}::uuid[])`
  const opened = new Map<string, ReturnType<typeof unpackAnswers>>()
  for (const { id, sealed } of groups) {
    opened.set(id, unpackAnswers(box, account, sealed))
    yield* Effect.yieldNow
  }
  return ({ answersId, place }: AnswerPlace) => opened.get(answersId)?.[place]
})

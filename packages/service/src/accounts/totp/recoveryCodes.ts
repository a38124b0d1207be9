/**
 * Recovery codes: each signs in once, in place of a code of the app. They are stored as HMACs, under a key
 * that is not in the database if `RCPT_SECRET` is set.
 */
import { createHmac } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { randomText } from "../../platform/config/apiKeyFormat.ts"

type Step<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

export interface RecoveryCodes {
  /** False: the person has no such code, or it was used before. */
  readonly spend: (person: string, code: string) => Step<boolean>
  /** New ones; the previous ones are worth nothing from then on. */
  readonly replace: (person: string) => Step<ReadonlyArray<string>>
}

const codesCount = 10

/** 79 bits: nobody tries that many. Characters that look alike are left out. */
const charsCount = 16
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789"

const newCode = (): string => randomText(alphabet, charsCount).replaceAll(/.{4}(?=.)/g, "$&-")

/** As people type it: in any case, with or without dashes. */
const normalized = (code: string): string => code.toLowerCase().replaceAll(/[^a-z\d]/g, "")

export const make = (key: Uint8Array): RecoveryCodes => {
  const hashOf = (person: string, code: string): string =>
    createHmac("sha256", key)
      .update(`${person} ${normalized(code)}`)
      .digest("hex")
  return {
    spend: (person, code) =>
      SqlClient.SqlClient.use(
        (sql) => sql`
          delete from recovery_code where person_id = ${person}
            and hash = decode(${hashOf(person, code)}, 'hex') returning 1`
      ).pipe(Effect.map((spent) => spent.length > 0)),

    replace: (person) =>
      SqlClient.SqlClient.use((sql) =>
        Effect.gen(function* () {
          const codes = Array.from({ length: codesCount }, newCode)
          yield* sql`delete from recovery_code where person_id = ${person}`
          yield* sql`
            insert into recovery_code (person_id, hash)
            select ${person}, decode(hash, 'hex')
            from unnest(${codes.map((code) => hashOf(person, code))}::text[]) as made (hash)`
          return codes
        })
      )
  }
}

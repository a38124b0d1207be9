/**
 * A second factor for signing in: codes of an authenticator app (oneTimeCode.ts), and ten recovery codes
 * for when the app is lost. Each code is accepted once. It is on once a first code has shown that the
 * app has the secret.
 */
import { randomBytes } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

import type { WriteSql } from "../../platform/Database.ts"
import { ofPurpose } from "../../platform/SecretBox.ts"
import type { SecretBox } from "../../platform/SecretBox.ts"
import { Secrets } from "../../platform/Secrets.ts"
import { makeWriteTransaction } from "../../platform/transaction.ts"
import { record } from "../accountStream.ts"
import type { Holder } from "../sessions/Sessions.ts"
import { decodeBase32, encodeBase32, stepOfCode, uriOf } from "./oneTimeCode.ts"
import * as recoveryCodes from "./recoveryCodes.ts"
import type { RecoveryCodes } from "./recoveryCodes.ts"

/** A code of neither kind, or one that was used before. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", {}) {}

/** It is on already, and has to be switched off first. */
export class TotpIsOn extends Schema.TaggedError<TotpIsOn>()("TotpIsOn", {}) {}

/** It is off, or enrolment has not begun. */
export class TotpIsOff extends Schema.TaggedError<TotpIsOff>()("TotpIsOff", {}) {}

export interface TotpState {
  readonly enabledAt: Date | null
  readonly recoveryCodesLeft: number
}

export interface Enrolment {
  /** In base 32, to be typed. */
  readonly secret: string
  /** To be shown as a QR code. */
  readonly uri: string
}

export class Totp extends Context.Service<
  Totp,
  {
    readonly find: (person: Holder) => Effect.Effect<TotpState>
    /** A repeat makes another secret. */
    readonly begin: (person: Holder, email: string) => Effect.Effect<Enrolment, TotpIsOn>
    /** Returns the recovery codes, which are shown once. */
    readonly enable: (
      person: Holder,
      code: string
    ) => Effect.Effect<ReadonlyArray<string>, TotpIsOff | TotpIsOn | WrongCode>
    readonly disable: (person: Holder) => Effect.Effect<void, TotpIsOff>
    /** The old ones are worth nothing from then on. */
    readonly renewCodes: (person: Holder) => Effect.Effect<ReadonlyArray<string>, TotpIsOff>
    /** Accepts a code of the app or a recovery code, once. */
    readonly use: (person: Holder, code: string) => Effect.Effect<void, WrongCode>
  }
>()("@rcpt/service/accounts/totp/Totp") {}

/** RFC 4226 §4, R6: 160 bits. */
const secretOctets = 20

interface TotpRow {
  readonly secret: Uint8Array
  readonly enabledAt: Date | null
}

const lock = ({ personId }: Holder) =>
  SqlClient.SqlClient.use(
    (sql) => sql<TotpRow>`
      select secret, enabled_at as "enabledAt" from person_totp where person_id = ${personId}
      for update`
  ).pipe(Effect.map(([row]) => row))

const note = ({ accountId, personId }: Holder, what: Account.Noted) =>
  Effect.catchTag(record(accountId, Account.note(what, personId)), "AccountNotOpen", Effect.die)

/** False: a code of this step or a later one was used before (RFC 6238 §5.2). */
const spendStep = ({ personId }: Holder, step: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update person_totp set last_step = ${step}
      where person_id = ${personId} and last_step < ${step} returning 1`
  ).pipe(Effect.map((rows) => rows.length > 0))

interface Stored {
  readonly box: SecretBox
  readonly recovery: RecoveryCodes
}

const spendApp = Effect.fnUntraced(function* (
  box: SecretBox,
  person: Holder,
  row: TotpRow,
  code: string
) {
  const secret = box.open(person.personId, row.secret)
  const now = yield* Clock.currentTimeMillis
  const step = secret && stepOfCode(decodeBase32(secret), code, now)
  return typeof step === "number" && (yield* spendStep(person, step))
})

/** Each runs in a transaction. */
const stepsWith = ({ box, recovery }: Stored) => {
  const begin = Effect.fnUntraced(function* (person: Holder, sealed: Uint8Array) {
    const sql = yield* SqlClient.SqlClient
    if ((yield* lock(person))?.enabledAt) return yield* new TotpIsOn()
    yield* sql`
      insert into person_totp (person_id, secret) values (${person.personId}, ${sealed})
      on conflict (person_id) do update set secret = excluded.secret, last_step = 0
        where person_totp.enabled_at is null`
  })

  const enable = Effect.fnUntraced(function* (person: Holder, code: string) {
    const sql = yield* SqlClient.SqlClient
    const row = yield* lock(person)
    if (row === undefined) return yield* new TotpIsOff()
    if (row.enabledAt !== null) return yield* new TotpIsOn()
    if (!(yield* spendApp(box, person, row, code))) return yield* new WrongCode()
    yield* sql`update person_totp set enabled_at = now() where person_id = ${person.personId}`
    yield* note(person, "TotpEnabled")
    return yield* recovery.replace(person.personId)
  })

  const disable = Effect.fnUntraced(function* (person: Holder) {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* lock(person))?.enabledAt) return yield* new TotpIsOff()
    yield* sql`delete from person_totp where person_id = ${person.personId}`
    yield* note(person, "TotpDisabled")
  })

  const renewCodes = Effect.fnUntraced(function* (person: Holder) {
    if (!(yield* lock(person))?.enabledAt) return yield* new TotpIsOff()
    yield* note(person, "RecoveryCodesReplaced")
    return yield* recovery.replace(person.personId)
  })

  const use = Effect.fnUntraced(function* (person: Holder, code: string) {
    const row = yield* lock(person)
    if (row === undefined) return yield* new WrongCode()
    if (yield* spendApp(box, person, row, code)) return
    if (!(yield* recovery.spend(person.personId, code))) return yield* new WrongCode()
    yield* note(person, "RecoveryCodeUsed")
  })

  return { begin, enable, disable, renewCodes, use }
}

const make = Effect.gen(function* () {
  const read = yield* SqlClient.SqlClient
  const transaction = yield* makeWriteTransaction
  const box = yield* ofPurpose("TOTP secrets")
  const recovery = recoveryCodes.make(yield* Secrets.use(({ key }) => key("recovery codes")))
  const steps = stepsWith({ box, recovery })

  return Totp.of({
    find: ({ personId }) =>
      read<TotpState>`
        select enabled_at as "enabledAt", (select count(*)::int from recovery_code c
          where c.person_id = t.person_id) as "recoveryCodesLeft"
        from person_totp t where person_id = ${personId}`.pipe(
        Effect.map(([row]) => row ?? { enabledAt: null, recoveryCodesLeft: 0 }),
        Effect.orDie
      ),
    begin: Effect.fnUntraced(function* (person, email) {
      const secret = encodeBase32(randomBytes(secretOctets))
      yield* transaction(steps.begin(person, box.seal(person.personId, secret)))
      return { secret, uri: uriOf(secret, email) }
    }),
    enable: (person, code) => transaction(steps.enable(person, code)),
    disable: (person) => transaction(steps.disable(person)),
    renewCodes: (person) => transaction(steps.renewCodes(person)),
    use: (person, code) => transaction(steps.use(person, code))
  })
})

export const layer: Layer.Layer<
  Totp,
  never,
  EventStore | Secrets | SqlClient.SqlClient | WriteSql
> = Layer.effect(Totp, make)

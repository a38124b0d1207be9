/**
 * A second factor for signing in: codes of an authenticator app, and ten recovery codes
 * for when the app is lost. Each code is accepted once. It is on once a first code has shown that the
 * app has the secret.
 */
import { randomBytes, createHmac } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import type { EventStore } from "@rcpt/store/EventStore"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { randomText } from "../../platform/config/apiKeyFormat.ts"
import { WriteSql } from "../../platform/Database.ts"
import { ofPurpose } from "../../platform/SecretBox.ts"
import type { SecretBox } from "../../platform/SecretBox.ts"
import { Secrets } from "../../platform/Secrets.ts"
import { makeWriteTransaction } from "../../platform/transaction.ts"
import { record } from "../accountStream.ts"
import { endCredentials } from "../people/endCredentials.ts"
import { revocationWait } from "../Revocations.ts"
import type { Holder, SessionHolder } from "../sessions/Sessions.ts"

// Recovery codes: each signs in once, in place of a code of the app. They are stored as HMACs, under a key
// that is not in the database if `RCPT_SECRET` is set.

type Step<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

interface RecoveryCodes {
  /** False: the person has no such code, or it was used before. */
  readonly spend: (person: string, code: string) => Step<boolean>
  /** Makes new codes; the previous ones are worth nothing from then on. */
  readonly replace: (person: string) => Step<ReadonlyArray<string>>
}

const codesCount = 10

/** A code has 79 bits, too many to try. Characters that look alike are left out. */
const charsCount = 16
const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789"

const newCode = (): string =>
  randomText(recoveryAlphabet, charsCount).replaceAll(/.{4}(?=.)/g, "$&-")

/** People type a code in any case, with or without dashes. */
const normalized = (code: string): string => code.toLowerCase().replaceAll(/[^a-z\d]/g, "")

const makeRecoveryCodes = (key: Uint8Array): RecoveryCodes => {
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

// Time-based one-time codes (TOTP, RFC 6238) as all authenticator apps make them: HMAC-SHA-1, 30 s, six
// digits. These are RFC 4226 and a clock; a library would be more code than this.

/** RFC 6238 §5.2 recommends it. */
const stepSeconds = 30
const digits = 6

/** The number of the 30 seconds that a time is in. */
export const stepOf = (millis: number): number => Math.floor(millis / 1_000 / stepSeconds)

/** RFC 4226 §5.3, dynamic truncation. */
export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/** RFC 6238 §5.2: at most one step for the network; and one for a clock that is ahead. */
const stepsAround = [0, -1, 1]

/** The step that a code belongs to; `undefined`: it is wrong, or too old. */
const stepOfCode = (secret: Uint8Array, code: string, now: number): number | undefined =>
  stepsAround
    .map((away) => stepOf(now) + away)
    .find((step) => codeAt(secret, step) === code.replaceAll(" ", ""))

/** RFC 4648 §6. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Encodes without padding, which apps do not expect. */
export const encodeBase32 = (octets: Uint8Array): string => {
  const bits = Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("")
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("")
}

export const decodeBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (char) => alphabet.indexOf(char).toString(2).padStart(5, "0"))
  const whole = bits.join("").match(/.{8}/g) ?? []
  return Buffer.from(whole.map((octet) => Number.parseInt(octet, 2)))
}

/** The content of the QR code (Key Uri Format of Google Authenticator). */
const uriOf = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`rcpt:${email}`)}?secret=${secret}&issuer=rcpt` +
  `&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`

/** A code of neither kind, or one that was used before. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", {}) {}

/** It is on already, and has to be switched off first. */
class TotpIsOn extends Schema.TaggedError<TotpIsOn>()("TotpIsOn", {}) {}

/** It is off, or enrolment has not begun. */
class TotpIsOff extends Schema.TaggedError<TotpIsOff>()("TotpIsOff", {}) {}

interface TotpState {
  readonly enabledAt: Date | null
  readonly recoveryCodesLeft: number
}

/** The session in which it is switched on goes on. */
type Enabling = Pick<SessionHolder, "accountId" | "personId" | "sessionId">

interface Enrolment {
  /** The secret in base 32, to be typed. */
  readonly secret: string
  /** The URI to be shown as a QR code. */
  readonly uri: string
}

export class Totp extends Context.Service<
  Totp,
  {
    readonly find: (person: Holder) => Effect.Effect<TotpState>
    /** A repeat makes another secret. */
    readonly begin: (person: Holder, email: string) => Effect.Effect<Enrolment, TotpIsOn>
    /**
     * Returns the recovery codes, which are shown once. From then on every node refuses the person's other sessions, which have
     * shown no code.
     */
    readonly enable: (
      session: Enabling,
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
  readonly write: WriteSql["Service"]
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

/** Each of these steps runs in a transaction. */
const stepsWith = ({ box, recovery, write }: Stored) => {
  const begin = Effect.fnUntraced(function* (person: Holder, sealed: Uint8Array) {
    const sql = yield* SqlClient.SqlClient
    if ((yield* lock(person))?.enabledAt) return yield* new TotpIsOn()
    yield* sql`
      insert into person_totp (person_id, secret) values (${person.personId}, ${sealed})
      on conflict (person_id) do update set secret = excluded.secret, last_step = 0
        where person_totp.enabled_at is null`
  })

  const enable = Effect.fnUntraced(function* (person: Enabling, code: string) {
    const sql = yield* SqlClient.SqlClient
    const row = yield* lock(person)
    if (row === undefined) return yield* new TotpIsOff()
    if (row.enabledAt !== null) return yield* new TotpIsOn()
    if (!(yield* spendApp(box, person, row, code))) return yield* new WrongCode()
    yield* sql`update person_totp set enabled_at = now() where person_id = ${person.personId}`
    yield* Effect.provideService(endCredentials(person, "second_factor_on"), WriteSql, write)
    yield* note(person, "TotpEnabled")
    return yield* recovery.replace(person.personId)
  })

  const disable = Effect.fnUntraced(function* (person: Holder) {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* lock(person))?.enabledAt) return yield* new TotpIsOff()
    yield* sql`delete from person_totp where person_id = ${person.personId}`
    yield* Effect.provideService(endCredentials(person, "second_factor_off"), WriteSql, write)
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
  const recovery = makeRecoveryCodes(yield* Secrets.use(({ key }) => key("recovery codes")))
  const steps = stepsWith({ box, recovery, write: yield* WriteSql })

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
    enable: (session, code) =>
      Effect.tap(transaction(steps.enable(session, code)), () => Effect.sleep(revocationWait)),
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

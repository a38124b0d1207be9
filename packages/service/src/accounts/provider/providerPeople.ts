/**
 * People who sign in at the provider. Who they are is issuer and subject, never the address. Their role, and whether they
 * may come in at all, follow the claims of each sign-in. A person who was here before joins once, with their password.
 */
import { randomUUIDv7 } from "node:crypto"

import * as Account from "@rcpt/domain/Account"
import * as AccountPeople from "@rcpt/domain/AccountPeople"
import { uuid } from "@rcpt/domain/limits"
import { Clock, Effect, Schema } from "effect"

import { Outbox } from "../../mail/Outbox.ts"
import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { hasIdentity, identityOf } from "../../platform/identityOf.ts"
import { ofPurpose } from "../../platform/SecretBox.ts"
import { record, recordAs } from "../accountStream.ts"
import { endCredentials } from "../people/endCredentials.ts"
import { changeRoleIn } from "../people/peopleRows.ts"
import { revocationWait } from "../Revocations.ts"
import { Sessions } from "../sessions/Sessions.ts"
import type { Holder, SessionHolder } from "../sessions/Sessions.ts"
import { isOwner, withCredentials } from "../sessions/signIn.ts"
import { judgeClaims } from "./judgeClaims.ts"
import type { Admitted, Claims } from "./judgeClaims.ts"
import { clockSkewMax } from "./Provider.ts"
import type { Arrival, Tokens } from "./Provider.ts"

/** Words in the address of the sign-in page, which has a sentence for each (dashboard/session). */
export class NotAdmitted extends Schema.TaggedError<NotAdmitted>()("NotAdmitted", {
  why: Schema.Literals([
    "no_email",
    "domain",
    "no_role",
    "no_account",
    "other_account",
    "last_manager",
    "full",
    "other_person",
    "not_fresh"
  ])
}) {}

/** Somebody with this address is in the account, and has to join with their password. */
class PasswordFirst extends Schema.TaggedError<PasswordFirst>()("PasswordFirst", {
  email: Schema.String
}) {}

export const judge = (claims: Claims) =>
  Effect.map(Config, ({ oidcRoles: roles, oidcDomains: domains, oidcAccount: account }) =>
    // Config.ts has made sure that a provider has roles.
    judgeClaims({ roles: roles!, domains, account }, claims)
  )

interface Target {
  readonly accountId: string
  readonly addressKey: Uint8Array
}

const targetOf = Effect.fnUntraced(function* ({ accountId }: Admitted) {
  const sql = yield* WriteSql
  if (accountId !== undefined && !uuid.test(accountId))
    return yield* new NotAdmitted({ why: "no_account" })
  const [target] = yield* sql<Target>`
    select account_id as "accountId", address_key as "addressKey" from account
    where closed_at is null and suspended_at is null
      and ${accountId === undefined ? sql`owner` : sql`account_id = ${accountId}`}
    order by created_at, account_id limit 1`
  return target ?? (yield* new NotAdmitted({ why: "no_account" }))
})

type Identity = Pick<Arrival, "issuer" | "subject">

export const findByIdentity = ({ issuer, subject }: Identity) =>
  WriteSql.use(
    (sql) => sql<Holder>`
      select account_id as "accountId", person_id as "personId"
      from provider_identity join person p using (person_id)
      where issuer = ${issuer} and subject = ${subject} for no key update of p`
  ).pipe(Effect.map(([person]) => person))

const insertIdentity = ({ issuer, subject }: Identity, personId: string) =>
  WriteSql.use(
    (sql) => sql`
      insert into provider_identity (issuer, subject, person_id)
      values (${issuer}, ${subject}, ${personId})`
  )

/** Makes a person, unless somebody has the address already. */
const admit = Effect.fnUntraced(function* (
  identity: Identity,
  { email, role }: Admitted,
  { accountId, addressKey }: Target
) {
  const sql = yield* WriteSql
  const [same] = yield* sql<Holder>`
    select account_id as "accountId", person_id as "personId" from person
    where ${hasIdentity(sql, email)}`
  if (same !== undefined && same.accountId !== accountId)
    return yield* new NotAdmitted({ why: "other_account" })
  if (same !== undefined) return yield* new PasswordFirst({ email })
  const personId = randomUUIDv7()
  yield* recordAs(
    { accountId, personId, addressKey, owner: false, role },
    AccountPeople.admit({ personId, role })
  )
  yield* sql`
    insert into person (person_id, account_id, role, email, password_hash)
    values (${personId}, ${accountId}, ${role}, ${email}, null)`
  yield* insertIdentity(identity, personId)
  yield* sql`delete from sign_up where ${hasIdentity(sql, email)}`
  return { accountId, personId }
})

/** Gives a person the role of the claims. */
export const followRole = (person: Holder, { role }: Pick<Admitted, "role">) =>
  changeRoleIn(person, { role, by: "operator" }).pipe(
    Effect.catchTags({
      LastManager: () => new NotAdmitted({ why: "last_manager" }),
      AccountNotOpen: () => new NotAdmitted({ why: "no_account" }),
      UnknownPerson: Effect.die,
      BeyondPowers: Effect.die,
      NotPermitted: Effect.die
    })
  )

interface Row {
  readonly passwordHash: string | null
  readonly hasMoved: boolean
}

/**
 * The address of the claims, unless another person has it. A password would outlive the person at the provider, so only
 * managers of the first account keep one. Returns its hash.
 */
const followProvider = Effect.fnUntraced(function* (person: Holder, { email }: Admitted) {
  const sql = yield* WriteSql
  const [row] = yield* sql<Row>`
    with before as (select person_id, identity from person where person_id = ${person.personId})
    update person p
    set password_hash = case when ${isOwner(sql)} then password_hash end,
      email = case when p.identity = ${identityOf(email)} or exists (
        select from person other where ${hasIdentity(sql, email)}) then email else ${email} end
    from account a, before b where a.account_id = p.account_id and b.person_id = p.person_id
    returning password_hash as "passwordHash", p.identity <> b.identity as "hasMoved"`
  if (row?.hasMoved === true) {
    yield* endCredentials(person, "email_changed")
    yield* record(person.accountId, Account.note("EmailChanged", person.personId))
  }
  return row!.passwordHash
})

const box = ofPurpose("sign-in at the provider")

export const sealTokens = (sessionId: string, tokens: Tokens) =>
  Effect.map(box, ({ seal }) => seal(sessionId, JSON.stringify(tokens)))

/** `undefined`: RCPT_SECRET has changed, and all sessions have ended with it. */
export const openTokens = (sessionId: string, sealed: Uint8Array) =>
  Effect.map(box, ({ open }) => {
    const text = open(sessionId, sealed)
    // Only the line above writes them.
    return text === undefined ? undefined : (JSON.parse(text) as Tokens)
  })

interface Browser {
  readonly agent: string
  readonly held?: string | undefined
}

const enter = Effect.fnUntraced(function* (arrival: Arrival, browser: Browser) {
  const sql = yield* WriteSql
  const said = yield* judge(arrival.claims)
  if (typeof said === "string") return yield* new NotAdmitted({ why: said })
  const target = yield* targetOf(said)
  const known = yield* findByIdentity(arrival)
  if (known !== undefined && known.accountId !== target.accountId)
    return yield* new NotAdmitted({ why: "other_account" })
  const person = known ?? (yield* admit(arrival, said, target))
  if (known !== undefined) yield* followRole(person, said)
  const passwordHash = yield* followProvider(person, said)
  const now = new Date(yield* Clock.currentTimeMillis)
  const { authenticatedAt = null } = arrival
  const { start } = yield* Sessions
  const started = yield* start({ ...person, passwordHash }, browser, {
    how: "provider",
    // Clocks may differ, and a time to come would make it fresh for longer.
    confirmedAt: authenticatedAt !== null && authenticatedAt > now ? now : authenticatedAt
  })
  if (started === undefined) return yield* new NotAdmitted({ why: "no_account" })
  yield* sql`
    insert into provider_session (session_id, issuer, subject, sid, tokens)
    values (${started.sessionId}, ${arrival.issuer}, ${arrival.subject}, ${arrival.sid ?? null},
      ${yield* sealTokens(started.sessionId, arrival.tokens)})`
  return started
})

/** Two first sign-ins of a person at the same moment: the second one finds what the first has made. */
const tries = 2

/** Begins a session for the person who has come back from the provider. */
export const signInAtProvider = (arrival: Arrival, browser: Browser) =>
  WriteSql.use((sql) => enter(arrival, browser).pipe(sql.withTransaction)).pipe(
    Effect.retry({
      times: tries - 1,
      while: (error) => error._tag === "SqlError" && error.reason._tag === "UniqueViolation"
    }),
    Effect.catchTags({
      AccountNotOpen: () => new NotAdmitted({ why: "no_account" }),
      TooManyPeople: () => new NotAdmitted({ why: "full" }),
      SqlError: Effect.die
    })
  )

/** Who waits for their password, as the browser keeps it, encrypted. */
export interface Joining extends Identity {
  readonly email: string
}

interface Entered {
  readonly password: string
  readonly code?: string | undefined
  /** Client address, as it is counted. */
  readonly address: string
}

/**
 * Joins the person with this address and password to who they are at the provider. They sign in there from now on, and
 * everything that was begun before has ended.
 */
export const joinProvider = ({ email, ...identity }: Joining, provider: string, entered: Entered) =>
  withCredentials({ ...entered, email }, (person) =>
    Effect.gen(function* () {
      const sql = yield* WriteSql
      const { tell } = yield* Outbox
      const { accountId, personId } = person
      yield* Effect.gen(function* () {
        yield* sql`select from person where person_id = ${personId} for update`
        yield* sql`
          delete from provider_identity where person_id = ${personId} and issuer = ${identity.issuer}`
        yield* insertIdentity(identity, personId)
        yield* endCredentials({ accountId, personId }, "provider_joined")
        yield* tell({ person: personId }, { kind: "provider_joined", facts: { provider } })
        yield* Effect.orDie(record(accountId, Account.note("ProviderJoined", personId)))
      }).pipe(sql.withTransaction, Effect.orDie)
      yield* Effect.sleep(revocationWait)
    })
  )

interface Confirmation {
  readonly session: Pick<SessionHolder, "personId" | "sessionId"> | undefined
  /** When the browser was sent to the provider. */
  readonly askedAt: number
}

/** Stands for entering the password again: the person has proved at the provider just now who they are. */
export const confirmAtProvider = Effect.fnUntraced(
  function* (arrival: Arrival, { session, askedAt }: Confirmation) {
    const sql = yield* WriteSql
    const { authenticatedAt } = arrival
    if (!authenticatedAt || authenticatedAt.getTime() < askedAt - clockSkewMax * 1_000)
      return yield* new NotAdmitted({ why: "not_fresh" })
    const person = yield* findByIdentity(arrival).pipe(sql.withTransaction)
    if (session === undefined || person?.personId !== session.personId)
      return yield* new NotAdmitted({ why: "other_person" })
    yield* sql`update session set confirmed_at = now() where session_id = ${session.sessionId}`
  },
  Effect.catchTag("SqlError", Effect.die)
)

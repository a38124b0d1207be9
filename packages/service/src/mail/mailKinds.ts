/**
 * The messages that rcpt sends, one row a kind. Facts are what a message says beyond its text, as they are stored
 * until it is sent: never rename them; add only optional ones.
 */
import { JobFailure } from "@rcpt/domain/Job"
import { Role } from "@rcpt/domain/Role"
import { Duration, Schema } from "effect"

/** Opens a page of the dashboard with a token that works once. */
interface Linked<F extends Schema.Struct.Fields> {
  readonly facts: Schema.Struct<F>
  /** The token works for so long. A message that was not sent by then never is. */
  readonly linkLasts: Duration.Duration
  readonly limit: Limit
}

/**
 * What a message with a link counts against (Outbox.ts). `address`: with all such messages to the address. `account`: that,
 * and the account whose people cause it. `invitation`: the account, and invitations to the address alone. Who invites learns
 * whether it was mailed, and must not learn so whether the address was mailed for another reason, such as having an account.
 * `none`: it warns its reader, and nobody may use the limits up before.
 */
export type Limit = "address" | "account" | "invitation" | "none"

/** Tells of something that happened. Those of an hour are gathered in one message. */
interface Notice<F extends Schema.Struct.Fields> {
  readonly facts: Schema.Struct<F>
}

const linked = <F extends Schema.Struct.Fields>(
  linkLasts: Duration.Duration,
  limit: Limit,
  facts: F
): Linked<F> => ({ facts: Schema.Struct(facts), linkLasts, limit })

const notice = <F extends Schema.Struct.Fields>(facts: F): Notice<F> => ({
  facts: Schema.Struct(facts)
})

const text = Schema.String
const count = Schema.Int

/** A sentence of the doctor, or of a notice, in English. */
const finding = { says: text, advice: Schema.optionalKey(text) }

export const mailKinds = {
  confirm_email: linked(Duration.hours(24), "address", {}),
  reset_password: linked(Duration.hours(1), "address", {}),
  /** `by`: the address of the person who invites. */
  invitation: linked(Duration.days(7), "invitation", { by: text, role: Role }),
  /** To the new address of a person. */
  confirm_new_email: linked(Duration.hours(24), "account", { old: text }),
  /** To somebody who has an account, and was signed up once more. */
  have_account: notice({}),
  /** To the old address of a person, who can take the change back. */
  email_changed: linked(Duration.days(7), "none", { new: text }),
  /** To the old address, of a change by an operator. */
  email_replaced: notice({ new: text }),
  /** To the address of a person, which they want to change. */
  email_change_asked: notice({ new: text }),
  /** To the address that a person had until a change was taken back. */
  email_taken_back: notice({}),
  list_done: notice({
    job: text,
    file: text,
    rows: count,
    valid: count,
    risky: count,
    invalid: count,
    unknown: count
  }),
  list_failed: notice({ job: text, file: text, rows: count, why: JobFailure }),
  credits_low: notice({ credits: count }),
  /** What a run found. `changed`: all; the others count parts of it (api/Schedule.ts). */
  schedule_changed: notice({
    schedule: text,
    name: text,
    changed: count,
    new: count,
    dead: count,
    revived: count,
    risky: count
  }),
  /** `why`: a sentence in English. `paused`: it was one too many. */
  schedule_failed: notice({
    schedule: text,
    name: text,
    why: text,
    paused: Schema.Boolean
  }),
  new_browser: notice({ browser: text }),
  /** `reset`: by a mailed link. `replaced`: by an operator. */
  password_changed: notice({ how: Schema.Literals(["changed", "reset", "replaced"]) }),
  second_factor_on: notice({}),
  second_factor_off: notice({}),
  /** `provider`: its name, where the person signs in from now on. */
  provider_joined: notice({ provider: text }),
  key_made: notice({ name: text, last4: text }),
  doctor_red: notice(finding),
  backup_failed: notice(finding),
  provider_blocks: notice({ provider: text }),
  witness_disagrees: notice(finding)
}

export type MailKind = keyof typeof mailKinds

export type MailFacts<K extends MailKind> = (typeof mailKinds)[K]["facts"]["Type"]

type KindsWhere<T> = {
  [K in MailKind]: (typeof mailKinds)[K] extends T ? K : never
}[MailKind]

export type LinkedKind = KindsWhere<{ readonly linkLasts: Duration.Duration }>
export type NoticeKind = Exclude<MailKind, LinkedKind>

/** Kinds about which each reader can choose (domain/Mail.ts). */
export const chosenKinds: ReadonlySet<MailKind> = new Set<MailKind>([
  "list_done",
  "list_failed",
  "schedule_changed"
])

export const isLinked = (kind: MailKind): kind is LinkedKind => "linkLasts" in mailKinds[kind]

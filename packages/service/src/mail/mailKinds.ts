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
  /** Somebody in the account causes it: it counts against the account's limit. */
  readonly isByAccount: boolean
}

/** Tells of something that happened. Those of an hour are gathered in one message. */
interface Notice<F extends Schema.Struct.Fields> {
  readonly facts: Schema.Struct<F>
}

const linked = <F extends Schema.Struct.Fields>(
  linkLasts: Duration.Duration,
  isByAccount: boolean,
  facts: F
): Linked<F> => ({ facts: Schema.Struct(facts), linkLasts, isByAccount })

const notice = <F extends Schema.Struct.Fields>(facts: F): Notice<F> => ({
  facts: Schema.Struct(facts)
})

const text = Schema.String
const count = Schema.Int

/** A sentence of the doctor, or of a notice, in English. */
const finding = { says: text, advice: Schema.optionalKey(text) }

export const mailKinds = {
  confirm_email: linked(Duration.hours(24), false, {}),
  reset_password: linked(Duration.hours(1), false, {}),
  /** `by`: the address of the person who invites. */
  invitation: linked(Duration.days(7), true, { by: text, role: Role }),
  /** To the new address of a person. */
  confirm_new_email: linked(Duration.hours(24), true, { old: text }),
  /** To somebody who has an account, and was signed up once more. */
  have_account: notice({}),
  /** To the old address of a person. */
  email_changed: notice({ new: text }),
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
  new_browser: notice({ browser: text }),
  second_factor_off: notice({}),
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

export const isLinked = (kind: MailKind): kind is LinkedKind => "linkLasts" in mailKinds[kind]

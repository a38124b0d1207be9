/** One message of each kind, and gathered ones. */
import type { Language } from "@rcpt/domain/Mail"
import type { Stored } from "@rcpt/service/mail/composeMail"
import { isLinked } from "@rcpt/service/mail/mailKinds"
import type { MailFacts, MailKind } from "@rcpt/service/mail/mailKinds"

const list = { job: "0198-job", file: "customers of spring.csv", rows: 48_120 }

const factsOf: { readonly [K in MailKind]: MailFacts<K> } = {
  confirm_email: {},
  reset_password: {},
  invitation: { by: "ann@example.test", role: "member" },
  confirm_new_email: { old: "ann@example.test" },
  have_account: {},
  email_changed: { new: "ann@new.test" },
  email_replaced: { new: "ann@new.test" },
  email_change_asked: { new: "ann@new.test" },
  email_taken_back: {},
  password_changed: { how: "reset" },
  second_factor_on: {},
  list_done: { ...list, valid: 40_001, risky: 5_019, invalid: 3_000, unknown: 100 },
  list_failed: { ...list, why: "upload_unreadable" },
  credits_low: { credits: 1_042 },
  schedule_changed: {
    schedule: "0198-schedule",
    name: "Customers",
    changed: 1_204,
    new: 1_100,
    dead: 80,
    revived: 4,
    risky: 20
  },
  schedule_failed: {
    schedule: "0198-schedule",
    name: "Customers",
    why: "The server answered 404: check the URL.",
    paused: false
  },
  new_browser: { browser: "Firefox" },
  second_factor_off: {},
  provider_joined: { provider: "login.acme.test" },
  key_made: { name: "shop checkout", last4: "x7Qa" },
  doctor_red: {
    says: 'node-1: DNS does not answer (timeout): every answer will be "unknown" until it does. RCPT_DNS_SERVERS names other servers.'
  },
  backup_failed: {
    says: "node-1: The newest backup in /var/lib/rcpt/backups is of 2026-03-01. Look in the log for why newer ones failed, or make one: `rcpt backup`."
  },
  provider_blocks: { provider: "Google" },
  witness_disagrees: {
    says: "The ledger is not the one that the witness w1 has signed: it has signed another ledger of 42 commits.",
    advice: "It was changed or set back, or its key signs two."
  }
}

const gatheredKinds: ReadonlyArray<MailKind> = ["list_done", "list_failed", "key_made"]

export const samples = (language: Language): ReadonlyArray<Stored> => {
  const kinds = Object.keys(factsOf) as ReadonlyArray<MailKind>
  const single = kinds.map((kind) => ({
    kind,
    language,
    facts: [factsOf[kind]],
    count: 1,
    ...(isLinked(kind) && { link: { page: "/page", token: "token-of-32-random-octets" } })
  }))
  const gathered = gatheredKinds.map((kind) => ({
    kind,
    language,
    facts: [factsOf[kind], factsOf[kind], factsOf[kind]],
    count: 14
  }))
  return [...single, ...gathered]
}

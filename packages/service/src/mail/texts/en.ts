/** The texts of messages in English. */
import type { JobFailure } from "@rcpt/domain/Job"

import type { MailFacts } from "../mailKinds.ts"
import type { MailText, Texts } from "./MailText.ts"

const number = (value: number): string => value.toLocaleString("en-US")

const link = (subject: string, says: string, label: string, why: string): MailText => ({
  subject,
  paragraphs: [says],
  button: label,
  why
})

const failures: Readonly<Record<JobFailure, string>> = {
  upload_unreadable: "the uploaded file can no longer be read",
  account_gone: "the account no longer exists"
}

const notAsked = "If you did not ask for this, you need not do anything."

const ofAccount = "You get this because you can sign in to this account."
const ofOwner = "You get this because you manage the account that owns this service."

const listChoice =
  "You can choose in your settings which lists you get mail about: all, large ones, or none."

const unexpected = (what: string): string =>
  `If this was not you, change your password now, and ${what}.`

const passwordChanges: Readonly<Record<MailFacts<"password_changed">["how"], string>> = {
  changed: "The password of your account was changed. Your other sessions have ended.",
  reset: "The password of your account was reset by a mailed link. Your sessions have ended.",
  replaced:
    "The operator of this service has set a new password for your account. Your sessions have ended."
}

/** A finding about the service, for its owners. */
const finding =
  (subject: string) =>
  ({ all }: { readonly all: ReadonlyArray<{ says: string; advice?: string }> }): MailText => ({
    subject,
    paragraphs: ["rcpt found this:"],
    items: all.map(({ says, advice }) => (advice === undefined ? says : `${says} ${advice}`)),
    button: "Open the admin page",
    why: ofOwner
  })

export const en: Texts = {
  kinds: {
    confirm_email: () =>
      link(
        "Confirm your email address",
        "Confirm your email address to use your new account. The link works once, for 24 hours.",
        "Confirm address",
        "Somebody opened an account with this address. If it was not you, you need not do anything."
      ),
    reset_password: () =>
      link(
        "Choose a new password",
        "You asked for a new password. The link works once, for one hour. Your other sessions end when you use it.",
        "Choose a password",
        `${notAsked} Your password stays as it is.`
      ),
    invitation: ({ newest: { by } }) =>
      link(
        `${by} invites you to rcpt`,
        `${by} invites you to an account that verifies email addresses. The link works once, for 7 days.`,
        "Accept invitation",
        "If you do not know this person, you need not do anything."
      ),
    confirm_new_email: ({ newest: { old } }) =>
      link(
        "Confirm your new email address",
        `Confirm that you want to sign in with this address instead of ${old}. The link works once, for 24 hours.`,
        "Confirm address",
        notAsked
      ),
    have_account: () => ({
      subject: "You have an account already",
      paragraphs: [
        "Somebody signed up with this email. You have an account with it already, and nothing has changed.",
        "If that was you, sign in. If you do not remember your password, the sign-in page helps."
      ],
      button: "Sign in",
      why: "If that was not you, you need not do anything."
    }),
    email_changed: ({ newest }) =>
      link(
        "Your email address has changed",
        `You now sign in with ${newest.new}. This address no longer works.`,
        "Take the change back",
        "If this was not you, take the change back within 7 days. You choose a new password, and all sessions end."
      ),
    email_replaced: ({ newest }) => ({
      subject: "Your email address has changed",
      paragraphs: [
        `The operator of this service has changed your email. You now sign in with ${newest.new}.`
      ],
      button: "Open rcpt",
      why: "If you did not ask for this, write to the operator of this service now."
    }),
    email_change_asked: ({ newest }) => ({
      subject: "Your email address is about to change",
      paragraphs: [
        `Somebody who knows your password wants to sign in with ${newest.new} instead of this address.`,
        "It changes once that address is confirmed."
      ],
      button: "Open settings",
      why: "If this was not you, change your password now: that stops the change and ends all other sessions."
    }),
    email_taken_back: () => ({
      subject: "A change of email was taken back",
      paragraphs: [
        "Somebody with the earlier address of your account has taken the change of email back. You can no longer sign in with this address."
      ],
      button: "Open rcpt",
      why: "If this was not you, write to the operator of this service now."
    }),
    list_done: ({ newest, all, count }) => ({
      subject: count === 1 ? `${newest.file} is done` : `${number(count)} lists are done`,
      paragraphs:
        count === 1
          ? [
              `Your list ${newest.file} is done: ${number(newest.rows)} rows.`,
              `${number(newest.valid)} valid, ${number(newest.risky)} risky, ${number(newest.invalid)} invalid, ${number(newest.unknown)} unknown.`
            ]
          : [`${number(count)} of your lists are done:`],
      items: count === 1 ? [] : all.map(({ file, rows }) => `${file}: ${number(rows)} rows`),
      button: count === 1 ? "See results" : "See lists",
      why: listChoice
    }),
    list_failed: ({ newest, all, count }) => ({
      subject: count === 1 ? `${newest.file} has failed` : `${number(count)} lists have failed`,
      paragraphs: [
        count === 1
          ? `Your list ${newest.file} has failed: ${failures[newest.why]}.`
          : `${number(count)} of your lists have failed:`,
        "Credits of rows that were not checked are refunded."
      ],
      items: count === 1 ? [] : all.map(({ file, why }) => `${file}: ${failures[why]}`),
      button: count === 1 ? "See list" : "See lists",
      why: listChoice
    }),
    credits_low: ({ newest: { credits } }) => ({
      subject: credits === 1 ? "1 credit is left" : `${number(credits)} credits are left`,
      paragraphs: [
        `Your account has few credits left: ${number(credits)}. Without credits, checks are refused.`
      ],
      button: "See usage",
      why: ofAccount
    }),
    schedule_changed: ({ newest, all, count }) => ({
      subject:
        count === 1
          ? `${number(newest.changed)} changed in "${newest.name}"`
          : `${number(count)} runs of schedules found changes`,
      paragraphs: ["Schedules checked your lists again. This is not as it was before:"],
      items: all.map(
        ({ name, changed, new: added, dead, revived, risky }) =>
          `${name}: ${number(changed)} changed, of which ${number(added)} new, ${number(dead)} newly invalid, ` +
          `${number(revived)} no longer invalid, ${number(risky)} newly risky`
      ),
      button: "Open schedules",
      why: listChoice
    }),
    schedule_failed: ({ all }) => ({
      subject: all.some(({ paused }) => paused)
        ? `The schedule "${all[0]!.name}" is paused`
        : `The schedule "${all[0]!.name}" did not run`,
      paragraphs: [
        "Runs of your schedules failed or did not start. After five failures in a row a schedule pauses, until you resume it."
      ],
      items: all.map(({ name, why }) => `${name}: ${why}`),
      button: "Open schedules",
      why: ofAccount
    }),
    new_browser: ({ all }) => ({
      subject: "New sign-in to your account",
      paragraphs: ["You signed in with a browser that rcpt has not seen before:"],
      items: all.map(({ browser }) => browser),
      button: "See sessions",
      why: unexpected("end the session there")
    }),
    password_changed: ({ newest: { how } }) => ({
      subject: "Your password was changed",
      paragraphs: [passwordChanges[how]],
      button: "Open settings",
      why: "If this was not you, set a new password by the sign-in page now, and look through your sessions."
    }),
    second_factor_on: () => ({
      subject: "Two-factor sign-in is on",
      paragraphs: [
        "Two-factor sign-in of your account was turned on. Your other sessions have ended."
      ],
      button: "Open settings",
      why: unexpected("turn it off")
    }),
    second_factor_off: () => ({
      subject: "Two-factor sign-in is off",
      paragraphs: ["Two-factor sign-in of your account was turned off."],
      button: "Open settings",
      why: unexpected("turn it on again")
    }),
    provider_joined: ({ newest: { provider } }) => ({
      subject: `You sign in with ${provider} now`,
      paragraphs: [
        `Your account was connected with ${provider}, after your password was entered. Your sessions have ended.`
      ],
      button: "Open settings",
      why: "If this was not you, write to the operator of this service now."
    }),
    key_made: ({ all, count }) => ({
      subject: count === 1 ? "New API key" : `${number(count)} new API keys`,
      paragraphs: ["You made an API key. It works from now on:"],
      items: all.map(({ name, last4 }) => `${name} (ends in ${last4})`),
      button: "See keys",
      why: unexpected("revoke the key")
    }),
    doctor_red: finding("The service has a problem"),
    backup_failed: finding("Backups are late"),
    provider_blocks: ({ all }) => ({
      subject: "Mail servers refuse us",
      paragraphs: [
        "These mail servers refuse every connection of ours. Deep checks of their addresses prove nothing until they stop:"
      ],
      items: all.map(({ provider }) => provider),
      button: "Open the admin page",
      why: ofOwner
    }),
    witness_disagrees: finding("A witness disagrees about the ledger")
  },
  andMore: (count) => `and ${number(count)} more`,
  orOpen: "Open this address:",
  sentBy: (host) => `Sent by rcpt at ${host}. Replies are not read.`,
  test: {
    subject: "Mail from rcpt works",
    paragraphs: ["This message was sent by `rcpt mail test`. Mail of this service arrives."],
    button: "Open rcpt",
    why: "An operator of this service asked for it."
  }
}

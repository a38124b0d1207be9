/** The words of the settings: password, second factor, sessions, erasure, and closing the account. */
import type { ErasedPlace } from "@rcpt/api/Erasure"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

export const words = wordsOf("settings", {
  title: "Settings",
  account: {
    title: "Account",
    email: "Email",
    role: "Role",
    roleUnknown: "Unknown",
    administers: (role: string) => `${role}, service administrator`
  },
  provider: {
    title: (name: string) => `You sign in with ${name}`,
    lead: "Your email, password and second factor are those of your company. Change them there; rcpt takes the email over at your next sign-in."
  },
  email: {
    title: "Email",
    lead: "You sign in with this email, and rcpt writes to it.",
    withoutMail: "You sign in with this email. The service sends no mail, so it changes at once.",
    next: "New email",
    nextSubject: "The new email",
    password: "Your password",
    action: "Change email",
    mailed: (email: ReactNode) => (
      <>We mailed a link to {email}. Your email changes when you open it, within 24 hours.</>
    ),
    changed: "Email changed. Use it at the next sign-in."
  },
  preferences: {
    title: "Language and mail",
    lead: "For you alone, not for the others in the account. Mail about the security of the account is always sent.",
    withoutMail:
      "The service sends no mail: its operator has not set it up. Your language is used for these pages.",
    language: "Language",
    languageHint: "Of mail, and of these pages in a browser where you have not chosen another.",
    languages: { none: "As the browser asks", en: "English", de: "German" },
    lists: "Mail when a list of yours is finished or failed",
    listChoices: { always: "Always", large: "For lists over 1,000 rows", never: "Never" },
    save: "Save",
    saved: "Saved."
  },
  onlyManagers: "Only managers erase addresses from the account, or close the account.",
  password: {
    title: "Password",
    lead: "Changing your password signs out all other sessions. API keys keep working.",
    changed: "Password changed. All other sessions are signed out.",
    current: "Current password",
    next: "New password",
    nextSubject: "The new password",
    action: "Change password"
  },
  closing: {
    title: "Close account",
    lead: "Closes the account permanently and erases its data. Running lists must finish or be cancelled first.",
    open: "Close account",
    question: "Close this account?",
    action: "Close account permanently",
    consequences:
      "API keys stop working, all sessions end, and lists, results and the webhook are erased. Any credits left are forfeited. This cannot be undone."
  },
  erasure: {
    title: "Erase an address",
    lead: "Removes a person from your lists, results and stored replies, in every spelling of the address. Charges stay as they are: the ledger holds no address.",
    erased: "The address is erased.",
    nothing: "Nothing was found.",
    stays: "What stays",
    receipt: (id: ReactNode) => <>Receipt {id}</>,
    address: "Address to erase",
    addressSubject: "The address",
    open: "Erase address",
    question: "Erase this address?",
    action: "Erase",
    places: {
      job_rows: "Rows of lists",
      job_cells: "Cells of other rows",
      job_suggestions: "Suggestions in results",
      job_names: "Names of files and columns",
      stored_replies: "Stored replies",
      webhook_messages: "Webhook messages",
      feedback_checks: "Checks that could be reported on",
      feedback_reports: "Reports",
      queued_probes: "Queued questions",
      activity: "Checks in the activity",
      invitations: "Open invitations",
      rules: "Rules",
      inlet_events: "Events of inlets",
      schedule_contacts: "Contacts and changes of schedules",
      mail_messages: "Mail to the address, and waiting mail about it"
    } satisfies Readonly<Record<ErasedPlace, string>>,
    consequences: (address: ReactNode) =>
      inline`Rows with ${address} lose all of their cells, names included. They keep their verdict and stay counted. This cannot be undone.`
  },
  sessions: {
    title: "Sessions",
    lead: "Browsers in which you are signed in. A session ends after seven days, or after a day without use.",
    caption: "Your sessions, newest first",
    otherClient: "Other client",
    browser: "Browser",
    this: "This session",
    signedIn: "Signed in",
    lastSeen: "Last seen",
    end: "End",
    endOf: (browser: string) => `End session in ${browser}`,
    everywhere: "Sign out everywhere",
    everywhereQuestion: "Sign out everywhere?",
    everywhereConsequences: "All sessions end, including this one. API keys keep working."
  },
  twoFactor: {
    title: "Two-factor sign-in",
    lead: "A code of an authenticator app, in addition to your password. API keys are not affected.",
    keepCodes:
      "Keep these recovery codes where you find them without your phone. Each signs in once. They are not shown again.",
    codes: "Recovery codes",
    saved: "I have saved them",
    turnOn: "Turn on two-factor sign-in",
    turnOff: "Turn off",
    turnOffQuestion: "Turn off two-factor sign-in?",
    turnOffConsequences: "From then on your password alone signs in.",
    since: (at: ReactNode, left: ReactNode) =>
      inline`On since ${at}. Recovery codes left: ${left}.`,
    newCodes: "New recovery codes"
  },
  enrolment: {
    scan: "Scan this with your authenticator app, or type the secret. Then enter the code it shows.",
    qrCode: "QR code of the secret below",
    secret: (secret: ReactNode) => <>Secret: {secret}</>,
    code: "Code",
    codeSubject: "The code",
    action: "Turn on"
  }
})

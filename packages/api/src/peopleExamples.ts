/** Examples of the endpoints of people, for examples.ts. */
import { textOf } from "./errors/Sentence.ts"
import type { Message } from "./Message.ts"
import type {
  Acceptance,
  Invitation,
  InvitationToken,
  MadeInvitation,
  NewInvitation,
  OpenInvitation,
  PeopleList,
  Person,
  RoleChange
} from "./People.ts"
import { emailTaken, lastManager } from "./Problem.ts"
import type {
  EmailChange,
  EmailChangeState,
  LinkRequest,
  MailedToken,
  PasswordReset,
  Preferences,
  SignUpConfirmation
} from "./Profile.ts"
import type { SecurityEvent, SecurityPage } from "./Security.ts"
import type { Session } from "./Session.ts"
import type { CodeEntry, RecoveryCodes, TotpEnrolment, TotpState } from "./Totp.ts"

const key = { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d", name: "sign-up form", last4: "x7Qb" }

const created: SecurityEvent = {
  id: "4713-1",
  type: "key_created",
  created_at: "2026-01-31T12:00:00.000Z",
  count: 1,
  by: "session",
  by_person: { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01", email: "ann@example.com" },
  key,
  agent: "Firefox",
  address: "9f86d081884c7d65",
  request_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c11"
}

const failed: SecurityEvent = {
  id: "sign_in_failed-29498399",
  type: "sign_in_failed",
  created_at: "2026-01-31T11:59:12.000Z",
  count: 3,
  last_at: "2026-01-31T11:59:40.000Z",
  by: "unknown",
  agent: "Chrome",
  address: "60303ae22b998861",
  request_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c12"
}

const page: SecurityPage = {
  events: [created, failed],
  next: "1769860752000000.sign_in_failed-29498399"
}

const totpState: TotpState = {
  enabled: true,
  enabled_at: "2026-01-31T12:00:00.000Z",
  recovery_codes_left: 9
}
const enrolment: TotpEnrolment = {
  secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/rcpt%3Aann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=rcpt"
}
const codeEntry: CodeEntry = { code: "287082" }
const recoveryCodes: RecoveryCodes = { recovery_codes: ["k7mp-2rtw-9xqh-4bnd"] }
const off: Message = { message: "the second factor is off" }

/** Examples of the endpoint of security events, for examples.ts. */
export const securityExamples = {
  listSecurityEvents: { response: page },
  getTotp: { response: totpState },
  beginTotp: { response: enrolment },
  enableTotp: { response: recoveryCodes, body: codeEntry },
  renewRecoveryCodes: { response: recoveryCodes },
  disableTotp: { response: off }
}

/** Keys as in `parameterExamples`. */
export const securityParameters = {
  "listSecurityEvents cursor": page.next!,
  "listSecurityEvents limit": "50"
}

const ann: Person = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01",
  email: "ann@example.com",
  role: "manager",
  joined_at: "2026-01-12T09:00:00.000Z",
  last_seen_at: "2026-01-31T12:00:00.000Z",
  second_factor: true,
  current: true
}

const bob = {
  email: "bob@example.com",
  role: "member" as const,
  expires_at: "2026-02-07T12:00:00.000Z"
}

const open = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c02",
  ...bob,
  created_at: "2026-01-31T12:00:00.000Z"
}

const invitation: Invitation = { ...open, invited_by: { id: ann.id, email: ann.email } }
const people: PeopleList = { people: [ann], invitations: [invitation], people_max: 50 }

/** Not one that a link could hold. */
const token = "Zt3…"

const made: MadeInvitation = { ...open, mailed: true }
const newInvitation: NewInvitation = { email: bob.email, role: bob.role }
const roleChange: RoleChange = { role: "read_only" }
const invitationToken: InvitationToken = { token }
const openInvitation: OpenInvitation = bob
const acceptance: Acceptance = { token, password: "correct horse battery staple" }
const session: Session = {
  email: bob.email,
  role: bob.role,
  created_at: "2026-02-01T08:00:00.000Z",
  expires_at: "2026-02-08T08:00:00.000Z"
}

const last = { 409: { error: textOf(lastManager.error) } }

const confirmation: SignUpConfirmation = { token, password: "correct horse battery staple" }
const linkRequest: LinkRequest = { email: bob.email }
const passwordReset: PasswordReset = { token, new: "correct horse battery staple" }
const mailedToken: MailedToken = { token }
const emailChange: EmailChange = { email: bob.email, password: "correct horse battery staple" }
const emailChangeState: EmailChangeState = {
  message: "a link is mailed to the new email: the email changes when it is opened",
  changed: false
}
const preferences: Preferences = { language: "de", list_mail: "large" }
const taken = { 409: { error: textOf(emailTaken.error) } }

/** Examples of what a person does with a mailed link, and of their own settings. */
const profileExamples = {
  confirmSignUp: { response: session, body: confirmation },
  requestPasswordReset: {
    response: { message: "if somebody signs in with this email, a link is mailed to it" },
    body: linkRequest
  },
  resetPassword: {
    response: { message: "the password is changed, and all sessions have ended" },
    body: passwordReset
  },
  confirmEmail: {
    response: { message: "the email is changed" },
    body: mailedToken,
    others: taken
  },
  takeEmailBack: {
    response: { message: "the email and the password are changed, and all sessions have ended" },
    body: passwordReset,
    others: taken
  },
  changeEmail: { response: emailChangeState, body: emailChange, others: taken },
  getPreferences: { response: preferences },
  setPreferences: { response: preferences, body: preferences }
}

export const peopleExamples = {
  ...profileExamples,
  listPeople: { response: people },
  invitePerson: { response: made, body: newInvitation },
  revokeInvitation: { response: { message: "the invitation is revoked" } },
  changeRole: {
    response: { message: "the role is changed" },
    body: roleChange,
    others: last
  },
  removePerson: { response: { message: "the person is removed" }, others: last },
  getInvitation: { response: openInvitation, body: invitationToken },
  acceptInvitation: {
    response: session,
    body: acceptance,
    others: {
      409: {
        error:
          "this address already signs in to another account: ask for an invitation of another address"
      }
    }
  }
}

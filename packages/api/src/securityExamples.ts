/** Examples of the endpoint of security events, for examples.ts. */
import type { Message } from "./Message.ts"
import type { SecurityEvent, SecurityPage } from "./Security.ts"
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

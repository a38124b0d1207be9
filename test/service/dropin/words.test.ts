/** The words of other services for each outcome: every row, and what must hold for all of them. */
import { randomUUIDv7 } from "node:crypto"

import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { SmtpStatus } from "@rcpt/domain/Smtp"
import { SubStatus } from "@rcpt/domain/Verdict"
import type { Status } from "@rcpt/domain/Verdict"
import { dropIns, findRoutes } from "@rcpt/service/dropin/dropIns"
import { idsOf, numberOf } from "@rcpt/service/dropin/jobNumber"
import { outcomeOf } from "@rcpt/service/dropin/outcome"
import type { Said } from "@rcpt/service/dropin/outcome"

import { assert, describe, it } from "../../support/vitest.ts"

type SmtpSaid = NonNullable<VerifyResult["smtp"]>

const smtp = (status: SmtpStatus, more: Partial<SmtpSaid> = {}): SmtpSaid => ({
  checked: status !== "not_checked",
  status,
  ...more
})

const said = (status: Status, subStatus?: SubStatus, server?: SmtpSaid): Said => ({
  email: "ann@acme.test",
  status,
  checks: { syntax: true, disposable: false, role: false, free: false, mx: true },
  ...(subStatus && { sub_status: subStatus }),
  ...(server && { smtp: server })
})

const invalid: ReadonlyArray<SubStatus> = [
  "failed_syntax_check",
  "domain_not_found",
  "does_not_accept_mail",
  "mx_unroutable",
  "mailbox_not_found",
  "mailbox_disabled",
  "domain_rejected_by_mail_server"
]

const statusOf = (subStatus: SubStatus): Status =>
  invalid.includes(subStatus) ? "invalid" : subStatus === "dns_error" ? "unknown" : "risky"

/** The words of the five, in the order of the columns below. */
const wordsOf = (answer: Said) => {
  const word = (name: keyof typeof dropIns, ...fields: ReadonlyArray<string>) =>
    fields.map((field) => Reflect.get(dropIns[name].say(answer), field))
  return [
    ...word("reacher", "is_reachable"),
    ...word("zerobounce", "status", "sub_status"),
    ...word("kickbox", "result", "reason"),
    ...word("neverbounce", "result")
  ].join(" | ")
}

const accepted = smtp("deliverable")

const rows: ReadonlyArray<readonly [answer: Said, words: string]> = [
  [said("valid", undefined, accepted), "safe | valid |  | deliverable | accepted_email | valid"],
  [said("valid"), "safe | valid |  | deliverable |  | valid"],
  [
    said("invalid", "failed_syntax_check"),
    "invalid | invalid | failed_syntax_check | undeliverable | invalid_email | invalid"
  ],
  [
    said("invalid", "domain_not_found"),
    "invalid | invalid | no_dns_entries | undeliverable | invalid_domain | invalid"
  ],
  [
    said("invalid", "does_not_accept_mail"),
    "invalid | invalid | does_not_accept_mail | undeliverable | invalid_domain | invalid"
  ],
  [
    said("invalid", "mx_unroutable"),
    "invalid | invalid | unroutable_ip_address | undeliverable | invalid_domain | invalid"
  ],
  [
    said("invalid", "mailbox_not_found", smtp("undeliverable")),
    "invalid | invalid | mailbox_not_found | undeliverable | rejected_email | invalid"
  ],
  [
    said("invalid", "mailbox_disabled", smtp("undeliverable")),
    "invalid | invalid |  | undeliverable | rejected_email | invalid"
  ],
  [
    said("invalid", "domain_rejected_by_mail_server", smtp("undeliverable")),
    "invalid | invalid | does_not_accept_mail | undeliverable | rejected_email | invalid"
  ],
  [
    said("risky", "reported_bounce", accepted),
    "risky | do_not_mail |  | risky | low_deliverability | unknown"
  ],
  [
    said("risky", "reported_complaint", accepted),
    "risky | do_not_mail |  | risky | low_deliverability | unknown"
  ],
  [
    said("risky", "blocked_by_rule"),
    "risky | do_not_mail | blocked | risky | low_quality | unknown"
  ],
  [
    said("unknown", "dns_error"),
    "unknown | unknown | exception_occurred | unknown | unexpected_error | unknown"
  ],
  [said("risky", "no_mx_records"), "risky | do_not_mail |  | risky | low_deliverability | unknown"],
  [
    said("risky", "disposable"),
    "risky | do_not_mail | disposable | risky | low_quality | disposable"
  ],
  [said("risky", "blocklisted", accepted), "risky | valid |  | risky | low_quality | valid"],
  [said("risky", "blocklisted"), "risky | unknown |  | risky | low_quality | unknown"],
  [said("risky", "parked"), "risky | do_not_mail |  | risky | low_quality | unknown"],
  [
    said("risky", "role_based", accepted),
    "risky | do_not_mail | role_based | risky | low_quality | valid"
  ],
  [
    said("risky", "role_based", smtp("greylisted")),
    "risky | do_not_mail | role_based | risky | low_quality | unknown"
  ],
  [
    said("risky", "role_based_catch_all", smtp("catch_all")),
    "risky | do_not_mail | role_based_catch_all | risky | low_deliverability | catchall"
  ],
  [said("risky", "relay", accepted), "risky | valid | alias_address | risky | low_quality | valid"],
  [
    said("risky", "catch_all", smtp("catch_all")),
    "risky | catch-all |  | risky | low_deliverability | catchall"
  ],
  [said("risky", "synthetic_local_part"), "risky | unknown |  | risky | low_quality | unknown"],
  [said("risky", "new_domain", accepted), "risky | valid |  | risky | low_quality | valid"],
  [
    said("risky", "mailbox_full", smtp("undeliverable", { sub_reason: "mailbox_full" })),
    "risky | unknown | mailbox_quota_exceeded | risky | low_deliverability | unknown"
  ],
  [
    said("risky", "possible_typo"),
    "risky | do_not_mail | possible_typo | risky | low_quality | unknown"
  ],
  [said("risky", "low_score", accepted), "risky | valid |  | risky | low_quality | valid"],
  [
    said("risky", "mailbox_unverified", smtp("greylisted")),
    "unknown | unknown | greylisted | unknown | unavailable_smtp | unknown"
  ],
  [
    said("risky", "mailbox_unverified", smtp("rate_limited")),
    "unknown | unknown | mail_server_temporary_error | unknown | unavailable_smtp | unknown"
  ],
  [
    said("risky", "mailbox_unverified", smtp("policy_blocked")),
    "unknown | unknown | antispam_system | unknown | unavailable_smtp | unknown"
  ],
  [
    said("risky", "mailbox_unverified", smtp("timeout")),
    "unknown | unknown | timeout_exceeded | unknown | timeout | unknown"
  ],
  [
    said("risky", "mailbox_unverified", smtp("unknown", { sub_reason: "connection_failed" })),
    "unknown | unknown | failed_smtp_connection | unknown | no_connect | unknown"
  ],
  [
    said("risky", "mailbox_unverified", smtp("unknown", { sub_reason: "provider_unverifiable" })),
    "unknown | unknown |  | unknown | unexpected_error | unknown"
  ],
  [
    said("risky", "mailbox_unverified", smtp("not_checked")),
    "unknown | unknown |  | unknown | unexpected_error | unknown"
  ]
]

const theirInvalid = /^(?:invalid|undeliverable)$/
const theirValid = /^(?:safe|valid|deliverable)$/

describe("The words of other services", () => {
  for (const [answer, words] of rows)
    it(`${outcomeOf(answer)}${answer.smtp ? `, ${answer.smtp.status}` : ""}: ${words}`, () =>
      assert.strictEqual(wordsOf(answer), words))

  it("have a row for every outcome", () => {
    const shown = new Set(rows.map(([answer]) => outcomeOf(answer)))
    const expected = SubStatus.literals.filter((one) => one !== "mailbox_unverified")
    for (const outcome of [...expected, "accepted", "no_problem"] as const)
      assert.isTrue(shown.has(outcome), outcome)
  })

  it("call an address invalid exactly where rcpt does, and valid only where rcpt or the mail server vouches", () => {
    for (const subStatus of [undefined, ...SubStatus.literals])
      for (const server of [undefined, ...SmtpStatus.literals.map((status) => smtp(status))]) {
        const status = subStatus === undefined ? "valid" : statusOf(subStatus)
        const answer = said(status, subStatus, server)
        const words = Object.values(dropIns).map(({ say }) => {
          const spoken = say(answer)
          const fields = ["is_reachable", "status", "result", "state"]
          return String(fields.map((field) => Reflect.get(spoken, field)).find(Boolean))
        })
        const where = `${subStatus}, ${server?.status}: ${words.join(", ")}`
        for (const word of words) {
          assert.strictEqual(theirInvalid.test(word), status === "invalid", where)
          if (theirValid.test(word))
            assert.isTrue(status === "valid" || server?.status === "deliverable", where)
        }
      }
  })

  it("say of a malformed address that it is at no free provider: ZeroBounce's typed libraries need the field", () => {
    const malformed: Said = { ...said("invalid", "failed_syntax_check"), checks: { syntax: false } }
    assert.strictEqual(Reflect.get(dropIns.zerobounce.say(malformed), "free_email"), false)
  })

  it("leave out what was not learnt", () => {
    const bare: Said = { email: "ann@acme.test", status: "valid" }
    for (const { name, say } of Object.values(dropIns)) {
      const text = JSON.stringify(say(bare))
      assert.notInclude(text, "false", name)
    }
  })
})

describe("The number of a job", () => {
  it("is that of its id, and no other id between the ends has it", () => {
    for (let round = 0; round < 1_000; round++) {
      const id = randomUUIDv7()
      const number = numberOf(id)
      assert.isTrue(Number.isSafeInteger(number))
      const ids = idsOf(String(number))!
      assert.isTrue(ids.from <= id && id <= ids.to, id)
      assert.deepStrictEqual([numberOf(ids.from), numberOf(ids.to)], [number, number])
    }
  })

  it("is refused where it is none", () => {
    for (const text of ["", "x", "1.5", "-1", "99999999999999999"])
      assert.isUndefined(idsOf(text), text)
  })
})

describe("The paths of other services", () => {
  it("collide only by their methods", () => {
    const taken = Object.values(dropIns).flatMap(({ routes }) =>
      routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
    )
    assert.strictEqual(new Set(taken).size, taken.length)
  })

  it("are none of ours", () => {
    for (const path of ["/api/v1/verify", "/v1", "/v2/", "/v3/verify", "/docs", "/v1/bulk/a/b/c"])
      assert.deepStrictEqual(findRoutes(path), [], path)
  })
})

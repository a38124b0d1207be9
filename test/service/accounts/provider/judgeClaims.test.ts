/** What the claims of a provider give a person, and the settings that say so. */
import { judgeClaims } from "@rcpt/service/accounts/provider/judgeClaims"
import type { Claims } from "@rcpt/service/accounts/provider/judgeClaims"
import { load } from "@rcpt/service/platform/Config"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const account = "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d"

const settings = (more: Readonly<Record<string, string>>) => ({
  RCPT_PUBLIC_URL: "https://rcpt.acme.test",
  RCPT_OIDC_ISSUER: "https://login.acme.test",
  RCPT_OIDC_CLIENT_ID: "rcpt",
  RCPT_OIDC_CLIENT_SECRET: "secret",
  RCPT_OIDC_ROLES: "groups rcpt-admins=manager,rcpt-team=member",
  ...more
})

const judged = (claims: Claims, more: Readonly<Record<string, string>> = {}) =>
  Effect.map(load({}, settings(more)), ({ config }) =>
    judgeClaims(
      { roles: config.oidcRoles!, domains: config.oidcDomains, account: config.oidcAccount },
      { email: "ann@acme.test", email_verified: true, groups: ["rcpt-team"], ...claims }
    )
  )

const ann = { email: "ann@acme.test", role: "member", accountId: undefined }

describe("The claims of a person", () => {
  const admitted: ReadonlyArray<
    readonly [what: string, Claims, Readonly<Record<string, string>>, Readonly<typeof ann>]
  > = [
    ["a value of a list", {}, {}, ann],
    ["a single value", { groups: "rcpt-team" }, {}, ann],
    [
      "the first row that fits",
      { groups: ["rcpt-team", "rcpt-admins"] },
      {},
      { ...ann, role: "manager" }
    ],
    [
      "a path",
      { realm_access: { roles: ["reader"] } },
      { RCPT_OIDC_ROLES: "realm_access.roles reader=read_only" },
      { ...ann, role: "read_only" }
    ],
    [
      "a claim whose name has dots",
      { "acme.test/roles": ["a=b"] },
      { RCPT_OIDC_ROLES: "acme.test/roles a=b=manager" },
      { ...ann, role: "manager" }
    ],
    [
      "one role for everybody of a domain",
      { groups: undefined },
      { RCPT_OIDC_ROLES: "read_only", RCPT_OIDC_DOMAINS: "acme.test" },
      { ...ann, role: "read_only" }
    ],
    ["an address that is verified in words", { email_verified: "true" }, {}, ann],
    ["an owner of the domain", { email_verified: undefined, xms_edov: true }, {}, ann],
    [
      "a domain in any letters",
      { email: "ann@ACME.test" },
      { RCPT_OIDC_DOMAINS: "Acme.Test" },
      { ...ann, email: "ann@ACME.test" }
    ],
    ["an account", {}, { RCPT_OIDC_ACCOUNT: account }, { ...ann, accountId: account as never }],
    [
      "the account of a claim",
      { tenant: account },
      { RCPT_OIDC_ACCOUNT: "claim tenant" },
      { ...ann, accountId: account as never }
    ]
  ]
  it.effect.each(admitted)("give a role by %s", ([, claims, more, expected]) =>
    Effect.map(judged(claims, more), (said) => assert.deepStrictEqual<unknown>(said, expected))
  )

  const refused: ReadonlyArray<readonly [why: string, Claims, Readonly<Record<string, string>>]> = [
    ["no_email", { email: undefined }, {}],
    ["no_email", { email_verified: false }, {}],
    ["no_email", { email_verified: "no" }, {}],
    ["no_email", { email: "not an address" }, {}],
    ["domain", { email: "ann@acme.test.evil.test" }, { RCPT_OIDC_DOMAINS: "acme.test" }],
    ["domain", { email: "ann@sub.acme.test" }, { RCPT_OIDC_DOMAINS: "acme.test" }],
    ["no_role", { groups: ["others"] }, {}],
    ["no_role", { groups: { "rcpt-team": true } }, {}],
    ["no_role", { groups: undefined }, {}],
    ["no_account", {}, { RCPT_OIDC_ACCOUNT: "claim tenant" }],
    ["no_account", { tenant: 7 }, { RCPT_OIDC_ACCOUNT: "claim tenant" }]
  ]
  it.effect.each(refused)("are refused: %s", ([why, claims, more]) =>
    Effect.map(judged(claims, more), (said) => assert.strictEqual<unknown>(said, why))
  )
})

describe("The settings of a provider", () => {
  const wrong: ReadonlyArray<readonly [setting: string, value: string]> = [
    ["RCPT_OIDC_ISSUER", "http://login.acme.test"],
    ["RCPT_OIDC_ISSUER", "https://ann:secret@login.acme.test"],
    ["RCPT_OIDC_ISSUER", "https://login.acme.test?realm=acme"],
    ["RCPT_OIDC_ROLES", "groups"],
    ["RCPT_OIDC_ROLES", "groups rcpt-team=boss"],
    ["RCPT_OIDC_ROLES", "groups =member"],
    ["RCPT_OIDC_ROLES", "member"],
    ["RCPT_OIDC_ACCOUNT", "acme"],
    ["RCPT_OIDC_ACCOUNT", "claim "],
    ["RCPT_PASSWORDS", "no"],
    ["RCPT_OIDC_KEYS", "end"]
  ]
  it.effect.each(wrong)("refuse %s=%s, and name it", function* ([setting, value]) {
    const { message } = yield* Effect.flip(load({}, settings({ [setting]: value })))
    assert.include(message, setting)
    assert.notInclude(message, "secret@")
  })
})

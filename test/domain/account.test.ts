import * as Account from "@rcpt/domain/Account"
import type { AccountEvent, Decision } from "@rcpt/domain/Account"
import * as AccountKeys from "@rcpt/domain/AccountKeys"
import { isKeyName } from "@rcpt/domain/keptTexts"
import { isKeyPermitted } from "@rcpt/domain/permissions"
import { noNetworks } from "@rcpt/domain/powers"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { Option, Result, Schema } from "effect"

import { describe, expect, it } from "../support/vitest.ts"

type Decide = (state: Account.Account) => Decision<{ readonly _tag: string }>

const fold = (events: ReadonlyArray<AccountEvent>) => events.reduce(Account.evolve, Account.empty)

/** given(past events).when(a command).then(new events). A repeated command adds no more events. */
const given = (...past: ReadonlyArray<AccountEvent>) => ({
  when: (decide: Decide) => ({
    then: (...events: ReadonlyArray<AccountEvent>) => {
      expect(Result.getOrThrow(decide(fold(past)))).toEqual(events)
      expect(Result.getOrThrow(decide(fold([...past, ...events])))).toEqual([])
    },
    thenNothing: () => expect(Result.getOrThrow(decide(fold(past)))).toEqual([]),
    thenRejected: (tag: string) =>
      expect(Option.getOrThrow(Result.getFailure(decide(fold(past))))._tag).toBe(tag)
  })
})

const event = Account.AccountEvent.cases
const opened = event.AccountOpened.make({ owner: false })
const issued = (keyId = "k") => event.ApiKeyIssued.make({ keyId, name: "ci", last4: "wxyz" })
const by = { by: "owner" }
const suspended = event.AccountSuspended.make(by)
const resumed = event.AccountResumed.make(by)
const revoked = (keyId = "k") => event.ApiKeyRevoked.make({ keyId })

const issue = (command: Partial<AccountKeys.IssueKeyCommand> = {}) =>
  AccountKeys.issueApiKey({
    keyId: "k",
    name: "ci",
    last4: "wxyz",
    scopes: [],
    terms: {},
    by: "operator",
    networks: noNetworks,
    ...command
  })
const revoke = AccountKeys.revokeApiKey({ keyId: "k", by: "operator", networks: noNetworks })

const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`)
const full = keys(AccountKeys.liveKeysMax).map(issued)

describe("An account", () => {
  it("is issued a key", () => given(opened).when(issue()).then(issued()))

  it("is issued a key with scopes", () =>
    given(opened)
      .when(issue({ scopes: ["fast", "read"] }))
      .then(event.ApiKeyIssued.make({ ...issued(), scopes: ["fast", "read"] })))

  it("is issued no key before it is opened", () =>
    given().when(issue()).thenRejected("AccountNotOpen"))

  it("has at most liveKeysMax live keys", () =>
    given(opened, ...full)
      .when(issue())
      .thenRejected("TooManyApiKeys"))

  it("may replace a revoked key when it had the maximum", () =>
    given(opened, ...full, revoked("k0"))
      .when(issue())
      .then(issued()))

  it("is issued a browser key, and changes all but its kind", () => {
    const terms = { origins: ["https://shop.example"], visitorLimit: { perMinute: 1, perDay: 2 } }
    const made = event.ApiKeyIssued.make({ ...issued(), terms })
    given(opened).when(issue({ terms })).then(made)
    const changeTo = (change: AccountKeys.KeyChange) =>
      AccountKeys.changeApiKey({
        keyId: "k",
        change,
        by: "operator",
        networks: noNetworks,
        networksBefore: noNetworks
      })
    const changed = (now: typeof terms & { readonly expiresAt?: number }) =>
      event.ApiKeyChanged.make({ keyId: "k", name: "ci", terms: now })
    const ends = { ...terms, expiresAt: 7 }
    given(opened, made)
      .when(changeTo({ expiresAt: 7 }))
      .then(changed(ends))
    given(opened, made, changed(ends))
      .when(changeTo({ expiresAt: null }))
      .then(changed(terms))
    given(opened, made)
      .when(changeTo({ allowDeep: false }))
      .thenNothing()
    given(opened, made)
      .when(changeTo({ networks: 1 }))
      .thenRejected("OtherKindOfKey")
    given(opened, made)
      .when(changeTo({ scopes: ["fast"] }))
      .thenRejected("OtherKindOfKey")
    given(opened, issued()).when(changeTo(terms)).thenRejected("OtherKindOfKey")
    given(opened, issued())
      .when(changeTo({ allowDeep: true }))
      .thenRejected("OtherKindOfKey")
    given(opened, issued(), revoked())
      .when(changeTo({ name: "x" }))
      .thenRejected("UnknownApiKey")
    given(opened, issued())
      .when(changeTo({ name: "a@b.test" }))
      .thenRejected("UnusableKeyName")
  })

  it("revokes a key once", () => given(opened, issued()).when(revoke).then(revoked()))

  it("is suspended and resumed, each once", () => {
    given(opened).when(Account.suspend(by)).then(suspended)
    given(opened, suspended).when(Account.resume(by)).then(resumed)
    given(opened).when(Account.resume(by)).thenNothing()
    given(opened, suspended, resumed).when(Account.suspend(by)).then(suspended)
  })

  it("of an owner cannot be suspended", () =>
    given(event.AccountOpened.make({ owner: true }))
      .when(Account.suspend(by))
      .thenRejected("OwnerNotSuspended"))

  it("is neither suspended nor resumed before it is opened", () => {
    given().when(Account.suspend(by)).thenRejected("AccountNotOpen")
    given().when(Account.resume(by)).thenRejected("AccountNotOpen")
  })

  it("does not revoke a revoked key again", () =>
    given(opened, issued(), revoked()).when(revoke).thenNothing())

  it("does not issue a revoked key again", () =>
    given(opened, issued(), revoked()).when(issue()).thenNothing())

  it("rejects the revocation of a key that it never had", () =>
    given(opened, issued("other")).when(revoke).thenRejected("UnknownApiKey"))

  it("reads events without scopes", () => {
    const old = { _tag: "ApiKeyIssued", keyId: "k", name: "first key", last4: "wxyz" }
    const decoded = Schema.decodeUnknownSync(Account.AccountEvent)(old)
    given(opened, decoded).when(revoke).then(revoked())
  })
})

describe("The name of a key", () => {
  const good = [
    "a",
    "ci, staging",
    "Jörgs Schlüssel",
    "鍵",
    "🔑",
    "🔑".repeat(100),
    "a".repeat(100)
  ]
  const bad = [
    "",
    " ",
    "\u00a0",
    "a\nb",
    "a\u0000",
    "a\u202eb",
    "\ud800",
    "a".repeat(101),
    "of ann@acme.test"
  ]

  for (const name of good)
    it(`may be ${JSON.stringify(name)}`, () => expect(isKeyName(name)).toBe(true))

  for (const name of bad)
    it(`is not ${JSON.stringify(name)}`, () =>
      given(opened).when(issue({ name })).thenRejected("UnusableKeyName"))
})

describe("A key", () => {
  const all: ReadonlyArray<Permission> = [
    "read",
    "inspect",
    "spend",
    "deep",
    "change",
    "erase",
    "manage"
  ]
  const rows = [
    [[], {}, ["read", "inspect", "spend", "deep", "change", "erase"]],
    [["fast"], {}, ["read", "spend", "change", "erase"]],
    [["read"], {}, ["read"]],
    [["fast", "read"], {}, ["read"]],
    [[], { manages: true }, ["read", "inspect", "spend", "deep", "change", "erase", "manage"]],
    [["fast"], { manages: true }, ["read", "inspect", "spend", "change", "erase", "manage"]],
    [["read"], { manages: true, expiresAt: 7 }, ["read", "inspect", "manage"]],
    [[], { origins: ["https://shop.example"], allowDeep: true }, ["spend", "deep"]]
  ] as const

  for (const [scopes, terms, may] of rows)
    it(`with scopes [${scopes.join()}] and ${Object.keys(terms).join()} has permission to ${may.join(", ")}`, () =>
      expect(all.filter((permission) => isKeyPermitted({ scopes, terms }, permission))).toEqual(
        may
      ))
})

/** Who may do what to whom: every kind of person and key, against every kind of object. */
import * as Account from "@rcpt/domain/Account"
import { isKeyPermitted } from "@rcpt/domain/permissions"
import { objectKinds, refusalOf } from "@rcpt/domain/powers"
import type { Author, KeyNetworks, ObjectKind } from "@rcpt/domain/powers"
import { Role } from "@rcpt/domain/Role"
import { isRolePermitted, permissions } from "@rcpt/domain/rolePermissions"
import type { Permission } from "@rcpt/domain/rolePermissions"

import { assert, describe, it } from "../support/vitest.ts"

const event = Account.AccountEvent.cases

interface Held {
  readonly role: Role
  readonly scopes: ReadonlyArray<"fast" | "read">
  readonly terms: {
    readonly manages?: true
    readonly expiresAt?: number
    readonly networks?: number
  }
  readonly networks: ReadonlyArray<string> | null
}

const allScopes = [[], ["fast"], ["read"]] as const
const allNetworks = [null, ["inner"]] as const

const held: ReadonlyArray<Held> = (["manager", "member"] as const).flatMap((role) =>
  allScopes.flatMap((scopes) =>
    [{}, { manages: true as const }].flatMap((management) =>
      [{}, { expiresAt: 1 }].flatMap((ends) =>
        allNetworks.map((networks) => ({
          role,
          scopes,
          terms: { ...management, ...ends, ...(networks && { networks: networks.length }) },
          networks
        }))
      )
    )
  )
)

const account = (owner: boolean): Account.Account =>
  [
    event.AccountOpened.make({ owner }),
    event.PersonJoined.make({ personId: "member", invitationId: "i", role: "member" }),
    event.PersonJoined.make({ personId: "read_only", invitationId: "i", role: "read_only" }),
    ...held.map(({ role, scopes, terms }, index) =>
      event.ApiKeyIssued.make({
        keyId: String(index),
        name: "k",
        last4: "wxyz",
        role,
        scopes,
        terms
      })
    )
  ].reduce(Account.evolve, { ...Account.empty, id: "manager" })

const networks: KeyNetworks = {
  of: (keyId) => held[Number(keyId)]?.networks ?? null,
  areWithin: (inner, outer) => inner.every((one) => outer.includes(one))
}

/** Said again, one permission at a time. */
const mayRole = (owner: boolean, role: Role, permission: Permission) =>
  isRolePermitted(role, permission) && (owner || permission !== "administer")

const may = (owner: boolean, key: Held, permission: Permission) =>
  mayRole(owner, key.role, permission) && isKeyPermitted(key, permission)

const people = Role.literals.map((role) => ({
  by: { personId: role } as Author,
  role,
  key: undefined
}))
const keys = held.map((key, index) => ({
  by: { keyId: String(index) } as Author,
  role: key.role,
  key
}))

const isWithin = (inner: Held, outer: Held): boolean =>
  (outer.terms.expiresAt === undefined || (inner.terms.expiresAt ?? 9) <= outer.terms.expiresAt) &&
  (outer.networks === null ||
    (inner.networks !== null && inner.networks.every((one) => outer.networks!.includes(one))))

describe("Powers", () => {
  for (const owner of [false, true])
    it(`over each kind of key, of each person and key, where the account ${owner ? "owns" : "uses"} the service`, () => {
      const state = account(owner)
      let combinations = 0
      for (const { by, role, key } of [...people, ...keys])
        for (const object of held)
          for (const when of ["before", "after"] as const) {
            combinations += 1
            const mine = (permission: Permission) =>
              key === undefined ? mayRole(owner, role, permission) : may(owner, key, permission)
            const gives = (permission: Permission) =>
              mine(permission) && (key === undefined || permission !== "manage")
            const expected =
              mine("manage") &&
              permissions.every((one) => !may(owner, object, one) || gives(one)) &&
              (key === undefined || isWithin(object, key))
            const change = { kind: "key", by, networks, [when]: object } as const
            const refusal = refusalOf(state, change)
            if ((refusal === undefined) !== expected) assert.fail(JSON.stringify([by, key, object]))
          }
      assert.strictEqual(combinations, (3 + 48) * 48 * 2)
    })

  it("of a person who has left, or of a key that is revoked, are none", () => {
    const left = [
      event.PersonRemoved.make({ personId: "member" }),
      event.ApiKeyRevoked.make({ keyId: "0" })
    ].reduce(Account.evolve, account(true))
    for (const by of [{ personId: "member" }, { keyId: "0" }, { personId: "nobody" }] as const)
      for (const kind of Object.keys(objectKinds) as ReadonlyArray<ObjectKind>)
        assert.strictEqual(refusalOf(left, { kind, by })?._tag, "NotPermitted")
  })

  it("over people and invitations are those of managers, and of no key that is restricted", () => {
    const state = account(false)
    for (const kind of ["person", "invitation"] as const)
      for (const before of Role.literals)
        for (const after of Role.literals)
          for (const { by, role, key } of [...people, ...keys]) {
            const change = { kind, by, before: { role: before }, after: { role: after } }
            const isPermitted = refusalOf(state, change) === undefined
            if (role !== "manager") assert.isFalse(isPermitted)
            else if (key === undefined) assert.isTrue(isPermitted)
          }
  })

  it("of an operator are all", () => {
    for (const kind of Object.keys(objectKinds) as ReadonlyArray<ObjectKind>)
      assert.isUndefined(refusalOf(account(false), { kind, by: "operator" }))
  })
})

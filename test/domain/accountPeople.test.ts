import * as Account from "@rcpt/domain/Account"
import type { AccountEvent, Decision } from "@rcpt/domain/Account"
import * as AccountPeople from "@rcpt/domain/AccountPeople"
import { isKeyPermitted } from "@rcpt/domain/permissions"
import type { Role } from "@rcpt/domain/Role"
import { isRolePermitted, permissions as all } from "@rcpt/domain/rolePermissions"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { Option, Result } from "effect"

import { describe, expect, it } from "../support/vitest.ts"

const event = Account.AccountEvent.cases
const opened = event.AccountOpened.make({ owner: false })
const joined = (personId: string, role: Role = "member") =>
  event.PersonJoined.make({ personId, invitationId: "i", role })
const changed = (personId: string, role: Role) => event.RoleChanged.make({ personId, role })
const removed = (personId: string) => event.PersonRemoved.make({ personId })

const after = (...events: ReadonlyArray<AccountEvent>): Account.Account =>
  events.reduce(Account.evolve, { ...Account.empty, id: "ann" })

type Decide = (state: Account.Account) => Decision<{ readonly _tag: string }>

/** The events, or what it is refused as. */
const decided = (decide: Decide, ...events: ReadonlyArray<AccountEvent>) => {
  const decision = decide(after(...events))
  return Result.isSuccess(decision)
    ? decision.success
    : Option.getOrThrow(Result.getFailure(decision))._tag
}

const ann = { personId: "ann" }

const invite = (invited = 0) =>
  AccountPeople.invite({ invitationId: "i", role: "member", invited, by: ann })
const join = AccountPeople.join({
  personId: "bob",
  invitationId: "i",
  role: "member",
  by: ann
})

const others = (count: number) => Array.from({ length: count }, (_, n) => joined(`p${n}`))
const last = AccountPeople.peopleMax - 1

const rows: ReadonlyArray<
  readonly [string, Decide, ReadonlyArray<AccountEvent>, ReadonlyArray<AccountEvent> | string]
> = [
  [
    "invites",
    invite(),
    [opened],
    [event.PersonInvited.make({ invitationId: "i", role: "member" })]
  ],
  ["invites nobody before it is open", invite(), [], "AccountNotOpen"],
  ["invites nobody beyond the limit", invite(), [opened, ...others(last)], "TooManyPeople"],
  ["counts the invited", invite(last), [opened], "TooManyPeople"],
  ["takes who was invited", join, [opened], [joined("bob")]],
  ["takes them once", join, [opened, joined("bob")], []],
  ["takes nobody beyond the limit", join, [opened, ...others(last)], "TooManyPeople"],
  [
    "takes somebody in the place of another",
    join,
    [opened, ...others(last), removed("p0")],
    [joined("bob")]
  ],
  [
    "takes nobody once it is closed",
    join,
    [opened, event.AccountClosed.make({ forfeited: 0 })],
    "AccountNotOpen"
  ],
  [
    "changes a role",
    AccountPeople.changeRole({ personId: "bob", role: "read_only", by: ann }),
    [opened, joined("bob")],
    [changed("bob", "read_only")]
  ],
  [
    "changes nothing for the same role",
    AccountPeople.changeRole({ personId: "bob", role: "member", by: ann }),
    [opened, joined("bob")],
    []
  ],
  [
    "knows nobody else",
    AccountPeople.changeRole({ personId: "eve", role: "member", by: ann }),
    [opened],
    "UnknownPerson"
  ],
  [
    "keeps the last manager, who opened it",
    AccountPeople.changeRole({ personId: "ann", role: "member", by: ann }),
    [opened, joined("bob")],
    "LastManager"
  ],
  [
    "removes no last manager",
    AccountPeople.remove({ personId: "ann", by: ann }),
    [opened, joined("bob")],
    "LastManager"
  ],
  [
    "removes who opened it when there is another manager",
    AccountPeople.remove({ personId: "ann", by: ann }),
    [opened, joined("bob"), changed("bob", "manager")],
    [removed("ann")]
  ],
  [
    "removes nobody twice",
    AccountPeople.remove({ personId: "bob", by: ann }),
    [opened, joined("bob"), removed("bob")],
    "UnknownPerson"
  ]
]

describe("An account with people", () => {
  for (const [says, decide, events, expected] of rows)
    it(says, () => expect(decided(decide, ...events)).toEqual(expected))
})

describe("A role", () => {
  const lacking: Readonly<Record<Role, ReadonlyArray<Permission>>> = {
    manager: [],
    member: ["erase", "govern", "administer"],
    read_only: ["spend", "deep", "change", "erase", "manage", "govern", "administer"]
  }

  for (const role of ["manager", "member", "read_only"] as const)
    it(`of ${role} lacks ${lacking[role].join(", ") || "nothing"}`, () =>
      expect(all.filter((permission) => !isRolePermitted(role, permission))).toEqual(lacking[role]))

  it("of read_only changes more than a key that only reads: its own sign-in, and it sees more", () =>
    expect(
      all.filter(
        (permission) =>
          isRolePermitted("read_only", permission) &&
          !isKeyPermitted({ scopes: ["read"] }, permission)
      )
    ).toEqual(["own", "inspect"]))
})

/**
 * Decisions about the people in an account (`Account.ts`). Events name people only by their ids: addresses and
 * passwords are in rows.
 */
import { HashMap, Option, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, Decision } from "./Account.ts"
import { refusalOf } from "./powers.ts"
import type { Author, BeyondPowers, NotPermitted } from "./powers.ts"
import type { Role } from "./Role.ts"

/** People of an account, including invitations: a team. The list is one page, and each person may have 100 sessions. */
export const peopleMax = 50

export class TooManyPeople extends Schema.TaggedError<TooManyPeople>()("TooManyPeople", {}) {}

/** The account has no person with this id. */
export class UnknownPerson extends Schema.TaggedError<UnknownPerson>()("UnknownPerson", {}) {}

/** The last manager cannot leave: somebody has to be able to invite, and to close the account. */
export class LastManager extends Schema.TaggedError<LastManager>()("LastManager", {}) {}

const isFull = ({ people }: Account, invited: number): boolean =>
  HashMap.size(people) + invited >= peopleMax

type Refused = NotPermitted | BeyondPowers

interface InviteCommand {
  readonly invitationId: string
  readonly role: Role
  readonly by: Author
  /** The number of invitations that are still open. */
  readonly invited: number
}

export const invite =
  ({ invited, by, ...command }: InviteCommand) =>
  (account: Account): Decision<AccountNotOpen | TooManyPeople | Refused> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    const refusal = refusalOf(account, { kind: "invitation", by, after: command })
    if (refusal !== undefined) return Result.fail(refusal)
    if (isFull(account, invited)) return Result.fail(new TooManyPeople())
    return Result.succeed([AccountEvent.cases.PersonInvited.make(command)])
  }

/** Revokes an invitation. Its row says whether it exists, and for which role. */
export const revokeInvitation =
  ({ by, role, invitationId }: Omit<InviteCommand, "invited">) =>
  (account: Account): Decision<AccountNotOpen | Refused> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    const refusal = refusalOf(account, { kind: "invitation", by, before: { role } })
    return refusal === undefined
      ? Result.succeed([AccountEvent.cases.InvitationRevoked.make({ invitationId })])
      : Result.fail(refusal)
  }

interface JoinCommand {
  readonly personId: string
  readonly invitationId: string
  readonly role: Role
  /** Who invited: an invitation gives no more than this person could give now. */
  readonly by: Author
}

export const join =
  ({ by, ...command }: JoinCommand) =>
  (account: Account): Decision<AccountNotOpen | TooManyPeople | Refused> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (HashMap.has(account.people, command.personId)) return Result.succeed([])
    const refusal = refusalOf(account, { kind: "invitation", by, after: command })
    if (refusal !== undefined) return Result.fail(refusal)
    if (isFull(account, 0)) return Result.fail(new TooManyPeople())
    return Result.succeed([AccountEvent.cases.PersonJoined.make(command)])
  }

/** Takes in a person whom the provider of OpenID Connect sends: the operator has said who gets which role. */
export const admit =
  (command: Pick<JoinCommand, "personId" | "role">) =>
  (account: Account): Decision<AccountNotOpen | TooManyPeople> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (isFull(account, 0)) return Result.fail(new TooManyPeople())
    return Result.succeed([AccountEvent.cases.PersonAdmitted.make(command)])
  }

const isLastManager = ({ people }: Account, personId: string): boolean => {
  const managers = HashMap.filter(people, (role) => role === "manager")
  return HashMap.has(managers, personId) && HashMap.size(managers) === 1
}

interface RoleCommand {
  readonly personId: string
  readonly role: Role
  readonly by: Author
}

/** Changes a person's role. The same role again changes nothing. */
export const changeRole =
  ({ personId, role, by }: RoleCommand) =>
  (account: Account): Decision<UnknownPerson | LastManager | Refused> => {
    const before = Option.getOrUndefined(HashMap.get(account.people, personId))
    if (before === undefined) return Result.fail(new UnknownPerson())
    const change = { kind: "person", by, before: { role: before }, after: { role } } as const
    const refusal = refusalOf(account, change)
    if (refusal !== undefined) return Result.fail(refusal)
    if (before === role) return Result.succeed([])
    if (isLastManager(account, personId)) return Result.fail(new LastManager())
    return Result.succeed([AccountEvent.cases.RoleChanged.make({ personId, role })])
  }

export const remove =
  ({ personId, by }: Omit<RoleCommand, "role">) =>
  (account: Account): Decision<UnknownPerson | LastManager | Refused> => {
    const role = Option.getOrUndefined(HashMap.get(account.people, personId))
    if (role === undefined) return Result.fail(new UnknownPerson())
    const refusal = refusalOf(account, { kind: "person", by, before: { role } })
    if (refusal !== undefined) return Result.fail(refusal)
    if (isLastManager(account, personId)) return Result.fail(new LastManager())
    return Result.succeed([AccountEvent.cases.PersonRemoved.make({ personId })])
  }

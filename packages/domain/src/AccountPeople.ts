/**
 * Decisions about the people in an account (`Account.ts`). Events name people only by their ids: addresses and
 * passwords are in rows.
 */
import { HashMap, Option, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, Decision } from "./Account.ts"
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

interface InviteCommand {
  readonly invitationId: string
  readonly role: Role
  /** The number of invitations that are still open. */
  readonly invited: number
}

export const invite =
  ({ invited, ...command }: InviteCommand) =>
  (account: Account): Decision<AccountNotOpen | TooManyPeople> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (isFull(account, invited)) return Result.fail(new TooManyPeople())
    return Result.succeed([AccountEvent.cases.PersonInvited.make(command)])
  }

/** Revokes an invitation. Its row says whether it exists. */
export const revokeInvitation =
  (command: { readonly invitationId: string }) =>
  ({ opened }: Account): Decision<AccountNotOpen> =>
    opened
      ? Result.succeed([AccountEvent.cases.InvitationRevoked.make(command)])
      : Result.fail(new AccountNotOpen())

interface JoinCommand {
  readonly personId: string
  readonly invitationId: string
  readonly role: Role
}

export const join =
  (command: JoinCommand) =>
  (account: Account): Decision<AccountNotOpen | TooManyPeople> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (HashMap.has(account.people, command.personId)) return Result.succeed([])
    if (isFull(account, 0)) return Result.fail(new TooManyPeople())
    return Result.succeed([AccountEvent.cases.PersonJoined.make(command)])
  }

const isLastManager = ({ people }: Account, personId: string): boolean => {
  const managers = HashMap.filter(people, (role) => role === "manager")
  return HashMap.has(managers, personId) && HashMap.size(managers) === 1
}

/** Changes a person's role. The same role again changes nothing. */
export const changeRole =
  ({ personId, role }: { readonly personId: string; readonly role: Role }) =>
  (account: Account): Decision<UnknownPerson | LastManager> => {
    const before = Option.getOrUndefined(HashMap.get(account.people, personId))
    if (before === undefined) return Result.fail(new UnknownPerson())
    if (before === role) return Result.succeed([])
    if (isLastManager(account, personId)) return Result.fail(new LastManager())
    return Result.succeed([AccountEvent.cases.RoleChanged.make({ personId, role })])
  }

export const remove =
  ({ personId }: { readonly personId: string }) =>
  (account: Account): Decision<UnknownPerson | LastManager> => {
    if (!HashMap.has(account.people, personId)) return Result.fail(new UnknownPerson())
    if (isLastManager(account, personId)) return Result.fail(new LastManager())
    return Result.succeed([AccountEvent.cases.PersonRemoved.make({ personId })])
  }

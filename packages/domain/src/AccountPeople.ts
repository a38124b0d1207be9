/**
 * Decisions about who is in an account (`Account.ts`). Events name people by their ids alone: addresses and
 * passwords are in rows.
 */
import { HashMap, Option, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, Decision } from "./Account.ts"
import type { Role } from "./Role.ts"

/** With those who are invited. A team; the list is one page, and each may have 100 sessions. */
export const peopleMax = 50

export class TooManyPeople extends Schema.TaggedError<TooManyPeople>()("TooManyPeople", {}) {}

/** Nobody with this id is in the account. */
export class UnknownPerson extends Schema.TaggedError<UnknownPerson>()("UnknownPerson", {}) {}

/** Somebody has to be able to invite, and to close the account. */
export class LastManager extends Schema.TaggedError<LastManager>()("LastManager", {}) {}

const isFull = ({ people }: Account, invited: number): boolean =>
  HashMap.size(people) + invited >= peopleMax

export interface InviteCommand {
  readonly invitationId: string
  readonly role: Role
  /** Invitations that are still open. */
  readonly invited: number
}

export const invite =
  ({ invited, ...command }: InviteCommand) =>
  (account: Account): Decision<AccountNotOpen | TooManyPeople> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (isFull(account, invited)) return Result.fail(new TooManyPeople())
    return Result.succeed([AccountEvent.cases.PersonInvited.make(command)])
  }

/** Whether there is such an invitation, its row says. */
export const revokeInvitation =
  (command: { readonly invitationId: string }) =>
  ({ opened }: Account): Decision<AccountNotOpen> =>
    opened
      ? Result.succeed([AccountEvent.cases.InvitationRevoked.make(command)])
      : Result.fail(new AccountNotOpen())

export interface JoinCommand {
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

/** The same role again is no change. */
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

/**
 * The right to erasure, as decisions about an account (`Account.ts`): the receipt of an address that was
 * erased, and the end of the account.
 */
import { HashMap, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, Decision } from "./Account.ts"
import { removeAllInlets } from "./AccountInlets.ts"
import { removeAllSchedules } from "./AccountSchedules.ts"
import { removeAllWebhooks } from "./AccountWebhooks.ts"

interface ErasureCommand {
  readonly erasureId: string
  readonly digest: string
  /** How much was erased, by place. */
  readonly counts: Readonly<Record<string, number>>
}

/** Records an erasure. If nothing was found there is no receipt: asking again changes nothing. */
export const noteErasure =
  ({ counts, ...command }: ErasureCommand) =>
  ({ opened }: Account): Decision<AccountNotOpen> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    const found = Object.entries(counts).filter(([, count]) => count > 0)
    return Result.succeed(
      found.length === 0
        ? []
        : [AccountEvent.cases.AddressErased.make({ ...command, counts: Object.fromEntries(found) })]
    )
  }

/** The last owner's account cannot be closed: the service needs an administrator. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {}

/** Credits are still held by running `jobs`, or by `checks` that are being answered. */
export class WorkUnfinished extends Schema.TaggedError<WorkUnfinished>()("WorkUnfinished", {
  jobs: Schema.Int,
  checks: Schema.Int
}) {}

export interface Situation {
  /** The number of open accounts that own the service, including this one if it does. */
  readonly owners: number
  readonly jobs: number
  readonly checks: number
  /** The credits that the account has left. */
  readonly forfeited: number
}

/** Closes the account. Each key is revoked by an event of its own, as if its user had done so. */
export const close =
  ({ owners, jobs, checks, forfeited }: Situation) =>
  (account: Account): Decision<AccountNotOpen | LastOwner | WorkUnfinished> => {
    if (!account.opened) return Result.fail(new AccountNotOpen())
    if (account.owner && owners <= 1) return Result.fail(new LastOwner())
    if (jobs + checks > 0) return Result.fail(new WorkUnfinished({ jobs, checks }))
    const { ApiKeyRevoked, AccountClosed } = AccountEvent.cases
    const live = HashMap.filter(account.keys, ({ status }) => status === "live")
    return Result.succeed([
      ...Array.from(HashMap.keys(live), (keyId) => ApiKeyRevoked.make({ keyId })),
      ...removeAllWebhooks(account),
      ...removeAllInlets(account),
      ...removeAllSchedules(account),
      AccountClosed.make({ forfeited })
    ])
  }

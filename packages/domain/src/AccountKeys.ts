/** Decisions about the API keys of an account (`Account.ts`). */
import { HashMap, Option, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, ApiKeyScope, Decision } from "./Account.ts"
import { isKeyName } from "./keptTexts.ts"
import type { Role } from "./Role.ts"

/** Keys of an account: one per program of a large customer, two during a rotation. The list fits on one page. */
export const liveKeysMax = 100

export class UnusableKeyName extends Schema.TaggedError<UnusableKeyName>()("UnusableKeyName", {}) {}

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {}

/** This account never had such a key. The error does not tell whether another account has it. */
export class UnknownApiKey extends Schema.TaggedError<UnknownApiKey>()("UnknownApiKey", {}) {}

export interface IssueKeyCommand {
  readonly keyId: string
  readonly name: string
  readonly last4: string
  readonly scopes: ReadonlyArray<ApiKeyScope>
  /** The role of the person or key that makes it. */
  readonly role: Role
}

export const issueApiKey =
  ({ scopes, role, ...command }: IssueKeyCommand) =>
  ({ opened, keys }: Account): Decision<AccountNotOpen | UnusableKeyName | TooManyApiKeys> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (HashMap.has(keys, command.keyId)) return Result.succeed([])
    if (!isKeyName(command.name)) return Result.fail(new UnusableKeyName())
    const live = HashMap.size(HashMap.filter(keys, (status) => status === "live"))
    if (live >= liveKeysMax) return Result.fail(new TooManyApiKeys())
    const restriction = {
      ...(scopes.length > 0 && { scopes }),
      ...(role !== "manager" && { role })
    }
    return Result.succeed([AccountEvent.cases.ApiKeyIssued.make({ ...command, ...restriction })])
  }

export const revokeApiKey =
  ({ keyId }: { readonly keyId: string }) =>
  ({ keys }: Account): Decision<UnknownApiKey> =>
    Option.match(HashMap.get(keys, keyId), {
      onNone: () => Result.fail(new UnknownApiKey()),
      onSome: (status) =>
        Result.succeed(
          status === "revoked" ? [] : [AccountEvent.cases.ApiKeyRevoked.make({ keyId })]
        )
    })

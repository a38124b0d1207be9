/**
 * One customer's account and its API keys: stream `account-<account>`. Its credits are another
 * stream (`Credits.ts`). Events hold no personal data: the e-mail address and every hash stand in
 * rows beside them, so that a person can be erased without breaking the chain.
 */
import { HashSet, Result, Schema } from "effect"

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const AccountEvent = Schema.TaggedUnion({
  /** An owner administers the service. */
  AccountOpened: { owner: Schema.Boolean },
  /** `last4` is what a person recognises the key by; the key itself is shown once and never kept. */
  ApiKeyIssued: { keyId: Schema.String, name: Schema.String, last4: Schema.String }
})
export type AccountEvent = typeof AccountEvent.Type

export interface Account {
  readonly opened: boolean
  readonly keys: HashSet.HashSet<string>
}

export const empty: Account = { opened: false, keys: HashSet.empty() }

export const evolve = (state: Account, event: AccountEvent): Account =>
  AccountEvent.match(event, {
    AccountOpened: () => ({ ...state, opened: true }),
    ApiKeyIssued: ({ keyId }) => ({ ...state, keys: HashSet.add(state.keys, keyId) })
  })

export class AccountNotOpen extends Schema.TaggedError<AccountNotOpen>()("AccountNotOpen", {}) {}

export type Decision<E = never> = Result.Result<ReadonlyArray<AccountEvent>, E>

export const open =
  (order: { readonly owner: boolean }) =>
  (state: Account): Decision =>
    Result.succeed(state.opened ? [] : [AccountEvent.cases.AccountOpened.make(order)])

export const issueApiKey =
  (order: { readonly keyId: string; readonly name: string; readonly last4: string }) =>
  (state: Account): Decision<AccountNotOpen> => {
    if (!state.opened) return Result.fail(new AccountNotOpen())
    return Result.succeed(
      HashSet.has(state.keys, order.keyId) ? [] : [AccountEvent.cases.ApiKeyIssued.make(order)]
    )
  }

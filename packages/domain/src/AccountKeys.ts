/** Decisions about the API keys of an account (`Account.ts`). */
import { Equal, HashMap, Option, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, ApiKeyScope, Decision, IssuedKey } from "./Account.ts"
import { isKeyName } from "./keptTexts.ts"
import { isBrowserKey } from "./KeyTerms.ts"
import type { CreditLimit, KeyTerms, VisitorLimit } from "./KeyTerms.ts"
import type { Role } from "./Role.ts"

/** Keys of an account: one per program of a large customer, two during a rotation. The list fits on one page. */
export const liveKeysMax = 100

export class UnusableKeyName extends Schema.TaggedError<UnusableKeyName>()("UnusableKeyName", {}) {}

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {}

/** This account never had such a key. The error does not tell whether another account has it. */
export class UnknownApiKey extends Schema.TaggedError<UnknownApiKey>()("UnknownApiKey", {}) {}

/** Only the other kind of key has this. */
export class OtherKindOfKey extends Schema.TaggedError<OtherKindOfKey>()("OtherKindOfKey", {
  field: Schema.Literals(["origins", "allowDeep", "visitorLimit", "scopes", "networks"]),
  isBrowser: Schema.Boolean
}) {}

/** What a key is limited to. */
interface Limits {
  readonly scopes: ReadonlyArray<ApiKeyScope>
  readonly terms: KeyTerms
}

export interface IssueKeyCommand extends Limits {
  readonly keyId: string
  readonly name: string
  readonly last4: string
  /** The role of the person or key that makes it. */
  readonly role: Role
}

/** A browser key can do nothing that scopes would restrict, and its visitors come from all networks. */
const misfit = ({ scopes, terms }: Limits): OtherKindOfKey | undefined => {
  const isBrowser = isBrowserKey(terms)
  const { networks, allowDeep, visitorLimit } = terms
  const fields = isBrowser
    ? { scopes: scopes.length > 0, networks: networks !== undefined }
    : { allowDeep: allowDeep !== undefined, visitorLimit: visitorLimit !== undefined }
  const field = Object.entries(fields).find(([, isGiven]) => isGiven)?.[0]
  return field === undefined
    ? undefined
    : new OtherKindOfKey({ field: field as OtherKindOfKey["field"], isBrowser })
}

const limitsIn = ({ scopes, terms }: Limits) => ({
  ...(scopes.length > 0 && { scopes }),
  ...(Object.keys(terms).length > 0 && { terms })
})

export const issueApiKey =
  ({ scopes, role, terms, ...command }: IssueKeyCommand) =>
  ({
    opened,
    keys
  }: Account): Decision<AccountNotOpen | UnusableKeyName | TooManyApiKeys | OtherKindOfKey> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (HashMap.has(keys, command.keyId)) return Result.succeed([])
    if (!isKeyName(command.name)) return Result.fail(new UnusableKeyName())
    const misfitting = misfit({ scopes, terms })
    if (misfitting !== undefined) return Result.fail(misfitting)
    const live = HashMap.size(HashMap.filter(keys, ({ status }) => status === "live"))
    if (live >= liveKeysMax) return Result.fail(new TooManyApiKeys())
    const restriction = {
      ...limitsIn({ scopes, terms }),
      ...(role !== "manager" && { role })
    }
    return Result.succeed([AccountEvent.cases.ApiKeyIssued.make({ ...command, ...restriction })])
  }

/** What is absent stays as it is. `null` takes a limit away. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly scopes?: ReadonlyArray<ApiKeyScope> | undefined
  readonly origins?: ReadonlyArray<string> | undefined
  readonly allowDeep?: boolean | undefined
  readonly visitorLimit?: VisitorLimit | undefined
  readonly creditLimit?: CreditLimit | null | undefined
  readonly expiresAt?: number | null | undefined
  /** How many. Other networks of the same number are no other terms. */
  readonly networks?: number | null | undefined
}

/** `terms` without those that are null. */
const inForce = (terms: Readonly<Record<string, unknown>>): KeyTerms =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null))

const changed = (key: IssuedKey, change: KeyChange): IssuedKey => {
  const { name = key.name, scopes = key.scopes, allowDeep, ...limits } = change
  const given = Object.entries(limits).filter(([, value]) => value !== undefined)
  const deep = allowDeep === undefined ? {} : { allowDeep: allowDeep || null }
  const terms = inForce({ ...key.terms, ...Object.fromEntries(given), ...deep })
  return { ...key, name, scopes, terms }
}

/** Changes all but the kind of a key. */
export const changeApiKey =
  ({ keyId, change }: { readonly keyId: string; readonly change: KeyChange }) =>
  ({ keys }: Account): Decision<UnknownApiKey | UnusableKeyName | OtherKindOfKey> => {
    const key = Option.getOrUndefined(HashMap.get(keys, keyId))
    if (key?.status !== "live") return Result.fail(new UnknownApiKey())
    const isBrowser = isBrowserKey(key.terms)
    if (!isBrowser && change.origins !== undefined)
      return Result.fail(new OtherKindOfKey({ field: "origins", isBrowser }))
    const next = changed(key, change)
    if (!isKeyName(next.name)) return Result.fail(new UnusableKeyName())
    const misfitting = misfit(next)
    if (misfitting !== undefined) return Result.fail(misfitting)
    if (Equal.equals(next, key)) return Result.succeed([])
    const { name } = next
    return Result.succeed([
      AccountEvent.cases.ApiKeyChanged.make({ keyId, name, ...limitsIn(next) })
    ])
  }

export const revokeApiKey =
  ({ keyId }: { readonly keyId: string }) =>
  ({ keys }: Account): Decision<UnknownApiKey> =>
    Option.match(HashMap.get(keys, keyId), {
      onNone: () => Result.fail(new UnknownApiKey()),
      onSome: ({ status }) =>
        Result.succeed(
          status === "revoked" ? [] : [AccountEvent.cases.ApiKeyRevoked.make({ keyId })]
        )
    })

/** Decisions about the API keys of an account (`Account.ts`). */
import { Equal, HashMap, Option, Result, Schema } from "effect"

import { AccountEvent, AccountNotOpen } from "./Account.ts"
import type { Account, ApiKeyScope, Decision, IssuedKey } from "./Account.ts"
import { isKeyName } from "./keptTexts.ts"
import { isBrowserKey } from "./KeyTerms.ts"
import type { CreditLimit, KeyTerms, VisitorLimit } from "./KeyTerms.ts"
import { excessOfMade, refusalOf } from "./powers.ts"
import type { Author, BeyondPowers, KeyNetworks, NotPermitted } from "./powers.ts"
import type { Role } from "./Role.ts"

/** Keys of an account: one per program of a large customer, two during a rotation. The list fits on one page. */
export const liveKeysMax = 100

export class UnusableKeyName extends Schema.TaggedError<UnusableKeyName>()("UnusableKeyName", {}) {}

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {}

/** This account never had such a key. The error does not tell whether another account has it. */
export class UnknownApiKey extends Schema.TaggedError<UnknownApiKey>()("UnknownApiKey", {}) {}

/** A key changes only keys that it has made: what it widens would not end with it. */
export class NotItsKey extends Schema.TaggedError<NotItsKey>()("NotItsKey", {}) {}

/** A key would do more than the key that made it, as one of the two is after the change. */
export class BeyondMaker extends Schema.TaggedError<BeyondMaker>()("BeyondMaker", {
  field: Schema.Literals(["scopes", "role", "creditLimit", "expiresAt", "networks"]),
  /** The name of the key that was made. */
  made: Schema.String
}) {}

/** The keys that it makes would have credits of their own. */
export class ManagesWithCredits extends Schema.TaggedError<ManagesWithCredits>()(
  "ManagesWithCredits",
  {}
) {}

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
  /** It gets the role of this person or key. */
  readonly by: Author
  readonly networks: KeyNetworks
}

type Refused = NotPermitted | BeyondPowers | BeyondMaker | ManagesWithCredits | OtherKindOfKey

/** A browser key can do nothing that scopes would restrict, and its visitors come from all networks. */
const misfit = ({ scopes, terms }: Limits): OtherKindOfKey | undefined => {
  const isBrowser = isBrowserKey(terms)
  const { networks, allowDeep, visitorLimit, manages } = terms
  const fields = isBrowser
    ? { scopes: scopes.length > 0 || manages !== undefined, networks: networks !== undefined }
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

/** The networks that a key works from, if the rows already have the change of this transaction. */
const withNetworks = (keyId: string, key: IssuedKey, networks: KeyNetworks) => ({
  ...key,
  networks: networks.of(keyId)
})

/** What holds for every key, whoever makes or changes it. */
const unfit = (key: Limits): OtherKindOfKey | ManagesWithCredits | undefined =>
  key.terms.manages && key.terms.creditLimit ? new ManagesWithCredits() : misfit(key)

const roleOf = ({ people, keys }: Account, by: Author): Role =>
  by === "operator"
    ? "manager"
    : Option.match(
        by.keyId === undefined
          ? HashMap.get(people, by.personId)
          : Option.map(HashMap.get(keys, by.keyId), ({ role }) => role),
        { onNone: () => "read_only", onSome: (role) => role }
      )

export const issueApiKey =
  ({ scopes, by, terms, networks, ...command }: IssueKeyCommand) =>
  (account: Account): Decision<AccountNotOpen | UnusableKeyName | TooManyApiKeys | Refused> => {
    const { opened, keys } = account
    if (!opened) return Result.fail(new AccountNotOpen())
    if (HashMap.has(keys, command.keyId)) return Result.succeed([])
    if (!isKeyName(command.name)) return Result.fail(new UnusableKeyName())
    const role = roleOf(account, by)
    const after = { role, scopes, terms, networks: networks.of(command.keyId) }
    const refusal =
      unfit({ scopes, terms }) ?? refusalOf(account, { kind: "key", by, after, networks })
    if (refusal !== undefined) return Result.fail(refusal)
    const live = HashMap.size(HashMap.filter(keys, ({ status }) => status === "live"))
    if (live >= liveKeysMax) return Result.fail(new TooManyApiKeys())
    return Result.succeed([
      AccountEvent.cases.ApiKeyIssued.make({
        ...command,
        ...limitsIn({ scopes, terms }),
        ...(role !== "manager" && { role }),
        ...(by !== "operator" && by.keyId !== undefined && { madeBy: by.keyId })
      })
    ])
  }

/** What is absent stays as it is. `null` takes a limit away. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly scopes?: ReadonlyArray<ApiKeyScope> | undefined
  readonly manages?: boolean | undefined
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

/** A term is there or it is not: `false` takes it away. */
const flag = (value: boolean | undefined) => (value === undefined ? undefined : value || null)

const changed = (key: IssuedKey, change: KeyChange): IssuedKey => {
  const { name = key.name, scopes = key.scopes, allowDeep, manages, ...limits } = change
  const flags = { allowDeep: flag(allowDeep), manages: flag(manages) }
  const given = Object.entries({ ...limits, ...flags }).filter(([, value]) => value !== undefined)
  return { ...key, name, scopes, terms: inForce({ ...key.terms, ...Object.fromEntries(given) }) }
}

interface ChangeKeyCommand {
  readonly keyId: string
  readonly change: KeyChange
  readonly by: Author
  /** As they are before the change, and as they will be. */
  readonly networksBefore: KeyNetworks
  readonly networks: KeyNetworks
}

/** Whether a key would do more than its maker, or less than a key that it made. */
const beyondMaker = (
  account: Account,
  {
    keyId,
    next,
    networks
  }: Pick<ChangeKeyCommand, "keyId" | "networks"> & { readonly next: IssuedKey }
): BeyondMaker | undefined => {
  const after = HashMap.set(account.keys, keyId, next)
  for (const [madeId, made] of after) {
    const { madeBy } = made
    if (made.status !== "live" || madeBy === undefined) continue
    if (madeBy !== keyId && madeId !== keyId) continue
    const maker = Option.getOrUndefined(HashMap.get(after, madeBy))
    if (maker === undefined) continue
    const field = excessOfMade(account, {
      maker: withNetworks(madeBy, maker, networks),
      made: withNetworks(madeId, made, networks),
      networks
    })
    if (field !== undefined) return new BeyondMaker({ field, made: made.name })
  }
  return undefined
}

const isOthersKey = (by: Author, { madeBy }: IssuedKey): boolean =>
  by !== "operator" && by.keyId !== undefined && by.keyId !== madeBy

/** Changes all but the kind of a key. */
export const changeApiKey =
  ({ keyId, change, by, networks, networksBefore }: ChangeKeyCommand) =>
  (account: Account): Decision<UnknownApiKey | UnusableKeyName | NotItsKey | Refused> => {
    const key = Option.getOrUndefined(HashMap.get(account.keys, keyId))
    if (key?.status !== "live") return Result.fail(new UnknownApiKey())
    const isBrowser = isBrowserKey(key.terms)
    if (!isBrowser && change.origins !== undefined)
      return Result.fail(new OtherKindOfKey({ field: "origins", isBrowser }))
    const next = changed(key, change)
    if (!isKeyName(next.name)) return Result.fail(new UnusableKeyName())
    const refusal =
      unfit(next) ??
      refusalOf(account, {
        kind: "key",
        by,
        before: withNetworks(keyId, key, networksBefore),
        after: withNetworks(keyId, next, networks),
        networks
      }) ??
      (isOthersKey(by, key) ? new NotItsKey() : undefined) ??
      beyondMaker(account, { keyId, next, networks })
    if (refusal !== undefined) return Result.fail(refusal)
    if (Equal.equals(next, key)) return Result.succeed([])
    const { name } = next
    return Result.succeed([
      AccountEvent.cases.ApiKeyChanged.make({ keyId, name, ...limitsIn(next) })
    ])
  }

interface RevokeKeyCommand {
  readonly keyId: string
  readonly by: Author
  readonly networks: KeyNetworks
}

/**
 * Revokes a key, with those that it made. Each secret key may revoke itself, whatever else it may do: who finds one that
 * leaked can end it at once. A browser key may not: everybody has it.
 */
export const revokeApiKey =
  ({ keyId, by, networks }: RevokeKeyCommand) =>
  (account: Account): Decision<UnknownApiKey | NotPermitted | BeyondPowers> => {
    const key = Option.getOrUndefined(HashMap.get(account.keys, keyId))
    if (key === undefined) return Result.fail(new UnknownApiKey())
    const isOwn = by !== "operator" && by.keyId === keyId && !isBrowserKey(key.terms)
    const before = withNetworks(keyId, key, networks)
    const refusal = isOwn ? undefined : refusalOf(account, { kind: "key", by, before, networks })
    if (refusal !== undefined) return Result.fail(refusal)
    const isLive = (status: IssuedKey["status"]) => status === "live"
    const made = HashMap.filter(
      account.keys,
      ({ status, madeBy }) => isLive(status) && madeBy === keyId
    )
    return Result.succeed(
      [...(isLive(key.status) ? [keyId] : []), ...HashMap.keys(made)].map((ended) =>
        AccountEvent.cases.ApiKeyRevoked.make({ keyId: ended })
      )
    )
  }

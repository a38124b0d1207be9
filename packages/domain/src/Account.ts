/**
 * One customer's account and its API keys: stream `account-<account>`. Its credits are another
 * stream (`Credits.ts`). Events hold no personal data: the e-mail address and every hash stand in
 * rows beside them, so that a person can be erased without breaking the chain.
 */
import { HashMap, Option, Result, Schema } from "effect"

/**
 * What a key is kept from; without any it may do everything. `fast`: no deep mode. `read`: nothing
 * that costs credits or changes anything. What each means exactly: `permissions.ts`.
 */
export const ApiKeyScope = Schema.Literals(["fast", "read"])
export type ApiKeyScope = typeof ApiKeyScope.Type

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const AccountEvent = Schema.TaggedUnion({
  /** An owner administers the service. */
  AccountOpened: { owner: Schema.Boolean },
  /**
   * `last4` is what a person recognises the key by; the key itself is shown once and never kept.
   * Without `scopes` it may do everything.
   */
  ApiKeyIssued: {
    keyId: Schema.String,
    name: Schema.String,
    last4: Schema.String,
    scopes: Schema.optionalKey(Schema.Array(ApiKeyScope))
  },
  ApiKeyRevoked: { keyId: Schema.String },
  /** By himself, who knew the one before. */
  PasswordChanged: {},
  /** By an operator of the service. */
  PasswordReplaced: {},
  /** At his own wish; beside a change of the password it is understood. */
  AllSessionsEnded: {},
  /** `by`: the account of the owner who did it. No key and no session is good for anything then. */
  AccountSuspended: { by: Schema.String },
  AccountResumed: { by: Schema.String },
  /** A new URL, or the same one after it was disabled. It stands in a row: it may hold a secret. */
  WebhookConfigured: {},
  WebhookSecretRotated: {},
  /** By the service. `gone`: it answered 410. `failing`: it took nothing for days. */
  WebhookDisabled: { why: Schema.Literals(["gone", "failing"]) },
  WebhookRemoved: {}
})
export type AccountEvent = typeof AccountEvent.Type

export interface Account {
  readonly opened: boolean
  readonly owner: boolean
  readonly suspended: boolean
  /** Revoked ones are remembered: to revoke one again is no mistake. */
  readonly keys: HashMap.HashMap<string, "live" | "revoked">
  readonly webhook: "none" | "live" | "disabled"
}

export const empty: Account = {
  opened: false,
  owner: false,
  suspended: false,
  keys: HashMap.empty(),
  webhook: "none"
}

export const evolve = (state: Account, event: AccountEvent): Account => {
  const withKey = (keyId: string, is: "live" | "revoked") => ({
    ...state,
    keys: HashMap.set(state.keys, keyId, is)
  })
  return AccountEvent.match(event, {
    AccountOpened: ({ owner }) => ({ ...state, opened: true, owner }),
    ApiKeyIssued: ({ keyId }) => withKey(keyId, "live"),
    ApiKeyRevoked: ({ keyId }) => withKey(keyId, "revoked"),
    PasswordChanged: () => state,
    PasswordReplaced: () => state,
    AllSessionsEnded: () => state,
    AccountSuspended: () => ({ ...state, suspended: true }),
    AccountResumed: () => ({ ...state, suspended: false }),
    WebhookConfigured: (): Account => ({ ...state, webhook: "live" }),
    WebhookSecretRotated: () => state,
    WebhookDisabled: (): Account => ({ ...state, webhook: "disabled" }),
    WebhookRemoved: (): Account => ({ ...state, webhook: "none" })
  })
}

/** A key for each program of a large customer, twice while they are rotated; a list is one page. */
export const liveKeysMax = 100

/** Characters as a person counts code points: what a list shows in a line. */
export const keyNameCharsMax = 100

/** Controls, marks that turn the direction of text, and lone surrogates show nothing or lie. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const short = new RegExp(`^.{1,${keyNameCharsMax}}$`, "su")

export const isKeyName = (name: string): boolean =>
  name.trim() !== "" && short.test(name) && !invisible.test(name)

/** A line in a list; why an owner gave or took credits. */
export const reasonCharsMax = 200

const shortReason = new RegExp(`^.{1,${reasonCharsMax}}$`, "su")

export const isReason = (reason: string): boolean =>
  reason.trim() !== "" && shortReason.test(reason) && !invisible.test(reason)

/**
 * NIST SP 800-63B-4 §3.1.1.2 asks for 15 where nothing else is asked for, and 8 beside a second
 * factor; ours are tried a few times an hour at most. The upper bound is only there to be one.
 */
export const passwordChars = { min: 12, max: 1_000 } as const

export class AccountNotOpen extends Schema.TaggedError<AccountNotOpen>()("AccountNotOpen", {}) {}

export class UnusableKeyName extends Schema.TaggedError<UnusableKeyName>()("UnusableKeyName", {}) {}

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", {}) {}

/** This account never had such a key; whether another one has is nobody's business here. */
export class UnknownApiKey extends Schema.TaggedError<UnknownApiKey>()("UnknownApiKey", {}) {}

export type Decision<E = never> = Result.Result<ReadonlyArray<AccountEvent>, E>

export const open =
  (order: { readonly owner: boolean }) =>
  (state: Account): Decision =>
    Result.succeed(state.opened ? [] : [AccountEvent.cases.AccountOpened.make(order)])

export interface KeyOrder {
  readonly keyId: string
  readonly name: string
  readonly last4: string
  readonly scopes: ReadonlyArray<ApiKeyScope>
}

export const issueApiKey =
  ({ scopes, ...order }: KeyOrder) =>
  ({ opened, keys }: Account): Decision<AccountNotOpen | UnusableKeyName | TooManyApiKeys> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (HashMap.has(keys, order.keyId)) return Result.succeed([])
    if (!isKeyName(order.name)) return Result.fail(new UnusableKeyName())
    const live = HashMap.size(HashMap.filter(keys, (is) => is === "live"))
    if (live >= liveKeysMax) return Result.fail(new TooManyApiKeys())
    const restriction = scopes.length > 0 ? { scopes } : {}
    return Result.succeed([AccountEvent.cases.ApiKeyIssued.make({ ...order, ...restriction })])
  }

export const revokeApiKey =
  ({ keyId }: { readonly keyId: string }) =>
  ({ keys }: Account): Decision<UnknownApiKey> =>
    Option.match(HashMap.get(keys, keyId), {
      onNone: () => Result.fail(new UnknownApiKey()),
      onSome: (is) =>
        Result.succeed(is === "revoked" ? [] : [AccountEvent.cases.ApiKeyRevoked.make({ keyId })])
    })

/** What happened with how one signs in; each time it is asked for, for each time it happens. */
export const note =
  (what: "PasswordChanged" | "PasswordReplaced" | "AllSessionsEnded") =>
  ({ opened }: Account): Decision<AccountNotOpen> =>
    opened ? Result.succeed([AccountEvent.cases[what].make({})]) : Result.fail(new AccountNotOpen())

/** Whoever administers the service is not locked out of it, not even by himself. */
export class OwnerNotSuspended extends Schema.TaggedError<OwnerNotSuspended>()(
  "OwnerNotSuspended",
  {}
) {}

type Administered = { readonly by: string }

export const suspend =
  (order: Administered) =>
  ({ opened, owner, suspended }: Account): Decision<AccountNotOpen | OwnerNotSuspended> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (owner) return Result.fail(new OwnerNotSuspended())
    return Result.succeed(suspended ? [] : [AccountEvent.cases.AccountSuspended.make(order)])
  }

export const resume =
  (order: Administered) =>
  ({ opened, suspended }: Account): Decision<AccountNotOpen> =>
    opened
      ? Result.succeed(suspended ? [AccountEvent.cases.AccountResumed.make(order)] : [])
      : Result.fail(new AccountNotOpen())

export class NoWebhook extends Schema.TaggedError<NoWebhook>()("NoWebhook", {}) {}

/** Whether it is another URL than before is for the caller to know. */
export const configureWebhook = ({ opened }: Account): Decision<AccountNotOpen> =>
  opened
    ? Result.succeed([AccountEvent.cases.WebhookConfigured.make({})])
    : Result.fail(new AccountNotOpen())

export const rotateWebhookSecret = ({ webhook }: Account): Decision<NoWebhook> =>
  webhook === "none"
    ? Result.fail(new NoWebhook())
    : Result.succeed([AccountEvent.cases.WebhookSecretRotated.make({})])

export const disableWebhook =
  (why: "gone" | "failing") =>
  ({ webhook }: Account): Decision =>
    Result.succeed(webhook === "live" ? [AccountEvent.cases.WebhookDisabled.make({ why })] : [])

export const removeWebhook = ({ webhook }: Account): Decision =>
  Result.succeed(webhook === "none" ? [] : [AccountEvent.cases.WebhookRemoved.make({})])

/**
 * One account, with its people, API keys, webhooks, inlets and schedules: stream `account-<account>`. Its credits are another
 * stream (`Credits.ts`). Events hold no personal data: the email address and all hashes are in table rows, so
 * that a person's data can be erased without breaking the hash chain.
 */
import { HashMap, HashSet, Option, Result, Schema } from "effect"

import { InletKind } from "./Inlet.ts"
import { KeyTerms, noTerms } from "./KeyTerms.ts"
import { RequestOrigin } from "./RequestOrigin.ts"
import { Role } from "./Role.ts"

/**
 * The scope of a key, which restricts it; a key without scopes may do everything. `fast` forbids deep mode. `read`
 * forbids everything that costs credits or changes anything. The exact permissions are in `permissions.ts`.
 */
export const ApiKeyScope = Schema.Literals(["fast", "read"])
export type ApiKeyScope = typeof ApiKeyScope.Type

/** The request that caused an event. It is absent if no request did, or if an older program wrote the event. */
const from = { from: Schema.optionalKey(RequestOrigin) }

/**
 * The endpoint of a webhook event. It is absent for the only one that an account could have at first, which keeps
 * this name forever, so that its events mean the same to every program.
 */
const ofEndpoint = { endpointId: Schema.optionalKey(Schema.String) }

/**
 * Why an endpoint gets nothing. The service disables one that answered 410 (`gone`) or accepted no delivery for days
 * (`failing`). The account itself can switch one off (`switched_off`).
 */
export const WhyDisabled = Schema.Literals(["gone", "failing", "switched_off"])
export type WhyDisabled = typeof WhyDisabled.Type

/** How a person signed in, where it was not simply with a password. */
export const SignInHow = Schema.Literals(["provider", "break_glass"])
export type SignInHow = typeof SignInHow.Type

/**
 * The person that an event belongs to. If it is absent, an older program wrote it for the person who opened the
 * account.
 */
const whose = { personId: Schema.optionalKey(Schema.String), ...from }

// Stored format: tags and fields outlive every deployment. Never rename; add only optional fields.
export const AccountEvent = Schema.TaggedUnion({
  /** An owner administers the service. The person who opened it has its id, and is a manager. */
  AccountOpened: { owner: Schema.Boolean, ...from },
  /**
   * A key was made. A person recognizes it by its last characters, `last4`; the key itself is shown once and not
   * stored. Without `scopes` it may do everything that its maker may; without `role` it has that of a manager. `madeBy` is
   * the key that made it, with which it ends.
   */
  ApiKeyIssued: {
    keyId: Schema.String,
    name: Schema.String,
    last4: Schema.String,
    scopes: Schema.optionalKey(Schema.Array(ApiKeyScope)),
    role: Schema.optionalKey(Role),
    terms: Schema.optionalKey(KeyTerms),
    madeBy: Schema.optionalKey(Schema.String),
    ...from
  },
  /** A key was changed. This is all that it may do from now on, not only what is new. */
  ApiKeyChanged: {
    keyId: Schema.String,
    name: Schema.String,
    scopes: Schema.optionalKey(Schema.Array(ApiKeyScope)),
    terms: Schema.optionalKey(KeyTerms),
    ...from
  },
  ApiKeyRevoked: { keyId: Schema.String, ...from },
  /**
   * A person has signed in with the right credentials. `how` is absent for a password, which is usual. `provider`: at the
   * provider of OpenID Connect. `break_glass`: with a password, where passwords are off for all but managers of the owner.
   */
  SessionStarted: { ...whose, how: Schema.optionalKey(SignInHow) },
  /** The person changed the password, with the old one. */
  PasswordChanged: whose,
  /** An operator of the service replaced the password. */
  PasswordReplaced: whose,
  /** The person set a new password by a link that was mailed to them. */
  PasswordRecovered: whose,
  /** The address with which the person signs in was changed, by the person or by an operator. Both addresses are in rows. */
  EmailChanged: whose,
  /** The person ended a session from another one. Signing out is not recorded. */
  SessionEnded: whose,
  /** The person ended all sessions. A change of the password ends other sessions without this event. */
  AllSessionsEnded: whose,
  /** The second factor was enabled. Its secret and codes are in rows. An operator's reset disables it as well. */
  TotpEnabled: whose,
  TotpDisabled: whose,
  RecoveryCodeUsed: whose,
  RecoveryCodesReplaced: whose,
  /** A person was invited. The invited address is in rows. */
  PersonInvited: { invitationId: Schema.String, role: Role, ...from },
  InvitationRevoked: { invitationId: Schema.String, ...from },
  PersonJoined: { personId: Schema.String, invitationId: Schema.String, role: Role, ...from },
  /** A person came by the provider of OpenID Connect for the first time. Their address and subject are in rows. */
  PersonAdmitted: { personId: Schema.String, role: Role, ...from },
  /** A person of the account signs in at the provider from now on, after they had entered their password. */
  ProviderJoined: whose,
  /** The provider ended sessions of the person, or does not let them in any more. */
  ProviderSessionEnded: whose,
  RoleChanged: { personId: Schema.String, role: Role, ...from },
  /** A person was removed, with sessions and personal data. Keys that they made belong to the account and stay. */
  PersonRemoved: { personId: Schema.String, ...from },
  /** An owner (`by`, an account) suspended the account. From then on all keys and sessions are refused. */
  AccountSuspended: { by: Schema.String, ...from },
  AccountResumed: { by: Schema.String, ...from },
  /**
   * An endpoint was added, got another URL or choice of events, or was enabled again. URLs are in rows, because
   * they may hold a secret.
   */
  WebhookConfigured: { ...ofEndpoint, ...from },
  WebhookSecretRotated: { ...ofEndpoint, ...from },
  WebhookDisabled: { why: WhyDisabled, ...ofEndpoint, ...from },
  WebhookRemoved: { ...ofEndpoint, ...from },
  /** An inlet was made. Its name, its secret and the key of its service are in rows. */
  InletCreated: { inletId: Schema.String, kind: InletKind, ...from },
  InletChanged: { inletId: Schema.String, ...from },
  InletSecretRotated: { inletId: Schema.String, ...from },
  InletRemoved: { inletId: Schema.String, ...from },
  /** A schedule was made (`Schedule.ts`). Its settings are in rows. */
  ScheduleCreated: { scheduleId: Schema.String, ...from },
  ScheduleChanged: { scheduleId: Schema.String, ...from },
  ScheduleRemoved: { scheduleId: Schema.String, ...from },
  /**
   * An address was erased. `digest` is that of its mailbox under the account's key; `counts` says what was
   * erased, by place.
   */
  AddressErased: {
    erasureId: Schema.String,
    digest: Schema.String,
    counts: Schema.Record(Schema.String, Schema.Int),
    ...from
  },
  /** The account was closed; its keys, sessions and personal data are gone. `forfeited` credits were left. */
  AccountClosed: { forfeited: Schema.Int, ...from }
})
export type AccountEvent = typeof AccountEvent.Type

/** How these events are stored (`EventCodec` of the store): streams `account-<account>`. */
export const format = { category: "account", events: AccountEvent, upcasts: {} }

/** An API key, as far as decisions need it. */
export interface IssuedKey {
  readonly status: "live" | "revoked"
  readonly name: string
  readonly role: Role
  /** The key that made it; absent: a person or an operator did, or it is older than this field. */
  readonly madeBy?: string | undefined
  readonly scopes: ReadonlyArray<ApiKeyScope>
  readonly terms: KeyTerms
}

export interface Account {
  readonly id: string
  readonly opened: boolean
  readonly owner: boolean
  readonly suspended: boolean
  /** Whether it is closed forever, so that nothing can be decided for it any more. */
  readonly closed: boolean
  /** Revoked keys are kept: revoking one again is not an error. */
  readonly keys: HashMap.HashMap<string, IssuedKey>
  /** Endpoints by `endpointId`; the one without an id is `firstEndpoint`. */
  readonly webhooks: HashMap.HashMap<string, "live" | "disabled">
  readonly inlets: HashSet.HashSet<string>
  readonly schedules: HashSet.HashSet<string>
  readonly people: HashMap.HashMap<string, Role>
}

/** The name of the endpoint without an id. */
export const firstEndpoint = ""

export const empty: Account = {
  id: "",
  opened: false,
  owner: false,
  suspended: false,
  closed: false,
  keys: HashMap.empty(),
  webhooks: HashMap.empty(),
  inlets: HashSet.empty(),
  schedules: HashSet.empty(),
  people: HashMap.empty()
}

type KeyFields = Omit<typeof AccountEvent.cases.ApiKeyChanged.Type, "_tag" | "from">

const withKey = (
  state: Account,
  { keyId, name, scopes = [], terms = noTerms }: KeyFields,
  { role, madeBy }: Pick<IssuedKey, "role" | "madeBy">
): Account => {
  const key = { status: "live" as const, name, role, scopes, terms }
  return {
    ...state,
    keys: HashMap.set(state.keys, keyId, madeBy === undefined ? key : { ...key, madeBy })
  }
}

const withPerson = (state: Account, personId: string, role: Role): Account => ({
  ...state,
  people: HashMap.set(state.people, personId, role)
})

const openedBy = (state: Account, owner: boolean): Account => ({
  ...withPerson(state, state.id, "manager"),
  opened: true,
  owner
})

const withSchedules = (state: Account, schedules: Account["schedules"]): Account => ({
  ...state,
  schedules
})

export const evolve = (state: Account, event: AccountEvent): Account => {
  const withWebhook = (
    { endpointId = firstEndpoint }: { readonly endpointId?: string },
    status: "live" | "disabled"
  ) => ({ ...state, webhooks: HashMap.set(state.webhooks, endpointId, status) })
  return AccountEvent.match(event, {
    AccountOpened: ({ owner }) => openedBy(state, owner),
    ApiKeyIssued: (key) => withKey(state, key, { role: key.role ?? "manager", madeBy: key.madeBy }),
    ApiKeyChanged: (key) =>
      withKey(state, key, Option.getOrThrow(HashMap.get(state.keys, key.keyId))),
    ApiKeyRevoked: ({ keyId }) => ({
      ...state,
      keys: HashMap.modify(state.keys, keyId, (key) => ({ ...key, status: "revoked" as const }))
    }),
    TotpEnabled: () => state,
    TotpDisabled: () => state,
    RecoveryCodeUsed: () => state,
    RecoveryCodesReplaced: () => state,
    SessionStarted: () => state,
    SessionEnded: () => state,
    PasswordChanged: () => state,
    PasswordReplaced: () => state,
    PasswordRecovered: () => state,
    EmailChanged: () => state,
    AllSessionsEnded: () => state,
    PersonInvited: () => state,
    InvitationRevoked: () => state,
    PersonJoined: ({ personId, role }) => withPerson(state, personId, role),
    PersonAdmitted: ({ personId, role }) => withPerson(state, personId, role),
    ProviderJoined: () => state,
    ProviderSessionEnded: () => state,
    RoleChanged: ({ personId, role }) => withPerson(state, personId, role),
    PersonRemoved: ({ personId }) => ({
      ...state,
      people: HashMap.remove(state.people, personId)
    }),
    AccountSuspended: () => ({ ...state, suspended: true }),
    AccountResumed: () => ({ ...state, suspended: false }),
    WebhookConfigured: (of) => withWebhook(of, "live"),
    WebhookSecretRotated: () => state,
    WebhookDisabled: (of) => withWebhook(of, "disabled"),
    WebhookRemoved: ({ endpointId = firstEndpoint }) => ({
      ...state,
      webhooks: HashMap.remove(state.webhooks, endpointId)
    }),
    InletCreated: ({ inletId }) => ({ ...state, inlets: HashSet.add(state.inlets, inletId) }),
    InletChanged: () => state,
    InletSecretRotated: () => state,
    InletRemoved: ({ inletId }) => ({ ...state, inlets: HashSet.remove(state.inlets, inletId) }),
    ScheduleCreated: ({ scheduleId }) =>
      withSchedules(state, HashSet.add(state.schedules, scheduleId)),
    ScheduleChanged: () => state,
    ScheduleRemoved: ({ scheduleId }) =>
      withSchedules(state, HashSet.remove(state.schedules, scheduleId)),
    AddressErased: () => state,
    AccountClosed: () => ({ ...state, opened: false, closed: true, people: HashMap.empty() })
  })
}

export class AccountNotOpen extends Schema.TaggedError<AccountNotOpen>()("AccountNotOpen", {}) {}

export type Decision<E = never> = Result.Result<ReadonlyArray<AccountEvent>, E>

export const open =
  (command: { readonly owner: boolean }) =>
  (state: Account): Decision =>
    Result.succeed(
      state.opened || state.closed ? [] : [AccountEvent.cases.AccountOpened.make(command)]
    )

/** Events that are recorded and change nothing that a decision depends on. A repeat is recorded again. */
export type Noted =
  | "SessionStarted"
  | "SessionEnded"
  | "AllSessionsEnded"
  | "PasswordChanged"
  | "PasswordReplaced"
  | "PasswordRecovered"
  | "EmailChanged"
  | "TotpEnabled"
  | "TotpDisabled"
  | "RecoveryCodeUsed"
  | "RecoveryCodesReplaced"
  | "ProviderJoined"
  | "ProviderSessionEnded"

/** `how`: of a `SessionStarted` alone. */
export const note =
  (what: Noted, personId: string, how?: SignInHow) =>
  ({ opened }: Account): Decision<AccountNotOpen> =>
    opened
      ? Result.succeed([AccountEvent.cases[what].make({ personId, ...(how && { how }) })])
      : Result.fail(new AccountNotOpen())

/** An owner cannot be suspended, not even by the same owner: the service needs an administrator. */
export class OwnerNotSuspended extends Schema.TaggedError<OwnerNotSuspended>()(
  "OwnerNotSuspended",
  {}
) {}

type AdminCommand = { readonly by: string }

export const suspend =
  (command: AdminCommand) =>
  ({ opened, owner, suspended }: Account): Decision<AccountNotOpen | OwnerNotSuspended> => {
    if (!opened) return Result.fail(new AccountNotOpen())
    if (owner) return Result.fail(new OwnerNotSuspended())
    return Result.succeed(suspended ? [] : [AccountEvent.cases.AccountSuspended.make(command)])
  }

export const resume =
  (command: AdminCommand) =>
  ({ opened, suspended }: Account): Decision<AccountNotOpen> =>
    opened
      ? Result.succeed(suspended ? [AccountEvent.cases.AccountResumed.make(command)] : [])
      : Result.fail(new AccountNotOpen())

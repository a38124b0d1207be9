/** Says what each event of an account is called in its list of security events, and what is told of it. */
import type { ChangeType, SecurityEvent } from "@rcpt/api/Security"
import type { AccountEvent } from "@rcpt/domain/Account"
import type { GivenEvent } from "@rcpt/domain/creditsEvents"
import type { RequestOrigin } from "@rcpt/domain/RequestOrigin"
import type { RulesEvent } from "@rcpt/domain/Rules"

export type ListedEvent = AccountEvent | RulesEvent | GivenEvent

/** An event type without a word here does not compile. */
const words: Readonly<Record<ListedEvent["_tag"], ChangeType>> = {
  AccountOpened: "account_opened",
  SessionStarted: "signed_in",
  SessionEnded: "session_ended",
  AllSessionsEnded: "all_sessions_ended",
  PasswordChanged: "password_changed",
  PasswordReplaced: "password_replaced",
  PasswordRecovered: "password_recovered",
  EmailChanged: "email_changed",
  TotpEnabled: "totp_enabled",
  TotpDisabled: "totp_disabled",
  RecoveryCodeUsed: "recovery_code_used",
  RecoveryCodesReplaced: "recovery_codes_replaced",
  ApiKeyIssued: "key_created",
  ApiKeyChanged: "key_changed",
  ApiKeyRevoked: "key_revoked",
  WebhookConfigured: "webhook_set",
  WebhookSecretRotated: "webhook_secret_rotated",
  WebhookDisabled: "webhook_disabled",
  WebhookRemoved: "webhook_removed",
  InletCreated: "inlet_created",
  InletChanged: "inlet_changed",
  InletSecretRotated: "inlet_secret_rotated",
  InletRemoved: "inlet_removed",
  ScheduleCreated: "schedule_created",
  ScheduleChanged: "schedule_changed",
  ScheduleRemoved: "schedule_removed",
  PersonInvited: "person_invited",
  InvitationRevoked: "invitation_revoked",
  PersonJoined: "person_joined",
  PersonAdmitted: "person_admitted",
  ProviderJoined: "provider_joined",
  ProviderSessionEnded: "signed_out_by_provider",
  RoleChanged: "role_changed",
  PersonRemoved: "person_removed",
  AccountSuspended: "account_suspended",
  AccountResumed: "account_resumed",
  AddressErased: "address_erased",
  AccountClosed: "account_closed",
  RulesAdded: "rules_added",
  RulesRemoved: "rules_removed",
  CreditsGranted: "credits_granted",
  CreditsAdjusted: "credits_adjusted"
}

/** An event with the ids of keys and people, whose names are looked up for a whole page. */
export interface Told extends Pick<
  SecurityEvent,
  | "type"
  | "by"
  | "agent"
  | "address"
  | "origin"
  | "request_id"
  | "credits"
  | "reason"
  | "role"
  | "how"
> {
  readonly byKeyId?: string | undefined
  readonly keyId?: string | undefined
  readonly byPersonId?: string | undefined
  readonly personId?: string | undefined
}

const isPosting = (event: ListedEvent): event is GivenEvent => "credits" in event

const byRequest = (from: RequestOrigin | undefined): SecurityEvent["by"] => {
  if (from?.keyId !== undefined) return "key"
  return from?.address === undefined ? "unknown" : "session"
}

const byOf = (event: ListedEvent): SecurityEvent["by"] => {
  if (isPosting(event)) return event.by === undefined ? "service" : "operator"
  if ("by" in event || event._tag === "PasswordReplaced") return "operator"
  // `rcpt erase` and `rcpt admin` are no requests.
  if ((event._tag === "AddressErased" || event._tag === "EmailChanged") && event.from === undefined)
    return "operator"
  if (event._tag === "WebhookDisabled" || event._tag === "ProviderSessionEnded") return "service"
  // At the provider of OpenID Connect: nobody of the account has asked for it.
  const isFollowing = event._tag === "RoleChanged" || event._tag === "EmailChanged"
  return isFollowing && event.from?.address === undefined ? "service" : byRequest(event.from)
}

/** Events that belong to one person. */
const ofPerson: ReadonlySet<ListedEvent["_tag"]> = new Set([
  "SessionStarted",
  "SessionEnded",
  "AllSessionsEnded",
  "PasswordChanged",
  "PasswordReplaced",
  "PasswordRecovered",
  "EmailChanged",
  "TotpEnabled",
  "TotpDisabled",
  "RecoveryCodeUsed",
  "RecoveryCodesReplaced",
  "ProviderJoined",
  "ProviderSessionEnded"
])

/** Before an account could have more people, it was the person who opened the account, who has its id. */
const peopleOf = (event: ListedEvent, account: string) => {
  const whose = "personId" in event ? event.personId : undefined
  return {
    ...(byOf(event) === "session" && {
      byPersonId: (!isPosting(event) && event.from?.personId) || account
    }),
    ...((whose !== undefined || ofPerson.has(event._tag)) && { personId: whose ?? account })
  }
}

const origin = ({ requestId, address, agent, keyId }: RequestOrigin) => ({
  request_id: requestId,
  ...(address !== undefined && { address }),
  ...(agent !== undefined && { agent }),
  byKeyId: keyId
})

export const tell = (event: ListedEvent, account: string): Told => ({
  type: words[event._tag],
  by: byOf(event),
  ...(isPosting(event)
    ? { credits: event.credits, reason: event.reason }
    : event.from && origin(event.from)),
  ...("keyId" in event && { keyId: event.keyId }),
  ...("role" in event && event._tag !== "ApiKeyIssued" && { role: event.role }),
  ...("how" in event && { how: event.how }),
  ...peopleOf(event, account)
})

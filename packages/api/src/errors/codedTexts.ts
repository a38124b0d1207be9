/** The sentences of errors that have a code of their own: the maker of an error and the table of codes take them from here. */
import { endpointsMax } from "@rcpt/domain/AccountWebhooks"
import { inletsMax } from "@rcpt/domain/Inlet"
import { rulesMax } from "@rcpt/domain/Rules"
import { schedulesMax } from "@rcpt/domain/Schedule"
import { fill } from "@rcpt/domain/sentences"
import type { Given } from "@rcpt/domain/sentences"

import { errorTexts, fieldTexts } from "./errorTexts.ts"
import type { CodedSentence } from "./Sentence.ts"

const passwordsOff = "passwords are off on this service: sign in with your company's account"

/** By error code; names of parts are in braces. */
export const codedTexts = {
  request_in_flight: { it: "a request with this Idempotency-Key is still in progress" },
  not_http: { it: "not an HTTP request" },
  body_not_json: { it: "the body must be a JSON object" },
  body_too_large: { it: "request too large" },
  unsupported_content_type: { it: "unsupported content type" },
  job_not_complete: { it: "job is not complete" },
  webhook_disabled: { it: "the webhook is disabled; set its URL again to enable it" },
  endpoint_disabled: { it: "the endpoint is disabled: enable it first" },
  too_many_endpoints: {
    it: `an account can have at most ${endpointsMax} webhook endpoints: remove an unused one`
  },
  too_many_inlets: { it: `an account can have at most ${inletsMax} inlets: remove an unused one` },
  too_many_schedules: {
    it: `an account can have at most ${schedulesMax} schedules: remove an unused one`
  },
  schedule_paused: { it: "the schedule is paused: resume it first" },
  too_many_rules: {
    it: `an account can have at most ${rulesMax.toLocaleString("en")} rules: remove some first`
  },
  totp_on: { it: "the second factor is already on" },
  code_needed: { it: "a code of your authenticator app is needed" },
  email_not_confirmed: {
    it: "this email is not confirmed yet: open the link that was mailed to it"
  },
  passwords_off: { it: passwordsOff },
  passwords_off_here: { it: passwordsOff },
  code_refused: { it: "the code is wrong, or was used before" },
  key_ended: { it: "this API key has expired: make a new one" },
  network_refused: { it: "this API key does not work from this network" },
  origin_refused: { it: "this API key does not work on this website" },
  browser_key_only_verifies: { it: "a browser key can only check addresses, by GET /verify" },
  not_owner: { it: "only an account that owns the service may administer it" },
  cross_origin: { it: "requests with a session must come from the dashboard of this service" },
  password_needed: { it: "enter your password again: the last time was more than 15 minutes ago" },
  wrong_password: { it: "the current password is wrong" },
  sign_up_closed: { it: "sign-up is closed" },
  mail_off: { it: "this service sends no email: ask its operator for a new password" },
  job_not_found: { it: "job not found" },
  entry_not_found: { it: "entry not found" },
  entry_not_signed: { it: "no signed checkpoint covers the entry yet: ask again in a minute" },
  ledger_not_signed: {
    it: "this service signs no checkpoints: its operator can set RCPT_LEDGER_KEY"
  },
  checkpoint_not_found: {
    it: "from and to must be the sizes of two checkpoints, the earlier one first"
  },
  activity_not_found: { it: "activity not found" },
  account_not_found: { it: "account not found" },
  key_not_found: { it: "key not found" },
  rule_not_found: { it: "rule not found" },
  webhook_not_set: { it: "no webhook is set" },
  endpoint_not_found: { it: "endpoint not found" },
  schedule_not_found: { it: "schedule not found" },
  run_not_found: { it: "run not found" },
  inlet_not_found: { it: "inlet not found" },
  delivery_not_found: { it: "delivery not found" },
  session_not_found: { it: "session not found" },
  person_not_found: { it: "person not found" },
  invitation_not_found: { it: "invitation not found" },
  invitation_ended: {
    it: "the invitation was used or revoked, or is older than 7 days: ask for a new one"
  },
  link_ended: { it: "the link was used or replaced, or is too old: ask for a new one" },
  provider_join_ended: {
    it: "this took too long, or was done in another browser: sign in at the provider again"
  },
  totp_off: { it: "the second factor is off" },
  last_manager: { it: "this is the last manager: make another person a manager first" },
  address_taken: {
    it: "this address already signs in to another account: ask for an invitation of another address"
  },
  email_taken: { it: "somebody signs in with this email already: choose another one" },
  visitor_limit_reached: { it: "too many checks from your network address" },
  host_refused: {
    missing: "the Host header is required",
    repeated: "the Host header must be given only once",
    malformed: "the Host header is not the name of a host"
  },
  file_too_large: { file: `file ${fieldTexts.fileTooLarge}` },
  form_invalid: {
    notMultipart: "the body must be multipart/form-data, from its first boundary to its last",
    partsMax: "the form must have at most {n} parts",
    partTooLong:
      "parts other than the file must have at most {n} bytes, and the file must be sent with a file name",
    misspelled: "the form has no part {name}: did you mean {meant}?",
    otherFile: 'the list must be sent as "file", and not as {name}'
  },
  webhook_url_refused: { url: "url {must}" },
  too_many_keys: { limit: "an account can have at most {n} API keys: revoke an unused one" },
  too_many_people: {
    limit: "an account has at most {n} people and open invitations: remove or revoke one"
  },
  already_in_account: { email: `email ${fieldTexts.alreadyThere}` },
  key_not_permitted: { action: "this API key has no permission to {action}" },
  beyond_own_powers: {
    object: "you may not change a {what} that may do more than you: ask a manager of the account",
    scopes:
      "you may not give more than you may do: scopes must have the restrictions of this API key, and not manage",
    role: "you may not give more than you may do: choose a smaller role",
    creditLimit: "you may not give more than you may do: this API key has a credit limit",
    expiresAt:
      "you may not give more than you may do: expires_at must not be later than the end of this API key",
    networks:
      "you may not give more than you may do: networks must lie within those of this API key",
    maker:
      'a key may not do more than the key that made it: change {field} of "{made}" first, or revoke it',
    notItsKey: "an API key changes only keys that it made: use the dashboard"
  },
  role_not_permitted: { action: "your role ({role}) has no permission to {action}" },
  event_not_proved: {
    signature: "the signature is missing or wrong: check the inlet's signing_key",
    credentials: "the credentials are missing or wrong: check the inlet's signing_key",
    unreadable: "the signing key cannot be read any more: set it again",
    none: "the inlet has no signing key yet: set it first"
  },
  upload_too_slow: { pace: "upload was slower than {n} bytes per second" },
  too_many_uploads: { limit: "an account may have at most {n} uploads open at once" },
  too_many_tests: {
    limit: "an account sends at most {n} test events a minute: try again in {seconds} s"
  },
  credit_limit_reached: { until: "the credit limit of this API key is reached until {until}" },
  probe_only_node: {
    node: "this node only asks mail servers (RCPT_ROLE=probe): send requests to another node"
  },
  unavailable: {
    request: "the database is unavailable: repeat the request in a few seconds",
    event: "the database is unavailable: send it again",
    change: errorTexts.changeUnconfirmed
  },
  not_ready: {
    closing: "the service is shutting down",
    draining: "the node is being drained",
    database: "the database is not responding"
  }
} as const

type Coded = typeof codedTexts

export const codedText = <Code extends keyof Coded, Which extends keyof Coded[Code]>(
  code: Code,
  which: Which,
  ...[parts]: Given<Coded[Code][Which]>
): CodedSentence => ({ code, says: fill(codedTexts[code][which] as string, parts) })

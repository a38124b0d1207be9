/**
 * Sentences whose error code follows from them: the maker of an error and the table of codes (errorCodes.ts) take them from
 * here, so a sentence that is changed keeps its code.
 */
import { fill } from "@rcpt/domain/sentences"
import type { Given } from "@rcpt/domain/sentences"

import { errorTexts, fieldTexts } from "./errorTexts.ts"

/** By error code; names of parts are in braces. */
export const codedTexts = {
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
  webhook_url_refused: { url: "url must {be}" },
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
): string => fill(codedTexts[code][which] as string, parts)

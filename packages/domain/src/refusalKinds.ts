/** Requests that can be refused for a reason of security. The words are stored: never rename one. The dashboard loads this file. */
export const refusalKinds = [
  "sign_in_failed",
  "sign_in_throttled",
  "wrong_password",
  "forbidden",
  "revoked_key_used",
  "keys_throttled",
  "ended_key_used",
  "network_refused",
  "origin_refused",
  "visitor_limit_reached",
  "credit_limit_reached"
] as const

/** Requests of `GET /verify` of every kind, right and wrong, for verifyFastPathAnswers.test.ts. */

export const path = "/api/v1/verify"

/** One request, as it is sent over the socket. */
export interface Sent {
  readonly method?: string
  /** After the path. */
  readonly query?: string
  /** The whole request target, in place of path and query. */
  readonly target?: string
  readonly as?: string | null
  /** In place of CRLF, lines are separated by "|". `{cookie}` and `{uuid}` are filled in. */
  readonly headers?: string
  readonly version?: string
}

export const email = "?email=ann@acme.test"
export const requests: Readonly<Record<string, Sent>> = {
  "an address": { query: email },
  "an escaped address": { query: "?email=ann%40acme.test" },
  "a tagged address": { query: "?email=ann%2Bnews@acme.test" },
  "a plus that is a space": { query: "?email=a+b@acme.test" },
  "an address that names a function": { query: "?email=info@acme.test" },
  "an unknown domain": { query: "?email=ann@nowhere.test" },
  "a malformed address": { query: "?email=ann" },
  "octets that are not UTF-8": { query: "?email=%FF@acme.test" },
  "an escape that is none": { query: "?email=%zz@acme.test" },
  "white space around it": { query: "?email=%20ann@acme.test%0A" },
  "a sandbox address": { query: "?email=disposable@sandbox.rcpt.test" },
  "a sandbox address without verdict": { query: "?email=dns-error@sandbox.rcpt.test" },
  "the default mode": { query: `${email}&mode=fast` },
  "deep mode": { query: "?email=valid@sandbox.rcpt.test&mode=deep" },
  "an unknown mode": { query: `${email}&mode=slow` },
  "an empty mode": { query: `${email}&mode=` },
  "a mode in capitals": { query: `${email}&mode=FAST` },
  "a timeout": { query: `${email}&timeout=2000` },
  "a wrong timeout": { query: `${email}&timeout=1` },
  "no explanation": { query: `${email}&explain=false` },
  "unknown parameters": { query: `${email}&x=1&y` },
  "no query": {},
  "no address": { query: "?address=ann@acme.test" },
  "a blank address": { query: "?email=%20" },
  "an address given twice": { query: `${email}&email=bob@acme.test` },
  "an address in brackets": { query: "?email[]=ann@acme.test" },
  "254 characters": { query: `?email=${"a".repeat(244)}@acme.test` },
  "255 characters": { query: `?email=${"a".repeat(245)}@acme.test` },
  "an escaped name": { query: "?%65mail=ann@acme.test" },
  "raw octets": { query: "?email=\u00e4@acme.test" },
  "a fragment": { query: `${email}#x` },
  "another spelling of the path": { target: `/api/v1/verify/${email}` },
  "a path in capitals": { target: `/api/v1/VERIFY${email}` },
  "an absolute target": { target: `http://x${path}${email}` },
  "no key": { query: email, as: null },
  "an empty key": { query: email, as: null, headers: "X-API-Key: " },
  "two keys": { query: email, headers: `X-API-Key: letmein` },
  "a malformed key": { query: email, as: "malformed" },
  "an unknown key": { query: email, as: "unknown" },
  "a suspended account": { query: email, as: "suspended" },
  // What is learnt of a domain is in the fast answers of the others.
  "a mailbox in deep mode": { query: "?email=ann@office.test&mode=deep" },
  "no mailbox in deep mode": { query: "?email=gone@gmx.de&mode=deep" },
  "a mail server that takes all": { query: "?email=ann@takesall.test&mode=deep" },
  "a mail server that is busy": { query: "?email=ann@busy.test&mode=deep" },
  "deep mode and no domain": { query: "?email=ann@nowhere.test&mode=deep" },
  "deep mode without credits": { query: `${email}&mode=deep`, as: "poor" },
  "deep mode and a timeout": { query: "?email=ann@office.test&mode=deep&timeout=9000" },
  "deep mode over the limit": { query: `${email}&mode=deep`, as: "busy" },
  "a key for fast mode": { query: email, as: "fast" },
  "deep mode with it": { query: `${email}&mode=deep`, as: "fast" },
  "a key that may only read": { query: email, as: "read" },
  "an account without credits": { query: email, as: "poor" },
  "a free address without credits": { query: "?email=valid@sandbox.rcpt.test", as: "poor" },
  "an account over its limit": { query: email, as: "busy" },
  "a wrong request over the limit": { query: "", as: "busy" },
  "an Idempotency-Key": { query: email, headers: "Idempotency-Key: {uuid}" },
  "a wrong Idempotency-Key": { query: email, headers: "Idempotency-Key: a b" },
  "a session": { query: email, as: null, headers: "Cookie: rcpt_session={cookie}" },
  "a session from elsewhere": {
    query: email,
    as: null,
    headers: "Cookie: rcpt_session={cookie}|Sec-Fetch-Site: cross-site"
  },
  "a key and a session": { query: email, headers: "Cookie: rcpt_session={cookie}" },
  "a wrong key and a session": {
    query: email,
    as: "unknown",
    headers: "Cookie: rcpt_session={cookie}"
  },
  "another origin": { query: email, headers: "Origin: https://elsewhere.test" },
  HEAD: { method: "HEAD", query: email, headers: "Connection: close" },
  OPTIONS: { method: "OPTIONS", query: email, headers: "Origin: https://elsewhere.test" },
  POST: { method: "POST", query: email, headers: "Content-Length: 0" },
  DELETE: { method: "DELETE", query: email },
  "a body": { query: email, headers: "Content-Length: 0" },
  "a closed connection": { query: email, headers: "Connection: close" },
  "HTTP/1.0": { query: email, version: "1.0" },
  "no Host": { query: email, headers: "{no host}" }
}

/** The names (PTR) of an address. Only the doctor looks them up: no verdict depends on them. */
import { Resolver } from "node:dns/promises"
import { isIP } from "node:net"

import { unanswered } from "@rcpt/domain/Fact"
import { found, noData, noDomain } from "@rcpt/verifier/dns/Answer"
import type { Answer } from "@rcpt/verifier/dns/Answer"
import { reversed } from "@rcpt/verifier/dnsbl/readAnswer"
import { triesMax, tryWaitMillis } from "@rcpt/verifier/limits"
import { Effect } from "effect"

import { ptrWaitMax } from "./limits.ts"

/** RFC 2308: no such name, and no such record. All other codes are a failure to get an answer. */
const answerOf = (cause: unknown): Answer<never> => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  if (code === "ENOTFOUND") return noDomain
  return code === "ENODATA" ? noData : unanswered(code)
}

const canonical = (name: string): string => name.toLowerCase().replace(/\.$/, "")

/** RFC 1035 §3.5, RFC 3596 §2.5. */
const pointerName = (address: string): string =>
  `${reversed(address)}.${isIP(address) === 6 ? "ip6" : "in-addr"}.arpa`

/** `servers`: empty for the system's. The machine's hosts file is not read. */
export const askPtr = (
  servers: ReadonlyArray<string>,
  address: string
): Effect.Effect<Answer<string>> =>
  Effect.gen(function* () {
    const dns = yield* Effect.acquireRelease(
      Effect.sync(() => new Resolver({ timeout: tryWaitMillis, tries: triesMax })),
      (dns) => Effect.sync(() => dns.cancel())
    )
    if (servers.length > 0) dns.setServers(servers)
    return yield* Effect.tryPromise({
      try: () => dns.resolvePtr(pointerName(address)),
      catch: answerOf
    }).pipe(
      Effect.match({
        onSuccess: (names) => found(names.map(canonical)),
        onFailure: (answer): Answer<string> => answer
      })
    )
  }).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({
      duration: ptrWaitMax,
      orElse: () => Effect.succeed(unanswered("timeout"))
    })
  )

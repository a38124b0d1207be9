/** What DNS says of the domain of our sender. */
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect } from "effect"

import { Config } from "../../platform/Config.ts"
import type { Self } from "./learnSelf.ts"
import { evaluateSpf } from "./spf/evaluateSpf.ts"
import type { SpfVerdict } from "./spf/evaluateSpf.ts"

export interface Sender {
  /** Empty: the null sender. */
  readonly mailFrom: string
  /** RCPT_MAIL_FROM is not set: the sender is at RCPT_HELO. */
  readonly isDefault: boolean
  readonly domain: string
  /** How the domain receives mail; `refused`: by a null MX (RFC 7505). */
  readonly mail: "mx" | "address" | "refused" | "none" | { readonly unanswered: string }
  /** The address that `spf` is about; `undefined`: our address is not known. */
  readonly address: string | undefined
  readonly spf: SpfVerdict | undefined
}

const mailOf = Effect.fnUntraced(function* (domain: string) {
  const dns = yield* Resolver
  const mx = yield* dns.mx(domain)
  if (mx._tag === "Unanswered") return { unanswered: mx.why }
  if (mx._tag === "Found") return mx.records.some(({ host }) => host !== "") ? "mx" : "refused"
  const answers = yield* Effect.all([dns.a(domain), dns.aaaa(domain)], {
    concurrency: "unbounded"
  })
  if (answers.some(({ _tag }) => _tag === "Found")) return "address"
  const [failure] = answers.flatMap((one) => (one._tag === "Unanswered" ? [one.why] : []))
  return failure === undefined ? "none" : { unanswered: failure }
})

export const learnSender = ({ address }: Self): Effect.Effect<Sender, never, Resolver | Config> =>
  Effect.gen(function* () {
    const dns = yield* Resolver
    const { helo, mailFrom = `verify@${helo}`, mailFrom: given } = yield* Config
    const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1)
    const known = { mailFrom, isDefault: given === undefined, domain, address }
    if (mailFrom === "") return { ...known, mail: "none", spf: undefined }
    const [mail, spf] = yield* Effect.all(
      [mailOf(domain), address ? evaluateSpf(dns, domain, address) : Effect.succeed(undefined)],
      { concurrency: "unbounded" }
    )
    return { ...known, mail, spf }
  })

/** Whether any mail host can be reached from the public internet, without connecting to it. */
import type { MailHost, Routability } from "@rcpt/domain/Evidence"
import { Effect } from "effect"

import { hostNameOctetsMax, mailHostsMax } from "./limits.ts"
import type { Questions } from "./Resolver.ts"

/** Underscores are no host name (RFC 952), yet mail flows to such hosts. */
const hostName = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** An MX points to a name (RFC 5321 §5.1). One that ends in a number is an IP address: no host. */
export const isHostName = (host: string): boolean =>
  host.length <= hostNameOctetsMax && hostName.test(host) && !/(?:^|\.)\d+$/.test(host)

const routable: Routability = { _tag: "routable" }
const noAddress: Routability = { _tag: "unroutable", why: "noAddress" }
const privateAddress: Routability = { _tag: "unroutable", why: "privateAddress" }

/** What several hosts, or two address families of one host, amount to together. */
const together = (findings: ReadonlyArray<Routability>): Routability =>
  findings.find(({ _tag }) => _tag === "routable") ??
  findings.find(({ _tag }) => _tag === "unanswered") ??
  findings.find((one) => one._tag === "unroutable" && one.why === "privateAddress") ??
  noAddress

export const findRoutability = (
  dns: Questions,
  isPublic: (ip: string) => boolean,
  hosts: ReadonlyArray<MailHost>
): Effect.Effect<Routability> => {
  const ask = (question: Questions["a"], host: string): Effect.Effect<Routability> =>
    Effect.map(question(host), (answer) => {
      if (answer._tag === "Unanswered") return { _tag: "unanswered", why: answer.why }
      if (answer._tag !== "Found") return noAddress
      return answer.records.some(isPublic) ? routable : privateAddress
    })

  const look = Effect.fnUntraced(function* ({ host }: MailHost) {
    if (!isHostName(host)) return noAddress
    const ipv4 = yield* ask(dns.a, host)
    if (ipv4._tag === "routable") return ipv4
    return together([ipv4, yield* ask(dns.aaaa, host)])
  })

  // One reachable host is enough: it fails the loop, which drops the look-ups that still run.
  return Effect.forEach(
    hosts.slice(0, mailHostsMax),
    (host) =>
      Effect.flatMap(look(host), (one) =>
        one._tag === "routable" ? Effect.fail(one) : Effect.succeed(one)
      ),
    { concurrency: "unbounded" }
  ).pipe(
    Effect.map((findings) =>
      hosts.length > mailHostsMax
        ? ({
            _tag: "unanswered",
            why: `more than ${mailHostsMax} mail hosts`
          } satisfies Routability)
        : together(findings)
    ),
    Effect.catch((reachable) => Effect.succeed(reachable))
  )
}

/** Finds out, without connecting, whether any mail host can be reached from the public internet. */
import type { MailHost, Routability } from "@rcpt/domain/Evidence"
import { Effect } from "effect"

import { hostNameOctetsMax, mailHostsMax } from "../limits.ts"
import type { Questions } from "./Questions.ts"

/** Underscores are not allowed in host names (RFC 952), yet hosts with one receive mail. */
const hostName = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** Whether an MX record may point to this name (RFC 5321 §5.1). A name that ends in a number is an IP address. */
export const isHostName = (host: string): boolean =>
  host.length <= hostNameOctetsMax && hostName.test(host) && !/(?:^|\.)\d+$/.test(host)

const routable: Routability = { _tag: "routable" }
const noAddress: Routability = { _tag: "unroutable", why: "noAddress" }
const privateAddress: Routability = { _tag: "unroutable", why: "privateAddress" }

/** Combines the results of several hosts, or of the two address families of one host. */
const combine = (results: ReadonlyArray<Routability>): Routability =>
  results.find(({ _tag }) => _tag === "routable") ??
  results.find(({ _tag }) => _tag === "unanswered") ??
  results.find((one) => one._tag === "unroutable" && one.why === "privateAddress") ??
  noAddress

export const findRoutability = (
  dns: Questions,
  isPublic: (ip: string) => boolean,
  hosts: ReadonlyArray<MailHost>
): Effect.Effect<Routability> => {
  const checkFamily = (question: Questions["a"], host: string): Effect.Effect<Routability> =>
    Effect.map(question(host), (answer) => {
      if (answer._tag === "Unanswered") return { _tag: "unanswered", why: answer.why }
      if (answer._tag !== "Found") return noAddress
      return answer.records.some(isPublic) ? routable : privateAddress
    })

  const checkHost = ({ host }: MailHost): Effect.Effect<Routability> =>
    isHostName(host)
      ? Effect.flatMap(checkFamily(dns.a, host), (ipv4) =>
          ipv4._tag === "routable"
            ? Effect.succeed(ipv4)
            : Effect.map(checkFamily(dns.aaaa, host), (ipv6) => combine([ipv4, ipv6]))
        )
      : Effect.succeed(noAddress)

  // Most domains have one host, which needs no fiber of its own.
  if (hosts.length === 1) return checkHost(hosts[0]!)

  // One routable host is enough: it fails the loop, which interrupts the look-ups that still run.
  return Effect.forEach(
    hosts.slice(0, mailHostsMax),
    (host) =>
      Effect.flatMap(checkHost(host), (result) =>
        result._tag === "routable" ? Effect.fail(result) : Effect.succeed(result)
      ),
    { concurrency: "unbounded" }
  ).pipe(
    Effect.map((results) =>
      hosts.length > mailHostsMax
        ? ({
            _tag: "unanswered",
            why: `more than ${mailHostsMax} mail hosts`
          } satisfies Routability)
        : combine(results)
    ),
    Effect.catch((routableHost) => Effect.succeed(routableHost))
  )
}

/**
 * What is asked of Amazon SNS: the certificates that its messages are signed by, and the confirmation that a topic may
 * send. Only its own hosts are asked, at the address that was checked, without redirects (verifier/rdap/pinnedRequest.ts).
 */
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { pinnedRequest } from "@rcpt/verifier/rdap/pinnedRequest"
import { Clock, Duration, Effect } from "effect"

import * as BoundedMap from "../platform/BoundedMap.ts"
import { Config } from "../platform/Config.ts"
import { addressOf } from "../webhooks/target.ts"
import type { Network } from "../webhooks/target.ts"
import { isSignedBy, snsOrigin } from "./kinds/amazonSes.ts"
import type { Envelope } from "./kinds/amazonSes.ts"

/** DNS, connection and answer together: SNS waits 15 s for us. */
const askWaitMax = Duration.seconds(5)

/** A certificate has 2 kB, a confirmation 300 octets. */
const answerOctetsMax = 16 * 1024

/** Some for each region of Amazon. One that was evicted is fetched again. */
const certificatesMax = 100

/** The answer cannot be had now: SNS is to try again. */
export type Unanswered = "unanswered"

const ask = (network: Network, url: URL): Effect.Effect<string, Unanswered> =>
  Effect.gen(function* () {
    const address = yield* addressOf(network, url)
    const answer = yield* pinnedRequest({ method: "GET", url, address, headers: {} })
    if (answer.statusCode !== 200) return yield* Effect.fail("another status than 200")
    return yield* Effect.tryPromise(async () => {
      const chunks: Array<Buffer> = []
      let octets = 0
      for await (const chunk of answer) {
        octets += (chunk as Buffer).length
        if (octets > answerOctetsMax) throw new Error("the answer is too long")
        chunks.push(chunk as Buffer)
      }
      return Buffer.concat(chunks).toString("utf8")
    })
  }).pipe(
    Effect.scoped,
    Effect.timeout(askWaitMax),
    Effect.tapError((why) => Effect.logWarning("Amazon SNS did not answer", String(why))),
    Effect.mapError((): Unanswered => "unanswered")
  )

/** `undefined`: the URL leads elsewhere. */
const urlAt = (text: string | undefined, origin: string): URL | undefined => {
  const url = URL.parse(text ?? "")
  return url !== null && url.origin === origin && url.username === "" ? url : undefined
}

export const makeSns = Effect.gen(function* () {
  const { a, aaaa } = yield* Resolver
  const { unsafeNetworks, snsUrl } = yield* Config
  const network = { dns: { a, aaaa }, isPublic: publicAddresses(unsafeNetworks), allowedHosts: [] }
  const certificates = BoundedMap.make<string, string>(certificatesMax)
  const originOf = ({ topic }: Envelope) =>
    snsUrl === undefined ? snsOrigin(topic) : new URL(snsUrl).origin

  const certificate = (url: URL) =>
    Effect.gen(function* () {
      const known = certificates.get(url.href)
      if (known !== undefined) return known
      const fetched = yield* ask(network, url)
      certificates.set(url.href, fetched)
      return fetched
    })

  return {
    /** Whether SNS has signed it for the topic. */
    isSigned: (envelope: Envelope | undefined, topic: string): Effect.Effect<boolean, Unanswered> =>
      Effect.gen(function* () {
        if (envelope === undefined || envelope.topic !== topic) return false
        const url = urlAt(envelope.certificateUrl, originOf(envelope))
        if (url === undefined || !url.pathname.endsWith(".pem")) return false
        const now = yield* Clock.currentTimeMillis
        return isSignedBy(envelope, yield* certificate(url), now)
      }),
    /** Says that the topic may send. To be asked for a message that is signed. */
    confirm: (envelope: Envelope): Effect.Effect<void, Unanswered> => {
      const url = urlAt(envelope.subscribeUrl, originOf(envelope))
      return url === undefined ? Effect.void : Effect.asVoid(ask(network, url))
    }
  }
})

/**
 * Notices a proxy that is not trusted: a peer that sends X-Forwarded-For or Forwarded (RFC 7239). If it is
 * one of the operator's, all users behind it count as one address, and 32 wrong passwords of one of them
 * lock out all. It is looked for where the client's address counts, until the first one is seen.
 */
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"

import { sentencesOf } from "../../operations/doctor/Doctor.ts"
import { judgeProxy } from "../../operations/doctor/judgeProxy.ts"
import { Config } from "../../platform/Config.ts"
import { processes } from "../../platform/processes/Processes.ts"
import { UntrustedProxy } from "../../platform/UntrustedProxy.ts"
import { untrustedPeer } from "./clientAddress.ts"

/** Told to the other processes of the node, so that the log has it once. */
const topic = "untrusted proxy"

type Request = Pick<HttpServerRequest.HttpServerRequest, "remoteAddress" | "headers">

const isPublic = publicAddresses([])

/** A public peer may be a person, whose address is for the doctor and the owner, and not for the log. */
const unnamed =
  "A peer with a public address named a client (X-Forwarded-For or Forwarded), but is not trusted. If you have a " +
  "proxy, `rcpt doctor` shows the address and the setting."

type Notice = (request: Request) => Effect.Effect<void>

export const notice: Effect.Effect<Notice, never, Config> = Effect.gen(function* () {
  const { trustedProxies } = yield* Config
  const { seen, see } = yield* Effect.service(UntrustedProxy)
  const { siblings } = yield* processes
  const peerOf = untrustedPeer(trustedProxies)
  // Only the line below sends anything under this topic.
  siblings?.hear(topic, (peer) => see(peer as string))
  return (request) => {
    if (seen() !== undefined) return Effect.void
    const peer = peerOf(request)
    if (peer === undefined) return Effect.void
    see(peer)
    siblings?.tell(topic, peer)
    if (isPublic(peer)) return Effect.logWarning(unnamed)
    return Effect.forEach(judgeProxy({ peers: [peer], trustedProxies }), (finding) =>
      Effect.logWarning(sentencesOf(finding))
    )
  }
})

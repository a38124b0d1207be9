/** A queue of scripted mail servers, which count the connections that they get. */
import { createSecretKey } from "node:crypto"

import { absent, unanswered } from "@rcpt/domain/Fact"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { ConnectionLimit } from "@rcpt/verifier/pacing/ConnectionLimit"
import { makeMxQueue } from "@rcpt/verifier/pacing/MxQueue"
import type { MxQueue, MxQueueOptions } from "@rcpt/verifier/pacing/MxQueue"
import { makeMxQueues } from "@rcpt/verifier/pacing/OpenQueues"
import type { ProbeRequest } from "@rcpt/verifier/pacing/Probe"
import type { SmtpTimeouts } from "@rcpt/verifier/smtp/limits"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import type { ProbePolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Effect } from "effect"
import type { Scope } from "effect"

import { fastPace, shortTimeouts } from "../smtp/probing.ts"
import type { MailWorld, Peer, Script } from "../smtp/smtpWorld.ts"

export interface Watched {
  readonly script: Script
  /** When each connection was made, in milliseconds. */
  readonly starts: Array<number>
  open: number
  openMax: number
}

/** Counts what the server sees: a connection is open until its socket is closed. */
export const watched = (script: Script): Watched => {
  const seen: Watched = {
    starts: [],
    open: 0,
    openMax: 0,
    script: (peer: Peer) => {
      seen.starts.push(performance.now())
      seen.open += 1
      seen.openMax = Math.max(seen.openMax, seen.open)
      peer.socket.on("close", () => (seen.open -= 1))
      script(peer)
    }
  }
  return seen
}

/** Never replies, and closes when the client does. */
export const silent: Script = ({ socket }) => void socket.resume().on("end", () => socket.end())

export interface QueueOptions extends Partial<Omit<MxQueueOptions, "policy">> {
  readonly policy?: Partial<ProbePolicy>
  /** Unless `false`, a fixed pace at which nothing waits. */
  readonly fixed?: boolean
  readonly timeouts?: Partial<SmtpTimeouts>
}

const sharedOptions = ({ zone, port }: MailWorld, timeouts: Partial<SmtpTimeouts> = {}) =>
  Effect.gen(function* () {
    return {
      client: {
        helo: "probe.rcpt.test",
        mailFrom: "bounce@probe.rcpt.test",
        port,
        proxy: undefined,
        isPublic: publicAddresses(["127.0.0.0/8"]),
        controlKey: createSecretKey(new Uint8Array(32)),
        timeouts: { ...shortTimeouts, ...timeouts }
      },
      dns: yield* Resolver,
      knowledge: yield* DomainKnowledge,
      connections: new ConnectionLimit(500)
    }
  }).pipe(Effect.provide([Resolver.layerZone(zone), DomainKnowledge.layerLocal]))

export const queueIn = (
  world: MailWorld,
  { policy, timeouts, fixed = true, ...options }: QueueOptions = {}
): Effect.Effect<MxQueue, never, Scope.Scope> =>
  Effect.flatMap(sharedOptions(world, timeouts), (shared) =>
    makeMxQueue({
      group: "x.test",
      policy: { ...ordinaryPolicy, ...policy },
      pace: fixed ? fastPace : undefined,
      ...shared,
      ...options
    })
  )

/** Queues of any group, at the pace of their policies. */
export const queuesIn = (world: MailWorld) => Effect.flatMap(sharedOptions(world), makeMxQueues)

let requestCount = 0

/** For a recipient that was not probed before, with deadlines far away unless `more` sets them. */
export const requestTo = (
  hosts: string | ReadonlyArray<string>,
  more: Partial<ProbeRequest> & { readonly domain?: string } = {}
): ProbeRequest => {
  const now = Date.now()
  const { domain = "x.test", ...rest } = more
  return {
    address: { localPart: `u${requestCount++}`, domain, smtputf8: false },
    hosts: [hosts].flat().map((host) => ({ host, preference: 10 })),
    catchAll: absent,
    account: "a",
    urgency: "realTime",
    waitUntil: now + 30_000,
    deadline: now + 30_000,
    ...rest
  }
}

/** It is not known whether the domain is a catch-all, so a control probe is needed. */
export const catchAllUnknown = { catchAll: unanswered("not probed") }

export const unbounded = { concurrency: "unbounded" } as const

export const times = <A>(count: number, of: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => of(index))

export const until = (holds: () => boolean, patienceMillis = 5_000) =>
  Effect.gen(function* () {
    for (let spent = 0; !holds() && spent < patienceMillis; spent += 10)
      yield* Effect.sleep("10 millis")
    return holds()
  })

/** The recipients of each connection to the host. */
export const recipientsOf = (world: MailWorld, host: string) =>
  world
    .peers(host)
    .map(({ commands }) => commands.flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? []))

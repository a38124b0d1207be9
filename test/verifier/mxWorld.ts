/** A line in front of mail servers of a few lines, which are watched by how often one connects. */
import { absent, unanswered } from "@rcpt/domain/Fact"
import { DomainMemory } from "@rcpt/verifier/DomainMemory"
import { makeMxLine } from "@rcpt/verifier/mx/MxLine"
import type { MxLine, MxLineOptions } from "@rcpt/verifier/mx/MxLine"
import { makeMxLines } from "@rcpt/verifier/mx/MxLines"
import { Places } from "@rcpt/verifier/mx/Places"
import type { LineQuestion } from "@rcpt/verifier/mx/Ticket"
import { publicAddresses } from "@rcpt/verifier/reservedNetworks"
import { Resolver } from "@rcpt/verifier/Resolver"
import { ordinaryPolicy } from "@rcpt/verifier/rules/probePolicies"
import type { ProbePolicy } from "@rcpt/verifier/rules/probePolicies"
import type { SmtpWaits } from "@rcpt/verifier/smtp/limits"
import { Effect } from "effect"
import type { Scope } from "effect"

import { fastPace, shortWaits } from "./smtpAsking.ts"
import type { MailWorld, Peer, Script } from "./smtpWorld.ts"

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

/** Never says a word, and hangs up when it is left. */
export const silent: Script = ({ socket }) => void socket.resume().on("end", () => socket.end())

export interface LineOptions extends Partial<Omit<MxLineOptions, "policy">> {
  readonly policy?: Partial<ProbePolicy>
  /** Unless `false`, a pace at which nothing waits. */
  readonly fixed?: boolean
  readonly waits?: Partial<SmtpWaits>
}

const common = ({ zone, port }: MailWorld, waits: Partial<SmtpWaits> = {}) =>
  Effect.gen(function* () {
    return {
      caller: {
        helo: "probe.rcpt.test",
        mailFrom: "bounce@probe.rcpt.test",
        port,
        proxy: undefined,
        isPublic: publicAddresses(["127.0.0.0/8"]),
        controlKey: new Uint8Array(32),
        waits: { ...shortWaits, ...waits }
      },
      dns: yield* Resolver,
      domains: yield* DomainMemory,
      places: new Places(500)
    }
  }).pipe(Effect.provide([Resolver.layerZone(zone), DomainMemory.layerLocal]))

export const lineIn = (
  world: MailWorld,
  { policy, waits, fixed = true, ...options }: LineOptions = {}
): Effect.Effect<MxLine, never, Scope.Scope> =>
  Effect.flatMap(common(world, waits), (shared) =>
    makeMxLine({
      group: "x.test",
      policy: { ...ordinaryPolicy, ...policy },
      pace: fixed ? fastPace : undefined,
      ...shared,
      ...options
    })
  )

/** Of many groups, at the pace of their policies. */
export const linesIn = (world: MailWorld) => Effect.flatMap(common(world), makeMxLines)

let names = 0

/** About somebody nobody has asked about yet; nothing waits for long unless told to. */
export const questionTo = (
  hosts: string | ReadonlyArray<string>,
  more: Partial<LineQuestion> & { readonly domain?: string } = {}
): LineQuestion => {
  const now = Date.now()
  const { domain = "x.test", ...rest } = more
  return {
    address: { localPart: `u${names++}`, domain, smtputf8: false },
    hosts: [hosts].flat().map((host) => ({ host, preference: 10 })),
    catchAll: absent,
    account: "a",
    urgency: "realTime",
    waitUntil: now + 30_000,
    deadline: now + 30_000,
    ...rest
  }
}

/** Nothing is known of what the domain does with strangers. */
export const open = { catchAll: unanswered("not probed") }

export const all = { concurrency: "unbounded" } as const

export const times = <A>(count: number, of: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => of(index))

export const until = (holds: () => boolean, patienceMillis = 5_000) =>
  Effect.gen(function* () {
    for (let spent = 0; !holds() && spent < patienceMillis; spent += 10)
      yield* Effect.sleep("10 millis")
    return holds()
  })

/** Recipients that each connection asked about. */
export const recipientsOf = (world: MailWorld, host: string) =>
  world
    .peers(host)
    .map(({ heard }) => heard.flatMap((line) => /^RCPT TO:<(.*)>$/.exec(line)?.[1] ?? []))

/** A verifier in the comparison: how it is asked, and how its answer is read. */
import { Effect } from "effect"
import type { Scope } from "effect"

import { open, send } from "../httpLoad.ts"
import { startCommand } from "../startProgram.ts"
import type { Program } from "../startProgram.ts"
import { toAlias } from "./aliasZone.ts"
import type { Peer } from "./PeerBuild.ts"

export type Mode = "fast" | "deep"

/** What a tool says of a mailbox; `unknown` is every answer that commits itself to neither. */
export type Verdict = "valid" | "invalid" | "unknown"

export type Tally = Readonly<Record<Verdict, number>>

export interface Tool extends Program {
  readonly name: string
  /** The whole HTTP request. */
  readonly request: (email: string, mode: Mode) => string
  /** From the body of its response. */
  readonly verdictOf: (body: string) => Verdict
  /** Verifies a whole list, in the way that the tool has for it. */
  readonly verifyList: (emails: ReadonlyArray<string>, mode: Mode) => Effect.Effect<Tally>
  /** Milliseconds until its background work after a load has been counted. */
  readonly settleFor: number
}

/** What a list is asked with where the tool has no lists, as in the other measurements. */
const listClients = 64

const isVerdict = (word: unknown): word is Verdict =>
  word === "valid" || word === "invalid" || word === "unknown"

const verdictOf = (body: string): Verdict => {
  const { verdict } = JSON.parse(body) as { readonly verdict?: unknown }
  if (!isVerdict(verdict)) throw new Error(`no verdict: ${body}`)
  return verdict
}

const requestFor =
  ({ topLevel }: Peer) =>
  (email: string, mode: Mode): string => {
    const asked = topLevel === "org" ? toAlias(email) : email
    return `GET /${mode}?email=${encodeURIComponent(asked)} HTTP/1.1\r\nHost: x\r\n\r\n`
  }

/** The answers to all requests, in no order. */
const askAll = (port: number, requests: ReadonlyArray<string>): Effect.Effect<Tally> =>
  Effect.promise(async () => {
    const tally = { valid: 0, invalid: 0, unknown: 0 }
    let next = 0
    const client = async () => {
      const socket = open(port)
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        const { body } = await send(socket, request)
        tally[verdictOf(body)] += 1
      }
      socket.destroy()
    }
    await Promise.all(Array.from({ length: listClients }, client))
    return tally
  })

/** One of the other verifiers. */
export const startPeer = (peer: Peer): Effect.Effect<Tool, never, Scope.Scope> =>
  Effect.map(startCommand(peer.command, { PORT: "0" }), (program) => {
    const request = requestFor(peer)
    return {
      ...program,
      name: peer.name,
      request,
      verdictOf,
      verifyList: (emails, mode) =>
        askAll(
          program.port,
          emails.map((email) => request(email, mode))
        ),
      settleFor: 200
    }
  })

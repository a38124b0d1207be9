/** Mail servers that behave as data says: see behaviours.jsonl. */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Prober } from "@rcpt/verifier/Prober"
import { Duration, Effect, Schema } from "effect"

import { evidence } from "../judge/evidence.ts"
import { evidenceFor, fastPace, proberIn, shortTimeouts } from "../smtp/probing.ts"
import { mailWorld, ordinary } from "../smtp/smtpWorld.ts"
import type { Peer, Script } from "../smtp/smtpWorld.ts"

/** By local part; `*`: any other. */
const Replies = Schema.Union([Schema.String, Schema.Record(Schema.String, Schema.String)])

/** `@close` hangs up, after the reply if there is one; `@silent` says nothing. */
const Manners = Schema.Struct({
  greeting: Schema.optional(Schema.String),
  /** Milliseconds. */
  greetingAfter: Schema.optional(Schema.Finite),
  ehlo: Schema.optional(Schema.String),
  helo: Schema.optional(Schema.String),
  mail: Schema.optional(Schema.String),
  /** So many MAIL of a connection are taken; then comes this. */
  mailAfter: Schema.optional(Schema.Tuple([Schema.Int, Schema.String])),
  rcpt: Schema.optional(Replies),
  rset: Schema.optional(Schema.String),
  /** A line too many, which was sent before but arrives when this command does. */
  stray: Schema.optional(Schema.Struct({ at: Schema.String, line: Schema.String }))
})
type Manners = typeof Manners.Type

const Behaviour = Schema.Union([
  Schema.Literals(["down", "silent", "nowhere"]),
  /** One after the other; the last one stays. */
  Schema.Struct({ connections: Schema.Array(Manners) }),
  Manners
])
type Behaviour = typeof Behaviour.Type

export const Case = Schema.Struct({
  set: Schema.Int,
  name: Schema.String,
  hosts: Schema.Array(Behaviour),
  ask: Schema.optional(Schema.Array(Schema.String)),
  atOnce: Schema.optional(Schema.Boolean),
  /** A job asks, which settles what is known. */
  isList: Schema.optional(Schema.Boolean),
  /** Milliseconds. */
  timeouts: Schema.optional(Schema.Record(Schema.String, Schema.Finite)),
  /** Status and sub-reason by local part; `a|b`: either is right. */
  expected: Schema.Record(Schema.String, Schema.String),
  /** The host that answers the first address. */
  mx: Schema.optional(Schema.String),
  /** Of each host. */
  connections: Schema.optional(Schema.Array(Schema.Int)),
  /** Recipients that all hosts together may be asked about. */
  recipientsMax: Schema.optional(Schema.Int),
  source: Schema.String
})
export type Case = typeof Case.Type

/** Between two replies of a server that is one reply ahead. Longer than a round trip on loopback. */
const lagMillis = 40

const usual = Object.fromEntries(
  Object.entries(ordinary).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string"
  )
)

const isOf = (verb: string, manners: Manners): verb is "ehlo" | "helo" | "mail" | "rcpt" | "rset" =>
  verb in manners

const replyFor = (manners: Manners, verb: string, line: string): string => {
  const reply = isOf(verb, manners) ? manners[verb] : usual[verb]
  if (reply === undefined || typeof reply === "string") return reply ?? "502 5.5.1 What?"
  const replies: Record<string, string> = reply
  const [, localPart = ""] = /<([^@]*)@/.exec(line) ?? []
  return replies[localPart] ?? replies["*"] ?? ""
}

/** Sends one reply after the other, each when its time has come. */
const speaker = ({ socket }: Peer) => {
  let at = 0
  return (text: string, wait: number): void => {
    at = Math.max(at, Date.now()) + wait
    const send = (): void => {
      const words = text.replace(/ ?@(?:close|silent)$/, "")
      if (words !== "") socket.write(`${words}\r\n`)
      if (text.endsWith("@close")) socket.end()
    }
    if (at <= Date.now()) send()
    else setTimeout(send, at - Date.now())
  }
}

const behaving = (manners: Manners): Script => {
  const { greeting = usual.greeting ?? "", greetingAfter = 0, stray } = manners
  return (peer) => {
    const say = speaker(peer)
    let isAhead = false
    let mails = 0
    let rest = ""
    peer.socket.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n")
      rest = lines.pop() ?? ""
      for (const line of lines) {
        peer.commands.push(line)
        const verb = line.slice(0, 4).toLowerCase()
        if (verb === stray?.at && !isAhead) {
          isAhead = true
          peer.socket.write(`${stray.line}\r\n`)
        }
        const [taken, after] = manners.mailAfter ?? [Infinity, ""]
        if (verb === "mail") mails += 1
        const reply = verb === "mail" && mails > taken ? after : replyFor(manners, verb, line)
        say(reply, isAhead ? lagMillis : 0)
        if (verb === "quit") peer.socket.end()
      }
    })
    peer.socket.on("end", () => peer.socket.end())
    say(greeting, greetingAfter)
  }
}

const silent: Script = ({ socket }) => void socket.resume().on("end", () => socket.end())

const scriptOf = (behaviour: Behaviour): Script | undefined => {
  if (behaviour === "silent") return silent
  if (typeof behaviour === "string") return undefined
  if (!("connections" in behaviour)) return behaving(behaviour)
  let count = 0
  return (peer) => {
    const { connections } = behaviour
    const manners = connections[Math.min(count, connections.length - 1)]
    count += 1
    behaving(manners ?? {})(peer)
  }
}

export interface Said {
  readonly answers: ReadonlyArray<readonly [localPart: string, smtp: SmtpEvidence]>
  /** Of each host. */
  readonly connections: ReadonlyArray<number>
  readonly recipients: number
}

const evidenceOf = (localPart: string) =>
  evidence(
    {},
    {},
    {
      syntax: {
        _tag: "wellFormed",
        address: { localPart, domain: "x.test", smtputf8: false },
        normalized: `${localPart}@x.test`
      }
    }
  )

const millis = (timeouts: Case["timeouts"] = {}) =>
  Object.fromEntries(Object.entries(timeouts).map(([of, value]) => [of, Duration.millis(value)]))

/** One connection at a time, so that probes that come together share conversations. */
const oneByOne = { ...fastPace, connections: 1 }

export const play = ({ hosts, ask = ["ann"], ...one }: Case) =>
  Effect.gen(function* () {
    const nameOf = (index: number) => `mx${index + 1}.x.test`
    const world = yield* mailWorld(
      Object.fromEntries(hosts.map((host, index) => [nameOf(index), scriptOf(host)]))
    )
    const zone = { ...world.zone }
    for (const [index, host] of hosts.entries()) if (host === "nowhere") delete zone[nameOf(index)]
    const timeouts = { ...shortTimeouts, ...millis(one.timeouts) }
    const probe = (localPart: string) =>
      Prober.use((prober) =>
        prober.probe(
          evidenceFor(world, evidenceOf(localPart)),
          one.isList === true ? { urgency: "bulk" } : {}
        )
      ).pipe(Effect.map((smtp) => [localPart, smtp] as const))
    const answers = yield* Effect.forEach(ask, probe, {
      concurrency: one.atOnce === true ? "unbounded" : 1
    }).pipe(
      Effect.provide(
        proberIn({ ...world, zone }, { timeouts, ...(one.atOnce === true && { pace: oneByOne }) })
      )
    )
    const peers = hosts.map((_, index) => world.peers(nameOf(index)))
    const recipients = peers
      .flat()
      .flatMap(({ commands }) => commands.filter((line) => line.startsWith("RCPT")))
    const said: Said = {
      answers,
      connections: peers.map(({ length }) => length),
      recipients: recipients.length
    }
    return said
  })

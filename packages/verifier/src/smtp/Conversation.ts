/**
 * One conversation with one mail server (RFC 5321), as far as the question whether it takes mail for
 * somebody: greeting, EHLO, STARTTLS, then MAIL and RCPT for each recipient, RSET in between. Never
 * DATA, VRFY or EXPN. Nothing is pipelined: servers watch for clients that talk out of turn.
 */
import type { SmtpPhase } from "@rcpt/domain/Smtp"
import { Clock, Data, Duration, Effect, Exit, Scope } from "effect"

import type { SmtpWaits } from "./limits.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import type { Socks5 } from "./socks5.ts"
import { openWire } from "./Wire.ts"
import type { Door, Entrance, Wire } from "./Wire.ts"
import { garbled } from "./WireFailed.ts"
import type { WireFailed } from "./WireFailed.ts"

/** What is the same for all conversations. */
export interface Caller {
  /** What we call ourselves: a host name that our address resolves to and from. */
  readonly helo: string
  /** Empty: the null sender, which some servers refuse. */
  readonly mailFrom: string
  readonly port: number
  readonly proxy: Socks5 | undefined
  readonly isPublic: (ip: string) => boolean
  /** Absent: no pace is kept. */
  readonly entrance?: Entrance
  readonly waits: SmtpWaits
  /** Of the names that we make up. */
  readonly controlKey: Uint8Array
}

/** What was said, and where. */
export interface Said {
  readonly phase: SmtpPhase
  readonly reply: SmtpReply
}

/** The conversation is over before its question was answered. */
export class Refused extends Data.TaggedError("Refused")<Said> {}
export class Lost extends Data.TaggedError("Lost")<{
  readonly phase: SmtpPhase
  readonly fault: WireFailed
}> {}
export type Stopped = Refused | Lost

/** Hears every reply as it comes, also of conversations that are never finished. */
export type Listener = (said: Said) => void

export interface Conversation {
  readonly door: Door
  readonly tls: boolean
  /** How many recipients were asked about: servers and `probePolicies` have an opinion on that. */
  readonly asked: () => number
  /** It broke, or the server said goodbye: nobody can be asked about here any more. */
  readonly isOver: () => boolean
  /**
   * The server's reply to RCPT for an address in ASCII. After a failure it is over. `wait` is for this RCPT alone; nothing waits past `deadline`, in epoch milliseconds.
   */
  readonly ask: (recipient: string, question: Question) => Effect.Effect<SmtpReply, Stopped>
}

export interface Question {
  readonly deadline: number
  readonly wait?: Duration.Duration | undefined
  readonly listener: Listener
}

/** Commands and replies of one line, each reply in its phase and in its time. */
const speaker = (wire: Wire) => {
  const hear = Effect.fnUntraced(function* (
    phase: SmtpPhase,
    wait: Duration.Duration,
    { deadline, listener }: Question
  ) {
    const left = Math.max(0, deadline - (yield* Clock.currentTimeMillis))
    const reply = yield* wire.read(Duration.min(wait, Duration.millis(left)))
    listener({ phase, reply })
    // What follows the 220 to STARTTLS in clear is not the server's: it is dropped, not read.
    if (phase !== "starttls") yield* wire.inTurn
    return reply
  })
  const lost = (phase: SmtpPhase) =>
    Effect.mapError((fault: WireFailed) => new Lost({ phase, fault }))
  return {
    hear: (phase: SmtpPhase, wait: Duration.Duration, question: Question) =>
      lost(phase)(hear(phase, wait, question)),
    say: (phase: SmtpPhase, command: string, wait: Duration.Duration, question: Question) =>
      lost(phase)(Effect.andThen(wire.write(command), hear(phase, wait, question)))
  }
}
type Speaker = ReturnType<typeof speaker>

const isPositive = ({ code }: SmtpReply): boolean => code >= 200 && code < 300

const expect = (phase: SmtpPhase, reply: SmtpReply): Effect.Effect<SmtpReply, Refused> =>
  isPositive(reply) ? Effect.succeed(reply) : Effect.fail(new Refused({ phase, reply }))

/** EHLO, or HELO for a server that has never heard of it (RFC 5321 §3.2). */
const introduce = Effect.fnUntraced(function* (
  { say }: Speaker,
  { helo, waits }: Caller,
  question: Question
) {
  const reply = yield* say("ehlo", `EHLO ${helo}`, waits.command, question)
  if (isPositive(reply) || reply.code < 500) return yield* expect("ehlo", reply)
  return yield* say("ehlo", `HELO ${helo}`, waits.command, question).pipe(
    // Whoever hangs up on HELO has already said why to EHLO.
    Effect.mapError(() => new Refused({ phase: "ehlo", reply })),
    Effect.flatMap((second) => expect("ehlo", second))
  )
})

const offersTls = ({ lines }: SmtpReply): boolean =>
  lines.slice(1).some((line) => /^STARTTLS\b/i.test(line))

/** Whether the rest is encrypted. A server that takes its offer back is talked to in clear. */
const encrypt = Effect.fnUntraced(function* (
  wire: Wire,
  { say }: Speaker,
  { host }: Door,
  { waits }: Caller,
  question: Question
) {
  const reply = yield* say("starttls", "STARTTLS", waits.command, question)
  if (reply.code === 421) return yield* new Refused({ phase: "starttls", reply })
  if (!isPositive(reply)) return false
  const left = Math.max(0, question.deadline - (yield* Clock.currentTimeMillis))
  yield* Effect.mapError(
    wire.secure(host, Duration.min(waits.tls, Duration.millis(left))),
    (fault) => new Lost({ phase: "starttls", fault })
  )
  return true
})

/** A transaction for each recipient: none has to bear what became of another. */
const asker = ({ say }: Speaker, { mailFrom, waits }: Caller) => {
  let asked = 0
  let isOver = false
  const command = (phase: SmtpPhase, text: string, question: Question) =>
    Effect.flatMap(say(phase, text, waits.command, question), (reply) => expect(phase, reply))

  const askNow = Effect.fnUntraced(function* (recipient: string, question: Question) {
    if (asked > 0) yield* command("rset", "RSET", question)
    asked += 1
    yield* command("mail", `MAIL FROM:<${mailFrom}>`, question)
    const wait = question.wait ?? waits.command
    const reply = yield* say("rcpt", `RCPT TO:<${recipient}>`, wait, question)
    // Neither yes nor no: 3xx belongs to DATA.
    if (reply.code >= 300 && reply.code < 400) {
      return yield* new Lost({ phase: "rcpt", fault: garbled(`${reply.code} to RCPT`) })
    }
    isOver = reply.code === 421
    return reply
  })
  return {
    asked: () => asked,
    isOver: () => isOver,
    ask: (recipient: string, question: Question) =>
      Effect.onError(askNow(recipient, question), () =>
        Effect.sync(() => {
          isOver = true
        })
      )
  }
}

/** From the first octet to where MAIL can be said. */
const begin = Effect.fnUntraced(function* (
  door: Door,
  caller: Caller,
  question: Question,
  mayEncrypt: boolean
): Effect.fn.Return<Conversation, Stopped, Scope.Scope> {
  const { waits, port, proxy, isPublic, entrance } = caller
  const lost = Effect.mapError((fault: WireFailed) => new Lost({ phase: "connect", fault }))
  if (entrance !== undefined) yield* lost(entrance.wait(question.deadline))
  const left = Math.max(0, question.deadline - (yield* Clock.currentTimeMillis))
  const wire = yield* openWire(door, {
    port,
    proxy,
    isPublic,
    ...(entrance !== undefined && { enter: () => entrance.enter() }),
    connectWait: Duration.min(waits.connect, Duration.millis(left)),
    goodbyeWait: waits.goodbye
  }).pipe(lost)
  const line = speaker(wire)

  yield* expect("greeting", yield* line.hear("greeting", waits.greeting, question))
  const offer = yield* introduce(line, caller, question)
  const tls = mayEncrypt && offersTls(offer) && (yield* encrypt(wire, line, door, caller, question))
  // RFC 3207 §4.2: both sides forget what was said in clear.
  if (tls) yield* introduce(line, caller, question)

  return { door, tls, ...asker(line, caller) }
})

/** Whoever did not get there hangs up at once, not when the question is done with. */
const attempt = <A, E>(
  effect: Effect.Effect<A, E, Scope.Scope>
): Effect.Effect<A, E, Scope.Scope> =>
  Effect.gen(function* () {
    const own = yield* Scope.fork(yield* Effect.scope)
    return yield* Scope.provide(effect, own).pipe(Effect.onError(() => Scope.close(own, Exit.void)))
  })

const isBrokenTls = (stopped: Stopped): boolean =>
  stopped._tag === "Lost" && stopped.phase === "starttls"

/**
 * A conversation that waits for its first question. Encrypted if the server offers it and can; where
 * the handshake fails once, anew in clear, which a server that insists on TLS will refuse.
 */
export const openConversation = (
  door: Door,
  caller: Caller,
  question: Question
): Effect.Effect<Conversation, Stopped, Scope.Scope> =>
  attempt(begin(door, caller, question, true)).pipe(
    Effect.catchIf(isBrokenTls, () => attempt(begin(door, caller, question, false)))
  )

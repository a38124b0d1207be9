/** A name server on loopback that answers as the test defines, and records the questions. */
import { createSocket } from "node:dgram"
import type { Socket } from "node:dgram"

import { decode, encode } from "dns-packet"
import type { Answer } from "dns-packet"
import { Effect } from "effect"
import type { Scope } from "effect"

/** RFC 1035 §4.1.1. */
const rcodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const

export interface Reply {
  readonly rcode?: keyof typeof rcodes
  readonly answers?: ReadonlyArray<Answer>
}

/** `undefined`: no reply at all. */
export type Answerer = (
  type: string,
  name: string
) => Reply | undefined | Promise<Reply | undefined>

export interface NameServer {
  /** `ip:port`. */
  readonly address: string
  /** `type name` of each question so far. */
  readonly questions: ReadonlyArray<string>
}

const answerTo = async (
  socket: Socket,
  packet: Buffer,
  port: number,
  answerer: Answerer,
  received: Array<string>
) => {
  const { id = 0, questions = [] } = decode(packet)
  const question = questions[0]
  if (question === undefined) return
  received.push(`${question.type} ${question.name}`)
  const reply = await answerer(question.type, question.name.toLowerCase())
  if (reply === undefined) return
  const recursionAvailable = 0x80
  const message = encode({
    id,
    type: "response",
    flags: recursionAvailable | rcodes[reply.rcode ?? "NOERROR"],
    questions,
    answers: [...(reply.answers ?? [])]
  })
  socket.send(message, port, "127.0.0.1")
}

export const nameServer = (answerer: Answerer): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<{ socket: Socket; server: NameServer }>((resume) => {
      const questions: Array<string> = []
      const socket = createSocket("udp4")
      socket.on(
        "message",
        (packet, { port }) => void answerTo(socket, packet, port, answerer, questions)
      )
      socket.bind(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            socket,
            server: { address: `127.0.0.1:${socket.address().port}`, questions }
          })
        )
      )
    }),
    ({ socket }) => Effect.sync(() => socket.close())
  ).pipe(Effect.map(({ server }) => server))

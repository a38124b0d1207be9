/** A mail server on a real socket that takes messages, and behaves as a test says: slow, greylisting, refusing, cut off. */
import { createServer } from "node:net"
import type { AddressInfo, Server, Socket } from "node:net"

import { Effect } from "effect"

/** `end`: the dot after the message; what it answers there decides whether the message is accepted. */
export type Moment = "greeting" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "end"

/** A reply, or an end of the connection without one, or nothing at all; after `wait` milliseconds. */
export interface Behaviour {
  readonly reply?: string
  readonly closes?: boolean
  readonly hangs?: boolean
  readonly wait?: number
}

export interface Taken {
  readonly id: string
  readonly to: string
  readonly from: string
  /** As it came: headers, an empty line, and the body. */
  readonly raw: string
}

export interface MailSink {
  readonly port: number
  /** Accepted messages, and nothing else. */
  readonly taken: Array<Taken>
  /** Commands that it has heard, without the messages. */
  readonly heard: Array<string>
  readonly behave: (how: (moment: Moment, line: string) => Behaviour | undefined) => void
}

const usual: Readonly<Record<Moment, string>> = {
  greeting: "220 mail.test ESMTP",
  EHLO: "250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME",
  AUTH: "235 2.7.0 ok",
  MAIL: "250 2.1.0 ok",
  RCPT: "250 2.1.5 ok",
  DATA: "354 go on",
  end: "250 2.0.0 taken"
}

const addressIn = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? ""

const idIn = (raw: string): string => /^message-id:\s*<(.*?)@/im.exec(raw)?.[1] ?? ""

type Decide = (moment: Moment, line: string) => Behaviour | undefined

const converse = (socket: Socket, sink: MailSink, decide: Decide): void => {
  let buffer = ""
  let isMessage = false
  let from = ""
  let to = ""
  const answer = (moment: Moment, line: string, done?: () => void): void => {
    const { reply = usual[moment], closes, hangs, wait = 0 } = decide(moment, line) ?? {}
    if (hangs) return
    const act = () => {
      if (closes) return void socket.destroy()
      if (reply.startsWith("2") || reply.startsWith("3")) done?.()
      socket.write(`${reply}\r\n`)
    }
    // In the same turn where nothing waits: what is accepted is known before anybody is killed.
    if (wait > 0) setTimeout(act, wait)
    else act()
  }
  const command = (line: string): void => {
    sink.heard.push(line)
    const verb = line.split(/[ :]/)[0]!.toUpperCase()
    if (verb === "MAIL") from = addressIn(line)
    if (verb === "RCPT") to = addressIn(line)
    if (verb === "QUIT") return void socket.end("221 bye\r\n")
    if (verb === "RSET") return void socket.write("250 ok\r\n")
    if (!(verb in usual)) return void socket.write("502 unknown\r\n")
    answer(verb as Moment, line, verb === "DATA" ? () => (isMessage = true) : undefined)
  }
  const message = (raw: string): void => {
    isMessage = false
    answer("end", "", () => sink.taken.push({ id: idIn(raw), from, to, raw }))
  }
  socket.on("error", () => {})
  socket.on("data", (octets) => {
    buffer += octets.toString("latin1")
    for (;;) {
      const end = isMessage ? "\r\n.\r\n" : "\r\n"
      const at = buffer.indexOf(end)
      if (at < 0) return
      const piece = buffer.slice(0, at)
      buffer = buffer.slice(at + end.length)
      if (isMessage) message(piece)
      else command(piece)
    }
  })
  answer("greeting", "")
}

export const mailSink = Effect.gen(function* () {
  const open = new Set<Socket>()
  let decide: Decide = () => undefined
  const taken: Array<Taken> = []
  const heard: Array<string> = []
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const made = createServer((socket) => {
            open.add(socket)
            socket.on("close", () => open.delete(socket))
            converse(socket, sink, (moment, line) => decide(moment, line))
          })
          made.listen(0, "127.0.0.1", () => resolve(made))
        })
    ),
    (made) =>
      Effect.promise(() => {
        for (const socket of open) socket.destroy()
        return new Promise((resolve) => made.close(resolve))
      })
  )
  const sink: MailSink = {
    port: (server.address() as AddressInfo).port,
    taken,
    heard,
    behave: (how) => (decide = how)
  }
  return sink
})

/** Octets that are written as =XX. */
const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1"
  ).toString("utf8")

/** RFC 2047 §4: words that are not in ASCII. */
const decoded = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : unquoted(word.replaceAll("_", " "))
    )

/** The text of a header. */
export const headerOf = ({ raw }: Taken, name: string): string | undefined => {
  const found = new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, "im").exec(raw)?.[1]
  return found && decoded(found.replaceAll(/\r\n[ \t]+/g, " "))
}

/** The plain text, without the encoding of its lines. */
export const textOf = ({ raw }: Taken): string => {
  const part = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw)
  return unquoted((part?.[1] ?? "").replaceAll("=\r\n", ""))
}

/**
 * The floor: the same sessions over bare sockets, which count replies and read none but that to EHLO. It asks about
 * each row once, without our control questions.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"

/** As the verifier has them (packages/verifier/src/smtp/limits.ts). */
const recipientsPerSession = 10
const recipientsTogether = 4

/** The last line of a reply. */
const replyEnd = /^\d{3}(?: .*)?$/

/** Resolves with the text of this many replies. */
const replies = (socket: Socket, count: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ""
    const onClose = () => reject(new Error(`the server has closed the connection, after "${text}"`))
    const onData = (data: string) => {
      text += data
      const whole = text.split("\r\n").slice(0, -1)
      if (whole.filter((line) => replyEnd.test(line)).length < count) return
      socket.off("data", onData)
      socket.off("close", onClose)
      resolve(text)
    }
    socket.on("data", onData)
    socket.on("close", onClose)
  })

const ask = (socket: Socket, commands: ReadonlyArray<string>): Promise<string> => {
  const replied = replies(socket, commands.length)
  socket.write(commands.map((command) => `${command}\r\n`).join(""))
  return replied
}

const about = (recipient: string): ReadonlyArray<string> => [
  "MAIL FROM:<verify@rcpt.test>",
  `RCPT TO:<${recipient}>`,
  "RSET"
]

/** Asks about all recipients, in sessions one after the other, as closely as the server lets it. */
export const askBare = async (
  address: string,
  port: number,
  recipients: ReadonlyArray<string>
): Promise<void> => {
  for (let from = 0; from < recipients.length; from += recipientsPerSession) {
    const socket = connect({ host: address, port, noDelay: true }).setEncoding("latin1")
    await replies(socket, 1)
    const pipelines = (await ask(socket, ["EHLO probe.rcpt.test"])).includes("PIPELINING")
    const mine = recipients.slice(from, from + recipientsPerSession)
    for (let at = 0; at < mine.length; at += recipientsTogether) {
      const commands = mine.slice(at, at + recipientsTogether).flatMap(about)
      if (pipelines) await ask(socket, commands)
      else for (const command of commands) await ask(socket, [command])
    }
    socket.end("QUIT\r\n")
  }
}

/**
 * A connection to Postgres that breaks if the server is silent during a statement.
 *
 * The server's own `statement_timeout` ends slow statements, but a server that is gone or frozen sends
 * nothing. The driver would wait until TCP gives up, a quarter of an hour later.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"

/** `ReadyForQuery` ends every exchange: "Z", its length, and the transaction's state (5 + 1 octets). */
const readyHeader = Buffer.from([0x5a, 0, 0, 0, 5])
const readyOctets = readyHeader.length + 1

const isReady = (chunk: Buffer): boolean =>
  chunk.length >= readyOctets && chunk.subarray(-readyOctets, -1).equals(readyHeader)

export interface Options {
  readonly host: string
  readonly port: number
  /** Longest silence during a statement, milliseconds. */
  readonly silenceMax: number
}

export const watchedSocket = ({ host, port, silenceMax }: Options): Socket => {
  const socket = connect({ host, port, noDelay: true })
  let timer: NodeJS.Timeout | undefined

  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // The reader has paused the socket: the server is not silent.
      if (socket.isPaused()) wait()
      else socket.destroy(new Error(`Postgres has been silent for ${silenceMax} ms`))
    }, silenceMax)
  }

  const write = socket.write.bind(socket) as (...args: ReadonlyArray<unknown>) => boolean
  socket.write = (...args: ReadonlyArray<unknown>) => {
    if (timer === undefined) wait()
    return write(...args)
  }
  socket.on("data", (chunk: Buffer) => {
    if (!isReady(chunk)) return wait()
    clearTimeout(timer)
    timer = undefined
  })
  socket.on("close", () => clearTimeout(timer))
  return socket
}

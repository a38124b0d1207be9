/**
 * A connection to Postgres that breaks if the server is silent during a statement.
 *
 * The server's own `statement_timeout` ends slow statements, but a server that is gone or frozen sends
 * nothing. The driver would wait until TCP gives up, a quarter of an hour later.
 */
import type { Duplex } from "node:stream"

/** `ReadyForQuery` ends every exchange: "Z", its length, and the transaction's state (5 + 1 octets). */
const readyHeader = Buffer.from([0x5a, 0, 0, 0, 5])
const readyOctets = readyHeader.length + 1

const isReady = (chunk: Buffer): boolean =>
  chunk.length >= readyOctets && chunk.subarray(-readyOctets, -1).equals(readyHeader)

/** A timer that is late by this share of the longest silence shows that this process stood still. */
const lateFrom = 0.5

/** Watches a connection. `silenceMax` is the longest silence during a statement, in milliseconds. */
export const watched = <A extends Duplex>(socket: A, silenceMax: number): A => {
  let timer: NodeJS.Timeout | undefined
  let check: NodeJS.Immediate | undefined

  const stop = () => {
    clearTimeout(timer)
    clearImmediate(check)
    timer = undefined
  }

  const wait = () => {
    stop()
    const endsAt = performance.now() + silenceMax
    timer = setTimeout(() => {
      const isLate = performance.now() - endsAt > silenceMax * lateFrom
      // A process that was busy has not read what has come: it does before an immediate.
      check = setImmediate(() => {
        // A process that stood still cannot tell whose silence it was. And one that has paused its
        // reader has a server that is not silent.
        if (isLate || socket.isPaused()) wait()
        else socket.destroy(new Error(`Postgres has been silent for ${silenceMax} ms`))
      })
    }, silenceMax)
  }

  const write = socket.write.bind(socket) as (...args: ReadonlyArray<unknown>) => boolean
  socket.write = ((...args: ReadonlyArray<unknown>) => {
    if (timer === undefined) wait()
    return write(...args)
  }) as A["write"]
  socket.on("data", (chunk: Buffer) => {
    if (isReady(chunk)) stop()
    else wait()
  })
  socket.on("close", stop)
  return socket
}

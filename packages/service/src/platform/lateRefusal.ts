/**
 * A connection to Postgres that a full server refuses no sooner than after a while.
 *
 * A pool tells each failed attempt to the borrower who waits longest, at once. The other connections of the pool are in use
 * for milliseconds, so that borrower would have had one a moment later. While an attempt is under way, the pool hands out
 * what is returned to it; so the refusal of a server that has no connection left is held back. It then meets a borrower
 * a second, whose statement or transaction is asked for again (`whenConnected` of the store).
 */
import type { Duplex } from "node:stream"

/** SQLSTATE 53300, `too_many_connections`, as a field of an ErrorResponse; the server sends it after the password too. */
const tooMany = Buffer.from("C53300\0")

/** `ReadyForQuery`, with its length: the start-up is over. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5])

/**
 * Milliseconds that a refusal is held back: less than the 1.5 s in which a connection must be made, and than the 3 s
 * that an order waits.
 */
export const patience = 1_000

export const refusedLate = <A extends Duplex>(socket: A, millis = patience): A => {
  const emit = socket.emit.bind(socket) as (...event: ReadonlyArray<unknown>) => boolean
  const held: Array<ReadonlyArray<unknown>> = []
  let isHolding = false

  const release = () => {
    socket.emit = emit as A["emit"]
    for (const event of held) emit(...event)
  }

  const pass = (...event: ReadonlyArray<unknown>): boolean => {
    const [name, chunk] = event
    if (!isHolding && name === "data") {
      if ((chunk as Buffer).includes(tooMany)) {
        isHolding = true
        setTimeout(release, millis)
      } else if ((chunk as Buffer).includes(ready)) socket.emit = emit as A["emit"]
    }
    return isHolding ? held.push(event) > 0 : emit(...event)
  }
  socket.emit = pass as A["emit"]
  return socket
}

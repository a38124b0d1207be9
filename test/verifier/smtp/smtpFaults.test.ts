/**
 * Servers that break, lie or stop answering. Whatever they do, a result comes in time, nothing is
 * left open, and no address is undeliverable because of it.
 */
import type { Socket } from "node:net"

import { describe } from "../../support/vitest.ts"
import { testRows } from "./smtpEnds.ts"
import type { FaultRow } from "./smtpEnds.ts"
import { replying } from "./smtpWorld.ts"
import type { Peer, ReplySource, Script } from "./smtpWorld.ts"

const afterConnecting =
  (act: (socket: Socket) => void): Script =>
  ({ socket }) => {
    socket.on("data", () => {})
    act(socket)
  }

const hangUp = (_: string, { socket }: Peer): void => void socket.end()
const reset = (_: string, { socket }: Peer): void => void socket.resetAndDestroy()
const silent = (): void => {}

/** One octet every 50 ms, for longer than any timeout. */
const drip = (text: string) => (socket: Socket) => {
  let at = 0
  const drops = setInterval(() => socket.write(text.charAt(at++ % text.length)), 50)
  socket.on("close", () => clearInterval(drops))
}

const rejectsControl = {
  rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no")
}

const connecting: ReadonlyArray<FaultRow> = [
  ["sends nothing at all", afterConnecting(silent), "timeout"],
  ["hangs up at once", afterConnecting((socket) => socket.end()), "unknown", "connection_failed"],
  [
    "resets at once",
    afterConnecting((socket) => socket.resetAndDestroy()),
    "unknown",
    "connection_failed"
  ],
  ["drips its greeting", afterConnecting(drip("220 mx.test ")), "timeout"],
  [
    "begins 100 lines of greeting and stops",
    afterConnecting((socket) => socket.write("220-mx\r\n".repeat(99))),
    "timeout"
  ],
  [
    "greets with 101 lines",
    afterConnecting((socket) => socket.write("220-mx\r\n".repeat(101))),
    "unknown",
    "protocol_error"
  ],
  [
    "sends 1 MB without a line end",
    afterConnecting((socket) => socket.write("2".repeat(1_048_576))),
    "unknown",
    "protocol_error"
  ],
  [
    "greets with 70 kB",
    afterConnecting((socket) => socket.write(`220-${"x".repeat(1_000)}\r\n`.repeat(70))),
    "unknown",
    "protocol_error"
  ],
  [
    "speaks HTTP",
    afterConnecting((socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")),
    "unknown",
    "protocol_error"
  ],
  [
    "resets in the middle of a line",
    afterConnecting((socket) => socket.write("220 mx.te", () => socket.resetAndDestroy())),
    "unknown",
    "connection_failed"
  ],
  [
    "replies before the first command",
    afterConnecting((socket) =>
      socket.write("220 mx\r\n250 ok\r\n250 ok\r\n550 5.1.1 user unknown\r\n")
    ),
    "unknown",
    "protocol_error"
  ],
  [
    "floods with replies",
    afterConnecting((socket) => socket.write("550 5.1.1 user unknown\r\n".repeat(20_000))),
    "unknown",
    "protocol_error"
  ],
  ["greets with 421", replying({ greeting: "421 4.3.2 too busy" }), "rate_limited"],
  ["greets with 554", replying({ greeting: "554 5.7.1 no SMTP service for you" }), "policy_blocked"]
]

const onlyAnn = { rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no") }

/** Its second reply comes after the client has gone on. */
const oneTooMany: ReplySource = (_, { socket }) => {
  socket.write("250 mx.test\r\n")
  setImmediate(() => socket.write("250 more\r\n"))
}

const inSession: ReadonlyArray<FaultRow> = [
  ["never replies to EHLO", replying({ ehlo: silent }), "timeout"],
  ["hangs up on EHLO and takes HELO", replying({ ehlo: hangUp, ...onlyAnn }), "deliverable"],
  [
    "hangs up on EHLO and HELO",
    replying({ ehlo: hangUp, helo: hangUp }),
    "unknown",
    "connection_failed"
  ],
  [
    "refuses RSET after it has accepted the address",
    replying({ rset: "502 5.5.1 What?", ...onlyAnn }),
    "deliverable"
  ],
  [
    "is one reply behind since EHLO",
    replying({ ehlo: oneTooMany, mail: "250 2.1.0 Sender ok", rcpt: "250 2.1.5 ok" }),
    "unknown",
    "protocol_error"
  ],
  ["hangs up on MAIL", replying({ mail: hangUp }), "unknown", "connection_failed"],
  ["hangs up on RCPT", replying({ rcpt: hangUp }), "unknown", "connection_failed"],
  ["resets on RCPT", replying({ rcpt: reset }), "unknown", "connection_failed"],
  [
    "resets within its reply to RCPT",
    replying({
      rcpt: (_, { socket }) =>
        void socket.write("550 5.1.1 user unkn", () => socket.resetAndDestroy())
    }),
    "unknown",
    "connection_failed"
  ],
  ["tarpits RCPT", replying({ rcpt: silent }), "timeout"],
  [
    "drips its reply to RCPT",
    replying({ rcpt: (_, { socket }) => drip("550 5.1.1 user unknown")(socket) }),
    "timeout"
  ],
  [
    "changes its code within a reply",
    replying({ rcpt: "550-5.1.1 user unknown\r\n250 ok" }),
    "unknown",
    "protocol_error"
  ],
  [
    "sends yes and no to one RCPT",
    replying({ rcpt: "250 ok\r\n550 5.1.1 user unknown" }),
    "unknown",
    "protocol_error"
  ],
  ["asks for DATA at RCPT", replying({ rcpt: "354 go ahead" }), "unknown", "protocol_error"],
  [
    "sends NUL and 8-bit octets",
    replying({
      rcpt: (words) => (words.includes("ann@") ? "550 \u0000\u00ff\u00fe\u0080 nichts" : "550 no")
    }),
    "unknown",
    "protocol_error"
  ],
  [
    "accepts each address and then sends 421",
    replying({ rcpt: "250 ok\r\n421 4.3.2 closing" }),
    "catch_all"
  ],
  ["accepts each address and hangs up", replying({ rcpt: "250 ok", rset: hangUp }), "catch_all"],
  [
    "accepts each address and is then silent",
    replying({ rcpt: "250 ok", rset: silent }),
    "catch_all"
  ],
  ["never replies to QUIT", replying({ ...rejectsControl, quit: silent }), "deliverable"]
]

describe("A server that, before the first command,", () => testRows(connecting))
describe("A server that, in the session,", () => testRows(inSession))

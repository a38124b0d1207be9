/**
 * Servers that break, lie or play dead. Whatever they do, an answer comes in time, nothing is left
 * open, and no address is condemned for it.
 */
import type { Socket } from "node:net"

import { describe } from "@effect/vitest"

import { rowsOf } from "./smtpEnds.ts"
import type { Row } from "./smtpEnds.ts"
import { mannered } from "./smtpWorld.ts"
import type { Peer, Script } from "./smtpWorld.ts"

const afterConnecting =
  (act: (socket: Socket) => void): Script =>
  ({ socket }) => {
    socket.on("data", () => {})
    act(socket)
  }

const hangUp = (_: string, { socket }: Peer): void => void socket.end()
const reset = (_: string, { socket }: Peer): void => void socket.resetAndDestroy()
const silent = (): void => {}

/** One octet every so often, for longer than anybody waits. */
const drip = (text: string) => (socket: Socket) => {
  let at = 0
  const drops = setInterval(() => socket.write(text.charAt(at++ % text.length)), 50)
  socket.on("close", () => clearInterval(drops))
}

const withoutControl = {
  rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no")
}

const connecting: ReadonlyArray<Row> = [
  ["says nothing at all", afterConnecting(silent), "timeout"],
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
    "answers before it is asked",
    afterConnecting((socket) =>
      socket.write("220 mx\r\n250 ok\r\n250 ok\r\n550 5.1.1 user unknown\r\n")
    ),
    "unknown",
    "protocol_error"
  ],
  [
    "floods with answers",
    afterConnecting((socket) => socket.write("550 5.1.1 user unknown\r\n".repeat(20_000))),
    "unknown",
    "protocol_error"
  ],
  ["greets with 421", mannered({ greeting: "421 4.3.2 too busy" }), "rate_limited"],
  ["greets with 554", mannered({ greeting: "554 5.7.1 no SMTP service for you" }), "policy_blocked"]
]

const talking: ReadonlyArray<Row> = [
  ["never answers EHLO", mannered({ ehlo: silent }), "timeout"],
  ["hangs up on EHLO", mannered({ ehlo: hangUp }), "unknown", "connection_failed"],
  ["hangs up on MAIL", mannered({ mail: hangUp }), "unknown", "connection_failed"],
  ["hangs up on RCPT", mannered({ rcpt: hangUp }), "unknown", "connection_failed"],
  ["resets on RCPT", mannered({ rcpt: reset }), "unknown", "connection_failed"],
  [
    "resets within its answer to RCPT",
    mannered({
      rcpt: (_, { socket }) =>
        void socket.write("550 5.1.1 user unkn", () => socket.resetAndDestroy())
    }),
    "unknown",
    "connection_failed"
  ],
  ["tarpits RCPT", mannered({ rcpt: silent }), "timeout"],
  [
    "drips its answer to RCPT",
    mannered({ rcpt: (_, { socket }) => drip("550 5.1.1 user unknown")(socket) }),
    "timeout"
  ],
  [
    "changes its code within a reply",
    mannered({ rcpt: "550-5.1.1 user unknown\r\n250 ok" }),
    "unknown",
    "protocol_error"
  ],
  [
    "says yes and no in one breath",
    mannered({ rcpt: "250 ok\r\n550 5.1.1 user unknown" }),
    "unknown",
    "protocol_error"
  ],
  ["asks for DATA at RCPT", mannered({ rcpt: "354 go ahead" }), "unknown", "protocol_error"],
  [
    "sends NUL and 8-bit octets",
    mannered({
      rcpt: (words) => (words.includes("ann@") ? "550 \u0000\u00ff\u00fe\u0080 nichts" : "550 no")
    }),
    "unknown",
    "protocol_error"
  ],
  [
    "takes the address and says 421 then",
    mannered({ rcpt: "250 ok\r\n421 4.3.2 closing" }),
    "unknown"
  ],
  ["takes the address and hangs up", mannered({ rcpt: "250 ok", rset: hangUp }), "unknown"],
  ["takes the address and is silent then", mannered({ rcpt: "250 ok", rset: silent }), "unknown"],
  ["never answers QUIT", mannered({ ...withoutControl, quit: silent }), "deliverable"]
]

describe("A server that, before it is asked anything,", () => rowsOf(connecting))
describe("A server that, in conversation,", () => rowsOf(talking))

/** TLS that is offered and does not come: a second try in clear, and no second one after that. */
import type { Socket } from "node:net"

import { describe } from "@effect/vitest"

import { rowsOf } from "./smtpEnds.ts"
import type { Row } from "./smtpEnds.ts"
import { mannered, shakeHands } from "./smtpWorld.ts"
import type { Manners, Peer, Script } from "./smtpWorld.ts"

const offering = (starttls: Manners["starttls"], more: Manners = {}): Script =>
  mannered({ ehlo: "250-mx.test\r\n250 STARTTLS", ...(starttls && { starttls }), ...more })

/** Promises TLS, and then does something else; `once`: only on the first connection. */
const brokenTls = (act: (socket: Socket) => void) => (_: string, peer: Peer) => {
  peer.socket.removeAllListeners("data")
  peer.socket.write("220 2.0.0 Ready\r\n", () => act(peer.socket))
  peer.socket.on("data", () => {})
}

const withoutControl = {
  rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no")
}

const encrypting: ReadonlyArray<Row> = [
  ["takes STARTTLS back", offering("454 4.7.0 not now", withoutControl), "deliverable"],
  [
    "sends garbage for a handshake",
    offering(
      brokenTls((socket) => socket.write("garbage\r\n".repeat(9))),
      withoutControl
    ),
    "deliverable"
  ],
  [
    "hangs in the handshake",
    offering(
      brokenTls(() => {}),
      withoutControl
    ),
    "deliverable"
  ],
  [
    "hangs up in the handshake",
    offering(
      brokenTls((socket) => socket.end()),
      withoutControl
    ),
    "deliverable"
  ],
  [
    "breaks TLS and insists on it",
    offering(
      brokenTls((socket) => socket.end()),
      { mail: "530 5.7.0 Must issue a STARTTLS command first" }
    ),
    "policy_blocked",
    "tls_required"
  ],
  [
    "dies behind the handshake",
    offering(shakeHands, { rcpt: (_, { socket }) => void socket.destroy() }),
    "unknown",
    "connection_failed"
  ]
]

describe("A server that offers TLS and", () => rowsOf(encrypting))

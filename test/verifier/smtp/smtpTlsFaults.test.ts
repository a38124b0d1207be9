/** TLS that is offered and fails: one second try in clear, and no third. */
import type { Socket } from "node:net"

import { describe } from "../../support/vitest.ts"
import { testRows } from "./smtpEnds.ts"
import type { FaultRow } from "./smtpEnds.ts"
import { replying, startTls } from "./smtpWorld.ts"
import type { ServerReplies, Peer, Script } from "./smtpWorld.ts"

const offering = (starttls: ServerReplies["starttls"], more: ServerReplies = {}): Script =>
  replying({ ehlo: "250-mx.test\r\n250 STARTTLS", ...(starttls && { starttls }), ...more })

/** Promises TLS and then does something else. */
const brokenTls = (act: (socket: Socket) => void) => (_: string, peer: Peer) => {
  peer.socket.removeAllListeners("data")
  peer.socket.write("220 2.0.0 Ready\r\n", () => act(peer.socket))
  peer.socket.on("data", () => {})
}

const rejectsControl = {
  rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no")
}

const encrypting: ReadonlyArray<FaultRow> = [
  ["takes STARTTLS back", offering("454 4.7.0 not now", rejectsControl), "deliverable"],
  [
    "sends garbage for a handshake",
    offering(
      brokenTls((socket) => socket.write("garbage\r\n".repeat(9))),
      rejectsControl
    ),
    "deliverable"
  ],
  [
    "hangs in the handshake",
    offering(
      brokenTls(() => {}),
      rejectsControl
    ),
    "deliverable"
  ],
  [
    "hangs up in the handshake",
    offering(
      brokenTls((socket) => socket.end()),
      rejectsControl
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
    "hangs up after the handshake",
    offering(startTls, { rcpt: (_, { socket }) => void socket.destroy() }),
    "unknown",
    "connection_failed"
  ]
]

describe("A server that offers TLS and", () => testRows(encrypting))

import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import * as Lab from "@rcpt/lab/Lab"
import { Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"

/** Ports that were free a moment ago. */
const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

describe("The lab", () => {
  it.live("has the ports that it is told, for programs that ask no others", function* () {
    const [dnsPort, smtpPort] = [yield* freePort, yield* freePort]
    const lab = yield* Lab.start({ syntheticDomains: 1, dnsPort, smtpPort })
    assert.strictEqual(lab.env["RCPT_DNS_SERVERS"], `127.0.0.1:${dnsPort}`)
    assert.strictEqual(lab.env["RCPT_SMTP_PORT"], String(smtpPort))
  })
})

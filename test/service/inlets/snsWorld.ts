/** Amazon SNS in a test: its certificate and confirmations, on loopback. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { Effect } from "effect"

const day = 86_400_000

/** Nothing else trusts the certificate. */
const { key, cert } = selfSigned("sns.acme.test", {
  from: new Date(Date.now() - day),
  until: new Date(Date.now() + day)
})

export const snsKey = key

export const topic = "arn:aws:sns:eu-west-1:123456789012:bounces"

export interface Sns {
  readonly origin: string
  /** The paths that were asked for so far. */
  readonly asked: Array<string>
  readonly close: () => void
}

export const startSns = Effect.acquireRelease(
  Effect.callback<Sns>((resume) => {
    const asked: Array<string> = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? "")
      response.end(request.url?.endsWith(".pem") ? cert : "<ConfirmSubscriptionResponse/>")
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, asked, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

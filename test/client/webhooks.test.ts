/** Which messages the clients take for the service's own. They are signed as the service signs them. */
import { join } from "node:path"

import { newSecret, signedHeaders } from "@rcpt/service/webhooks/signature"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"

import { verifyWebhook } from "../../packages/client/src/Rcpt.ts"
import { describeWith, python } from "../support/needs.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { printed, root } from "./packed.ts"

type Headers = Readonly<Record<string, string>>

/** The type of the event, or why it is refused. */
type Verify = (body: string, headers: Headers, secrets: ReadonlyArray<string>) => Promise<string>

const javascript: Verify = (body, headers, secrets) =>
  verifyWebhook(body, headers, secrets).then(
    ({ type }) => type,
    (error: Error) => `${error.name}: ${error.message}`
  )

const program = `
import json, sys
from rcpt import verify_webhook, WebhookVerificationError
body, headers, secrets = [json.loads(text) for text in sys.argv[1:]]
try:
    print(verify_webhook(body, headers, secrets)["type"])
except WebhookVerificationError as e:
    print(f"WebhookVerificationError: {e}")
`

const inPython: Verify = async (...args) => {
  const texts = args.map((one) => JSON.stringify(one))
  const [line = ""] = await Effect.runPromise(
    printed("python3", ["-c", program, ...texts], {
      cwd: join(root, "packages/client/python"),
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" }
    })
  )
  return line
}

const secret = newSecret()
const other = newSecret()
const body = JSON.stringify({
  type: "credits.low",
  timestamp: "2026-11-21",
  data: { credits: 9, é: "ü" }
})
const signed = (secrets: ReadonlyArray<string>, age = 0) =>
  signedHeaders({ id: "msg_1", at: Date.now() - age * 1_000, body }, secrets)

const unsigned = "WebhookVerificationError: no signature of the message fits the secret"
const isOld = /^WebhookVerificationError: the message is not from the last 300 s: \S+$/
const upper = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))

const suite = (verify: Verify) => {
  const rows: ReadonlyArray<
    readonly [says: string, args: () => Parameters<Verify>, outcome: string | RegExp]
  > = [
    ["takes a signed message", () => [body, signed([secret]), [secret]], "credits.low"],
    ["takes headers in any case", () => [body, upper(signed([secret])), [secret]], "credits.low"],
    [
      "takes the new and the previous signature",
      () => [body, signed([other, secret]), [secret]],
      "credits.low"
    ],
    ["takes either of two secrets", () => [body, signed([secret]), [other, secret]], "credits.low"],
    ["refuses another secret", () => [body, signed([secret]), [other]], unsigned],
    ["refuses another body", () => [`${body} `, signed([secret]), [secret]], unsigned],
    [
      "refuses another id",
      () => [body, { ...signed([secret]), "webhook-id": "msg_2" }, [secret]],
      unsigned
    ],
    [
      "refuses a signature of another version",
      () => {
        const headers = signed([secret])
        const signature = headers["webhook-signature"]!.replace("v1,", "v1a,")
        return [body, { ...headers, "webhook-signature": signature }, [secret]]
      },
      unsigned
    ],
    [
      "refuses what is no base64",
      () => [body, { ...signed([secret]), "webhook-signature": "v1,§ é" }, [secret]],
      unsigned
    ],
    ["refuses an old message", () => [body, signed([secret], 360), [secret]], isOld],
    ["refuses one from the future", () => [body, signed([secret], -360), [secret]], isOld],
    [
      "refuses a time that is no number",
      () => [body, { ...signed([secret]), "webhook-timestamp": "1e9" }, [secret]],
      isOld
    ],
    [
      "names a missing header",
      () => {
        const { "webhook-id": _, ...headers } = signed([secret])
        return [body, headers, [secret]]
      },
      "WebhookVerificationError: the header webhook-id is missing"
    ]
  ]
  for (const [says, args, outcome] of rows)
    it(says, async () => {
      const got = await verify(...args())
      if (typeof outcome === "string") assert.strictEqual(got, outcome)
      else assert.match(got, outcome)
    })

  it("takes what the library of Standard Webhooks signs", async () => {
    const at = new Date()
    const headers = {
      "webhook-id": "msg_3",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign("msg_3", at, body)
    }
    assert.strictEqual(await verify(body, headers, [secret]), "credits.low")
  })
}

describe("verifyWebhook", () => suite(javascript))
describeWith(python, "verify_webhook", () => suite(inPython))

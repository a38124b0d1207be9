/** The committed Caddyfile in front of the real service, and what clients send through it. */
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"

import { ownerPassword } from "../service/accounts/sessions/sessionWorld.ts"
import { formOf, formType, list, path } from "../service/jobs/jobsHttpWorld.ts"
import * as caddy from "../support/caddy.ts"
import type { Caddy } from "../support/caddy.ts"
import * as service from "../support/service.ts"
import { send } from "../support/tlsClient.ts"

export const owner = { email: "owner@rcpt.test", password: ownerPassword }

/** As in compose.yaml: the proxy's address alone is trusted. */
export const behindProxy = {
  RCPT_PUBLIC_URL: `https://${caddy.host}`,
  RCPT_TRUSTED_PROXIES: "127.0.0.1/32",
  RCPT_RATE_LIMIT: "off",
  RCPT_OWNER_EMAIL: owner.email,
  RCPT_OWNER_PASSWORD: owner.password
}

/** `base` without a trailing slash. */
export const upstream = (base: string): string => new URL(base).host

/** One node, and a proxy that is not started. */
export const oneNode = Effect.gen(function* () {
  const port = yield* Effect.orDie(freePort)
  const node = yield* service.start({ lab: true, port, env: behindProxy })
  return { node, proxy: yield* caddy.create([upstream(node.base)]) }
})

/** A list of this many octets, with one row for every 8 KiB. */
const listOf = (octets: number): Buffer => {
  const row = "ann@acme.test,".padEnd(8_191, "x") + "\n"
  return Buffer.from("email,note\n" + row.repeat(octets / row.length + 1)).subarray(0, octets)
}

/** Asks for the price of a list of this many octets, which charges nothing. */
export const price = (proxy: Caddy, apiKey: string, octets: number) =>
  send(proxy, `${path}?dry_run=true`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": formType },
    body: formOf([list(listOf(octets))])
  })

export interface SignIn {
  readonly email?: string
  readonly password?: string
  /** The client's address. */
  readonly from: string
  /** What the client says its address is. */
  readonly forged?: string
}

export const signIn = (proxy: Caddy, { from, forged, ...given }: SignIn) =>
  send(proxy, "/api/v1/session", {
    method: "POST",
    from,
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      ...(forged && { "x-forwarded-for": forged })
    },
    body: JSON.stringify({ ...owner, ...given })
  })

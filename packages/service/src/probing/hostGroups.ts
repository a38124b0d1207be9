/** The groups of mail hosts, as this node's settings and its resolver see them. */
import { isWithin, publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { mailHostGroups } from "@rcpt/verifier/pacing/mailHostGroups"
import type { MailHostGroups } from "@rcpt/verifier/pacing/mailHostGroups"
import { Effect } from "effect"

import { Config } from "../platform/Config.ts"

export const hostGroups: Effect.Effect<MailHostGroups, never, Config | Resolver> = Effect.gen(
  function* () {
    const { unsafeNetworks, mxConcurrency, mxRate } = yield* Config
    return mailHostGroups({
      dns: yield* Resolver,
      isPublic: publicAddresses(unsafeNetworks),
      isUnsafe: isWithin(unsafeNetworks),
      isFixed: mxConcurrency !== undefined || mxRate !== undefined
    })
  }
)

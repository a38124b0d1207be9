/** Whether people can sign in at the provider of OpenID Connect: its metadata, our redirect URL there, and its clock. */
import { Effect } from "effect"

import { clockSkewMax, makeProvider } from "../../accounts/provider/Provider.ts"
import type { Examined, ProviderFailed } from "../../accounts/provider/Provider.ts"
import type { Config } from "../../platform/Config.ts"
import { note, ok, problem } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

interface ProviderLearnt {
  readonly issuer: string
  readonly redirectUrl: string
  readonly examined: Examined | ProviderFailed
}

/** `undefined`: the operator has set no provider. */
export const learnProvider: Effect.Effect<ProviderLearnt | undefined, never, Config> = Effect.gen(
  function* () {
    const client = yield* makeProvider
    if (client === undefined) return undefined
    const { issuer, redirectUrl } = client
    return { issuer, redirectUrl, examined: yield* Effect.catch(client.examine, Effect.succeed) }
  }
)

const judgeRedirect = ({ status, isRegistered }: Examined, redirectUrl: string): Finding => {
  if (isRegistered)
    return ok("oidc.redirect", `The provider knows the redirect URL ${redirectUrl}.`)
  return status >= 400
    ? problem(
        "oidc.redirect",
        `The provider refuses a sign-in with the redirect URL ${redirectUrl}: it answers ${status}.`,
        "Register exactly this URL there, and compare RCPT_OIDC_CLIENT_ID."
      )
    : note(
        "oidc.redirect",
        `The provider does not show from here whether it knows the redirect URL ${redirectUrl}.`
      )
}

const judgeOffset = (offset: number | undefined): ReadonlyArray<Finding> => {
  if (offset === undefined) return []
  const seconds = Math.abs(offset) / 1_000
  return seconds <= clockSkewMax
    ? [ok("oidc.clock", "Our clock agrees with the provider's.")]
    : [
        problem(
          "oidc.clock",
          `Our clock is ${seconds.toFixed(0)} s ${offset > 0 ? "behind" : "ahead of"} the provider's: its tokens are refused.`,
          "Let NTP set both clocks (chrony, systemd-timesyncd)."
        )
      ]
}

export const judgeProvider = (learnt: ProviderLearnt | undefined): ReadonlyArray<Finding> => {
  if (learnt === undefined) return []
  const { issuer, redirectUrl, examined } = learnt
  if ("why" in examined)
    return [
      problem(
        "oidc",
        `Nobody can sign in at ${issuer}: ${examined.why}.`,
        "RCPT_OIDC_ISSUER must be as the provider writes it in .well-known/openid-configuration, to the last slash. Owners have a password."
      )
    ]
  return [
    ok("oidc", `The provider ${issuer} answers.`),
    judgeRedirect(examined, redirectUrl),
    ...judgeOffset(examined.offset)
  ]
}

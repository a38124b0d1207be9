/** The origin of the request that is being handled: for events of an account, and for what is refused. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import type { RequestOrigin } from "@rcpt/domain/RequestOrigin"
import { Context, Effect, Option } from "effect"

import { addressHmac } from "../addressHmac.ts"

export interface ClientRequest {
  readonly requestId: string
  /** The client's address, as it is counted. */
  readonly address: string
  /** The browser family. */
  readonly agent: string
  /** The website of the page that sent it, if its browser says so; '': it does not. */
  readonly website: string
}

/** `undefined`: no request is being handled, as at the first start or in `rcpt admin`. */
export const CurrentRequest = Context.Reference<(() => ClientRequest) | undefined>(
  "@rcpt/service/accounts/security/CurrentRequest",
  { defaultValue: () => undefined }
)

/**
 * The label is the first 16 of 64 hex digits: no account has seen so many addresses that two would get the
 * same label.
 */
const labelChars = 16

/** Labels an address: the same for the same address and account, and meaningless without the key. */
export const addressLabel = (key: Uint8Array, address: string): string =>
  addressHmac(key).update(`address ${address}`).digest("hex").slice(0, labelChars)

/** The origin of an event of `account`. A request of another account leaves only its id. */
export const originOf = (account: string): Effect.Effect<RequestOrigin | undefined> =>
  Effect.gen(function* () {
    const request = (yield* CurrentRequest)?.()
    if (request === undefined) return undefined
    const { requestId, address, agent } = request
    const caller = Option.getOrUndefined(yield* Effect.serviceOption(CurrentAccount))
    if (caller?.accountId !== account) return { requestId }
    const { addressKey, keyId, personId } = caller
    return {
      requestId,
      address: addressLabel(addressKey, address),
      agent,
      ...(keyId !== undefined && { keyId }),
      ...(personId !== undefined && { personId })
    }
  })

/** The TLS contexts of the lab's servers, each made when first needed: most never are. */
import { createSecureContext, type SecureContext } from "node:tls"

import { selfSigned } from "./selfSigned.ts"

/** The variants with a handshake; the others (`garbage`, `hang`) have none. */
export type Handshake = "good" | "expired" | "old"

const host = "mail.lab.test"
const dayMillis = 24 * 60 * 60 * 1_000

const validNow = () => ({
  from: new Date(Date.now() - dayMillis),
  until: new Date(Date.now() + 365 * dayMillis)
})

const make: Readonly<Record<Handshake, () => SecureContext>> = {
  good: () => createSecureContext(selfSigned(host, validNow())),
  expired: () =>
    createSecureContext(
      selfSigned(host, { from: new Date("2019-01-01"), until: new Date("2020-01-01") })
    ),
  // OpenSSL refuses such an old version above security level 0.
  old: () =>
    createSecureContext({
      ...selfSigned(host, validNow()),
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0"
    })
}

const contexts = new Map<Handshake, SecureContext>()

export const contextOf = (handshake: Handshake): SecureContext => {
  const context = contexts.get(handshake) ?? make[handshake]()
  contexts.set(handshake, context)
  return context
}

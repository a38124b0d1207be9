/**
 * A proxy that this process has seen, although it is not trusted: all users behind it count as one address.
 * The middleware sees it (http/middleware/untrustedProxy.ts), and each heartbeat tells the database, where
 * the doctor looks for it.
 */
import { Context } from "effect"

export interface UntrustedProxy {
  /** The address of the first such peer. */
  readonly seen: () => string | undefined
  /** Keeps the peer if it is the first. */
  readonly see: (peer: string) => void
}

export const make = (): UntrustedProxy => {
  let first: string | undefined
  return { seen: () => first, see: (peer) => void (first ??= peer) }
}

export const UntrustedProxy = Context.Reference<UntrustedProxy>(
  "@rcpt/service/platform/UntrustedProxy",
  { defaultValue: make }
)

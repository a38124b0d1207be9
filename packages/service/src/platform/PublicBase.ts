/** The base of all links that leave the service: the URL by which its users reach it. */
import { Context } from "effect"

import type { Config } from "./Config.ts"

/** The base is `undefined` while it is unknown; then there are no links. */
export const PublicBase = Context.Reference<string | undefined>(
  "@rcpt/service/platform/PublicBase",
  { defaultValue: () => undefined }
)

/**
 * Returns `RCPT_PUBLIC_URL` or, for people who try the service out, the URL of this machine. It is unknown if the
 * port is 0, which the system chooses later.
 */
export const publicBaseOf = ({
  publicUrl,
  port
}: Pick<Config["Service"], "publicUrl" | "port">): string | undefined => {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "")
  return port === 0 ? undefined : `http://localhost:${port}`
}

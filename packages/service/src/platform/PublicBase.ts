/** Of all links that leave the service: the URL by which its users reach it. */
import { Context } from "effect"

import type { Config } from "./Config.ts"

/** `undefined`: unknown, so there are no links. */
export const PublicBase = Context.Reference<string | undefined>(
  "@rcpt/service/platform/PublicBase",
  { defaultValue: () => undefined }
)

/** Without `RCPT_PUBLIC_URL`, that of this machine: for who tries the service out. A port of 0 is not known yet. */
export const publicBaseOf = ({
  publicUrl,
  port
}: Pick<Config["Service"], "publicUrl" | "port">): string | undefined => {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "")
  return port === 0 ? undefined : `http://localhost:${port}`
}

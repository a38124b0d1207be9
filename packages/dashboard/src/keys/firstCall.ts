/** The first call with an API key: one that the key allows, and that costs nothing. */
import { sandboxAddress } from "../api/sandbox.ts"
import type { Access } from "./access.ts"

/** Used until there is a key. */
export const keyPlaceholder = "YOUR_API_KEY"

const pathFor = (access: Access): string =>
  access === "read"
    ? "/api/v1/account"
    : `/api/v1/verify?email=${encodeURIComponent(sandboxAddress("valid"))}`

/** In two lines, so that it fits a narrow screen. Works in any Unix shell. */
export const firstCall = (key: string, access: Access): string =>
  `curl -H "X-API-Key: ${key}" \\\n  "${window.location.origin}${pathFor(access)}"`

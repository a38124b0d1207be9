/** The first call with a key: one that the key may make, and that costs nothing. */
import { sandboxAddress } from "../api/sandbox.ts"
import type { Access } from "./access.ts"

/** Where there is no key yet. */
export const keyPlaceholder = "YOUR_API_KEY"

const pathFor = (access: Access): string =>
  access === "read"
    ? "/api/v1/account"
    : `/api/v1/verify?email=${encodeURIComponent(sandboxAddress("valid"))}`

/** In two lines, as a narrow screen shows it; for any shell of Unix. */
export const firstCall = (key: string, access: Access): string =>
  `curl -H "X-API-Key: ${key}" \\\n  "${window.location.origin}${pathFor(access)}"`

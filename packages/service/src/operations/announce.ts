/** Tells the operator at the start, on standard output, new secrets once and the address always. */
import { Console } from "effect"
import type { Effect } from "effect"

import type { OwnerSecrets } from "../accounts/firstStart.ts"
import { answersRequests } from "../platform/config/role.ts"
import type { Role } from "../platform/config/role.ts"

const lines = (...text: ReadonlyArray<string>) => Console.log(text.join("\n"))

/** Secrets from the configuration are known to the operator, so they are not printed. */
export const announceOwner = ({ email, password, apiKey }: OwnerSecrets): Effect.Effect<void> =>
  lines(
    "",
    "  This is the first start. Keep these, they are shown only now:",
    "",
    `    email     ${email}`,
    `    password  ${password ?? "as configured"}`,
    `    API key   ${apiKey ?? "as configured"}`,
    ""
  )

/** An address of the sandbox, which answers anywhere without a network and is free. The quick start has it too. */
const example = "role_based@sandbox.rcpt.test"

export interface Ready {
  readonly base: string
  readonly apiKey: string | undefined
  readonly hasDashboard: boolean
  readonly role: Role
}

export const announceReady = ({ base, apiKey, hasDashboard, role }: Ready): Effect.Effect<void> => {
  const ready = `  rcpt is ready on ${base}`
  if (!answersRequests(role)) return lines(ready, "", "  It asks mail servers for other nodes.", "")
  return lines(
    ready,
    "",
    ...(hasDashboard ? [`  The dashboard: ${base}/`] : []),
    `  The API: ${base}/docs`,
    "",
    `    curl -H "X-API-Key: ${apiKey ?? "$RCPT_API_KEY"}" \\`,
    `      "${base}/api/v1/verify?email=${example}"`,
    ""
  )
}

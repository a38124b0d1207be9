/** Tells the operator at the start, on standard output, new secrets once and the address always. */
import { Console, Effect, Logger, References } from "effect"

import type { OwnerSecrets } from "../accounts/firstStart.ts"
import { answersRequests } from "../platform/config/role.ts"
import type { Role } from "../platform/config/role.ts"
import { formatFor } from "../platform/log.ts"

/**
 * `text` for people on a terminal, else `message` as a line of the log with `about`. It is written at every level of the
 * log, and to no collector, since it may have secrets.
 */
export const announce = (
  text: ReadonlyArray<string>,
  message: string,
  about: Readonly<Record<string, unknown>>
): Effect.Effect<void> =>
  process.stdout.isTTY
    ? Console.log(text.join("\n"))
    : Effect.logInfo(message).pipe(
        Effect.annotateLogs(about),
        Effect.provide(Logger.layer([Logger.withConsoleLog(formatFor(false))])),
        Effect.provideService(References.MinimumLogLevel, "Info")
      )

const firstStart = "This is the first start. Keep these, they are shown only now"

/** Secrets from the configuration are known to the operator, so they are not printed. */
export const announceOwner = ({ email, password, apiKey }: OwnerSecrets): Effect.Effect<void> =>
  announce(
    [
      "",
      `  ${firstStart}:`,
      "",
      `    email     ${email}`,
      `    password  ${password ?? "as configured"}`,
      `    API key   ${apiKey ?? "as configured"}`,
      ""
    ],
    firstStart,
    { email, password, apiKey }
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
  const ready = `rcpt is ready on ${base}`
  const dashboard = `${base}/`
  const docs = `${base}/docs`
  const request = `${base}/api/v1/verify?email=${example}`
  if (!answersRequests(role))
    return announce([`  ${ready}`, "", "  It asks mail servers for other nodes.", ""], ready, {
      role
    })
  return announce(
    [
      `  ${ready}`,
      "",
      ...(hasDashboard ? [`  The dashboard: ${dashboard}`] : []),
      `  The API: ${docs}`,
      "",
      `    curl -H "X-API-Key: ${apiKey ?? "$RCPT_API_KEY"}" \\`,
      `      "${request}"`,
      ""
    ],
    ready,
    { ...(hasDashboard && { dashboard }), docs, example: request }
  )
}

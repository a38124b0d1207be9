/** `rcpt config`: every setting of the service and of this client, its value and where it comes from. */
import { mask, originsHere } from "@rcpt/service/platform/Config"
import type { SettingOrigin } from "@rcpt/service/platform/Config"
import { Config, Effect } from "effect"
import { Command } from "effect/cli"

import { ownConfig } from "./ownConfig.ts"
import { printRows } from "./rows.ts"
import { defaultUrl, json, withoutSlash } from "./serverFlags.ts"

const given = (name: string) =>
  Effect.orElseSucceed(
    Effect.map(Config.String(name), (text): string | undefined => text),
    () => undefined
  )

/** The settings of this client, as `serverOf` decides about them. */
const ownOrigins = Effect.gen(function* () {
  const [url, key, kept] = [
    yield* given("RCPT_URL"),
    yield* given("RCPT_API_KEY"),
    yield* ownConfig
  ]
  const used = url ?? kept?.url ?? defaultUrl
  const isKept = kept !== undefined && withoutSlash(kept.url) === withoutSlash(used)
  const urlFrom = kept === undefined ? "default" : "file"
  const keyFrom = isKept ? "file" : "default"
  const rows: ReadonlyArray<SettingOrigin> = [
    { name: "RCPT_URL", value: used, from: url === undefined ? urlFrom : "environment" },
    {
      name: "RCPT_API_KEY",
      value: key !== undefined || isKept ? mask : null,
      from: key === undefined ? keyFrom : "environment"
    }
  ]
  return rows
})

export const config = Command.make("config", { json }, (args) =>
  Effect.gen(function* () {
    const rows = [...(yield* ownOrigins), ...originsHere()]
    yield* printRows(
      rows,
      [
        ["setting", ({ name }) => name],
        ["from", ({ from }) => from],
        ["value", ({ value }) => value ?? "–"]
      ],
      args.json
    )
  })
).pipe(
  Command.withDescription(
    "Print every setting of the service and of this client, its value and where it comes from."
  )
)

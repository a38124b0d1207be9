/** Gives a key of a running service the scope `manage`, as a person does in the dashboard, and without its wait. */
import { changeApiKey } from "@rcpt/domain/AccountKeys"
import { noNetworks } from "@rcpt/domain/powers"
import { record } from "@rcpt/service/accounts/accountStream"
import { load } from "@rcpt/service/platform/Config"
import { hashOf } from "@rcpt/service/platform/config/apiKeyFormat"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer } from "effect"

const databaseOf = (settings: Readonly<Record<string, string>>) =>
  Effect.map(load({}, settings), ({ config }) => Layer.fresh(Database.layer(config.databaseUrl!)))

/** By the settings of that service. The key must not have been used yet: nodes may know its former terms for a second. */
export const letManage = (
  settings: Readonly<Record<string, string>>,
  apiKey: string
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const sql = yield* Database.WriteSql
    const [key] = yield* sql<{ readonly account: string; readonly keyId: string }>`
      update api_key set terms = coalesce(terms, '{}') || '{"manages": true}'
      where hash = decode(${hashOf(apiKey)}, 'hex')
      returning account_id as account, key_id as "keyId"`
    if (key === undefined) return
    const unlimited = { networks: noNetworks, networksBefore: noNetworks }
    const command = {
      keyId: key.keyId,
      change: { manages: true },
      by: "operator",
      ...unlimited
    } as const
    yield* record(key.account, changeApiKey(command))
  }).pipe(
    (granting) => Effect.flatMap(Database.WriteSql, (sql) => sql.withTransaction(granting)),
    Effect.provide(Layer.unwrap(databaseOf(settings))),
    Effect.orDie
  )

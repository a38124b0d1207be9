/** Collects what judgeNotices.ts judges: the last examination, guards, views and the webhook. */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import type { Notices } from "@rcpt/api/Notices"
import { isPermitted } from "@rcpt/domain/permissions"
import * as generations from "@rcpt/store/generations"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { troubledGuards } from "../../probing/GuardRecords.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { untrustedPeers } from "../admin/nodes.ts"
import { Doctor } from "../doctor/Doctor.ts"
import { judgeProxy } from "../doctor/judgeProxy.ts"
import { judgeNotices } from "./judgeNotices.ts"

/** Providers. A longer list would not be read. */
const guardsMax = 20

/** A resting guard does not update its row, so it counts as blocked only until its pause ends. */
const blockedGroups = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const guards = yield* troubledGuards(guardsMax)
  const blocked = guards.filter(
    ({ status: { isBlocked, pause } }) => isBlocked && pause !== undefined && pause.until > now
  )
  return [...new Set(blocked.map(({ group }) => group))]
})

/** Whoever has switched an endpoint off knows that. */
const disabledWebhook = (account: string) =>
  Webhooks.use(({ all }) => all(account)).pipe(
    Effect.map((webhooks) => {
      const reasons = webhooks.map(({ disabledWhy }) => disabledWhy)
      return reasons.find((why) => why === "gone" || why === "failing")
    })
  )

export const noticesFor = ({
  accountId,
  owner,
  scopes
}: CurrentAccount["Service"]): Effect.Effect<
  Notices,
  never,
  SqlClient.SqlClient | Config | Doctor | Webhooks
> =>
  Effect.gen(function* () {
    const { smtp, trustedProxies } = yield* Config
    const latest = yield* Doctor.use((doctor) => doctor.latest)
    const peers = yield* untrustedPeers
    const notices = judgeNotices({
      isOperator: owner && isPermitted(scopes, "administer"),
      deepIsOff: smtp === "off",
      findings: [
        ...(latest?.findings ?? []).filter(({ id }) => id !== "proxy"),
        // Not that of an hour ago: whoever is locked out asks now.
        ...judgeProxy({ peers, trustedProxies })
      ],
      blocked: yield* blockedGroups,
      views: yield* Effect.orDie(generations.status),
      webhookDisabled: yield* disabledWebhook(accountId)
    })
    return { notices, examined_at: latest?.examinedAt ?? null }
  })

/**
 * The SMTP clients of this node: HELO name, sender, egress, limit of connections and fixed pace. All
 * guards of the node share them.
 */
import { ConnectionLimit } from "@rcpt/verifier/pacing/ConnectionLimit"
import type { MxQueueOptions } from "@rcpt/verifier/pacing/MxQueue"
import { smtpClientOf } from "@rcpt/verifier/Prober"
import type { ProberOptions } from "@rcpt/verifier/Prober"
import { providerIdOf } from "@rcpt/verifier/smtp/rules/probePolicies"
import type { SmtpClient } from "@rcpt/verifier/smtp/SmtpSession"
import { Context, Effect, Layer } from "effect"

import { Config } from "../platform/Config.ts"
import type { Egress } from "../platform/config/Egress.ts"
import { other } from "../platform/metrics/Meter.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { partOf, processes } from "../platform/processes/Processes.ts"
import { Secrets } from "../platform/Secrets.ts"

export class SmtpClients extends Context.Service<
  SmtpClients,
  {
    readonly clientOf: (egress: string) => SmtpClient
    /** Since when an egress is in use, if it has to warm up. */
    readonly warmsSince: (egress: string) => number | undefined
    readonly connections: ConnectionLimit
    readonly pace: MxQueueOptions["pace"]
    readonly onAlarm: NonNullable<MxQueueOptions["onAlarm"]>
  }
>()("@rcpt/service/probing/SmtpClients") {}

type Settings = Config["Service"]

/** The options of SMTP sessions from one egress. */
export const proberOptionsOf = (
  settings: Settings,
  { proxy, sourceAddress, helo, isIpv6Forced }: Egress
): ProberOptions => {
  const { mxConcurrency, mxRate } = settings
  const pace = {
    ...(mxConcurrency !== undefined && { connections: mxConcurrency }),
    ...(mxRate !== undefined && { startsPerSecond: mxRate })
  }
  return {
    helo: helo ?? settings.helo,
    // The default is an address at the HELO name, so that a mail server can tell who is asking.
    mailFrom: settings.mailFrom ?? `verify@${settings.helo}`,
    port: settings.smtpPort,
    timeouts: { total: settings.smtpTimeout },
    connectionsMax: settings.smtpConcurrency,
    unsafeNetworks: settings.unsafeNetworks,
    ...(proxy && { proxy }),
    ...(sourceAddress && { sourceAddress }),
    ...(isIpv6Forced && { isIpv6Forced }),
    ...(Object.keys(pace).length > 0 && { pace })
  }
}

const { mxBlocks, smtpReplies } = metricTable

const onReply: SmtpClient["onReply"] = (host, phase, code) =>
  smtpReplies.add({
    provider: providerIdOf(host) ?? other,
    phase,
    code: `${Math.floor(code / 100)}xx`
  })

const onAlarm: SmtpClients["Service"]["onAlarm"] = ({ group, until }) =>
  Effect.andThen(
    Effect.sync(() => mxBlocks.add({ provider: group })),
    Effect.logError(
      `Mail servers of ${group} refuse us. They are not asked again until ${new Date(until).toISOString()}. Run rcpt doctor.`
    )
  )

export const layer: Layer.Layer<SmtpClients, never, Config | Secrets> = Layer.effect(
  SmtpClients,
  Effect.gen(function* () {
    const given = yield* Config
    // A limit of the node, which its processes share.
    const settings = { ...given, smtpConcurrency: partOf(given.smtpConcurrency, yield* processes) }
    const controlKey = yield* Secrets.use(({ key }) => key("made-up addresses"))
    const { egresses } = settings
    const [first] = egresses
    const options = new Map(
      egresses.map((egress) => [egress.id, proberOptionsOf(settings, egress)])
    )
    const main = proberOptionsOf(settings, first)
    return SmtpClients.of({
      // A row that was queued for an egress which has been removed uses the first one.
      clientOf: (egress) => ({
        ...smtpClientOf({ ...(options.get(egress) ?? main), controlKey }),
        onReply
      }),
      warmsSince: (egress) => egresses.find(({ id }) => id === egress)?.warmsSince,
      connections: new ConnectionLimit(settings.smtpConcurrency),
      pace: main.pace,
      onAlarm
    })
  })
)

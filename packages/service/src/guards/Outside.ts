/**
 * How conversations leave this node: under which name, from where, how many at once, and at whose
 * pace. The same for all guards of the node.
 */
import type { MxLineOptions } from "@rcpt/verifier/mx/MxLine"
import { Places } from "@rcpt/verifier/mx/Places"
import type { Caller } from "@rcpt/verifier/smtp/Conversation"
import { callerOf } from "@rcpt/verifier/smtp/Prober"
import type { ProberOptions } from "@rcpt/verifier/smtp/Prober"
import { Context, Effect, Layer, Metric } from "effect"

import { Config } from "../Config.ts"
import { Secrets } from "../Secrets.ts"
import type { Egress } from "./Egress.ts"

export class Outside extends Context.Service<
  Outside,
  {
    readonly callerOf: (egress: string) => Caller
    readonly places: Places
    readonly pace: MxLineOptions["pace"]
    readonly onAlarm: NonNullable<MxLineOptions["onAlarm"]>
  }
>()("@rcpt/service/guards/Outside") {}

type Settings = Config["Service"]

/** What the settings say of conversations from one egress. */
export const conversationsOf = (settings: Settings, { proxy, helo }: Egress): ProberOptions => {
  const { mxConcurrency, mxRate } = settings
  const pace = {
    ...(mxConcurrency !== undefined && { conversations: mxConcurrency }),
    ...(mxRate !== undefined && { startsPerSecond: mxRate })
  }
  return {
    helo: helo ?? settings.helo,
    // Without a sender of ours a mail server could not tell who asks: one at our own name stands in.
    mailFrom: settings.mailFrom ?? `verify@${settings.helo}`,
    port: settings.smtpPort,
    waits: { whole: settings.smtpTimeout },
    conversationsMax: settings.smtpConcurrency,
    unsafeNetworks: settings.unsafeNetworks,
    ...(proxy && { proxy }),
    ...(Object.keys(pace).length > 0 && { pace })
  }
}

const alarms = Metric.counter("rcpt_mx_blocked_total", {
  description: "Times that a provider was found to refuse us altogether",
  incremental: true
})

const onAlarm: Outside["Service"]["onAlarm"] = ({ group, until }) =>
  Effect.andThen(
    Metric.update(alarms, 1),
    Effect.logError(
      `Mail servers of ${group} refuse us: nobody there is asked until ${new Date(until).toISOString()}. Run rcpt doctor.`
    )
  )

export const layer: Layer.Layer<Outside, never, Config | Secrets> = Layer.effect(
  Outside,
  Effect.gen(function* () {
    const settings = yield* Config
    const controlKey = yield* Secrets.use(({ key }) => key("made-up addresses"))
    const { egresses, smtpConcurrency } = settings
    const [first] = egresses
    const options = new Map(egresses.map((one) => [one.id, conversationsOf(settings, one)]))
    const main = conversationsOf(settings, first)
    return Outside.of({
      // A row that waited for an egress that is gone leaves by another.
      callerOf: (egress) => callerOf({ ...(options.get(egress) ?? main), controlKey }),
      places: new Places(smtpConcurrency),
      pace: main.pace,
      onAlarm
    })
  })
)

/**
 * A source that is a CSV file on a web server. It is asked as webhooks are: only at a public address that was checked,
 * over TLS, without redirects. The limits of uploads hold.
 */
import type { IncomingMessage } from "node:http"

import { textOf } from "@rcpt/api/errors/Sentence"
import { byHeader } from "@rcpt/api/listStart"
import type { SourceSettings } from "@rcpt/api/scheduleKinds"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { pinnedRequest, reasonOf } from "@rcpt/verifier/rdap/pinnedRequest"
import { Duration, Effect, Stream } from "effect"

import type { CsvPart } from "../../jobs/csv/CsvPart.ts"
import { readCsv } from "../../jobs/csv/readCsv.ts"
import { Config } from "../../platform/Config.ts"
import { addressOf, checkUrl, refusalOf } from "../../webhooks/target.ts"
import type { Network } from "../../webhooks/target.ts"
import { BadSettings, SourceFailed } from "./Adapter.ts"
import type { Contact, SourceAdapter, SourceRead } from "./Adapter.ts"

/** DNS, connection and the first octet: a server may make the file only now. */
const answerWaitMax = Duration.minutes(1)

/** Between two pieces of the file. */
const idleMax = Duration.seconds(30)

/** `Name: value`, of one line. */
const header = /^([!#$%&'*+.^`|~\w-]{1,100}):[ \t]*([\u0020-\u007e]{1,4000})$/

/** Headers that belong to the connection, or that rcpt sets. */
const ownHeaders: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "if-none-match"
])

const headerOf = (secret: string | undefined): Readonly<Record<string, string>> | undefined => {
  if (secret === undefined) return {}
  const [, name = "", value = ""] = header.exec(secret.trim()) ?? []
  return name === "" || ownHeaders.has(name.toLowerCase()) ? undefined : { [name]: value }
}

const failed = (code: SourceFailed["code"], sentence: string, mayHelp = false) =>
  new SourceFailed({ code, sentence, mayHelp })

/** What the status says that is not 200 or 304. */
const refusedWith = (status: number, location: string | undefined): SourceFailed => {
  if (status >= 300 && status < 400 && location !== undefined)
    return failed("refused", "The URL redirects: set the URL that it leads to.")
  if (status === 401 || status === 403)
    return failed("refused", `The server answered ${status}: check the header with the token.`)
  return failed("refused", `The server answered ${status}: check the URL.`, status >= 500)
}

/** Without a length, a file that is cut off looks like a whole one. */
const hasLength = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined

const bytesOf = (response: IncomingMessage): Stream.Stream<Uint8Array, SourceFailed> => {
  response.setTimeout(Duration.toMillis(idleMax), () =>
    response.destroy(new Error(`nothing arrived for ${Duration.toSeconds(idleMax)} s`))
  )
  return Stream.fromAsyncIterable(response as AsyncIterable<Uint8Array>, (error) =>
    failed("unreachable", `The file broke off (${reasonOf(error as Error)}).`, true)
  )
}

type Settings = SourceSettings["url"]

/** Finds the column of keys in the header, and makes contacts of rows. */
const toContacts = ({ key_column: keyColumn }: Settings) => {
  let keyAt = -1
  return (part: CsvPart): Effect.Effect<ReadonlyArray<Contact>, SourceFailed> => {
    if (part._tag === "Header" && keyColumn !== undefined) {
      keyAt = part.columns.findIndex((name) => name.trim() === keyColumn.trim())
      if (keyAt < 0)
        return Effect.fail(
          failed(
            "bad_answer",
            `The file has no column ${JSON.stringify(keyColumn)}: check key_column.`
          )
        )
    }
    if (part._tag !== "Chunk") return Effect.succeed([])
    return Effect.succeed(
      part.emails.flatMap((email, at) =>
        email === ""
          ? []
          : [{ key: part.records[at]![keyAt]?.trim() || email.trim().toLowerCase(), email }]
      )
    )
  }
}

const read = Effect.fnUntraced(function* (
  network: Network,
  settings: Settings,
  secret: string | undefined,
  before: string | null
) {
  const url = new URL(settings.url)
  const refusal = refusalOf(network, url)
  if (refusal !== undefined) return yield* failed("bad_settings", `The URL ${refusal.fault}.`)
  const address = yield* Effect.mapError(addressOf(network, url), ({ reason, sentence }) =>
    failed("unreachable", `${sentence}.`, reason === "unanswered")
  )
  const response = yield* pinnedRequest({
    method: "GET",
    url,
    address,
    headers: {
      ...headerOf(secret),
      accept: "text/csv, text/plain;q=0.9, */*;q=0.1",
      "accept-encoding": "identity",
      "user-agent": "rcpt-schedules",
      ...(before !== null && { "if-none-match": before })
    }
  }).pipe(
    Effect.mapError((why) => failed("unreachable", `The server cannot be reached (${why}).`, true)),
    Effect.timeoutOrElse({
      duration: answerWaitMax,
      orElse: () => failed("unreachable", "The server did not answer within a minute.", true)
    })
  )
  const { statusCode: status = 0, headers } = response
  if (status === 304 && before !== null) return { isUnchanged: true } satisfies SourceRead
  if (status !== 200) return yield* refusedWith(status, headers.location)
  if ((headers["content-encoding"] ?? "identity") !== "identity" || !hasLength(response))
    return yield* failed(
      "bad_answer",
      "The server must send the file as it is, with its length or in chunks."
    )
  const layout = { ...byHeader, ...(settings.email_column && { column: settings.email_column }) }
  const contacts = readCsv(bytesOf(response), { layout }).pipe(
    Stream.catchTag("CsvRefused", ({ sentence }) =>
      Stream.fail(failed("bad_answer", `The ${textOf(sentence)}.`))
    ),
    Stream.mapEffect(toContacts(settings))
  )
  return { isUnchanged: false, version: headers.etag ?? null, contacts } satisfies SourceRead
})

export const urlSource: Effect.Effect<
  SourceAdapter<Settings>,
  never,
  Config | Resolver
> = Effect.gen(function* () {
  const { a, aaaa } = yield* Resolver
  const { unsafeNetworks, webhookAllowedHosts: allowedHosts, webhookAllowHttp } = yield* Config
  const network = { dns: { a, aaaa }, isPublic: publicAddresses(unsafeNetworks), allowedHosts }
  return {
    check: ({ url }, secret) => {
      if (headerOf(secret) === undefined)
        return Effect.fail(
          new BadSettings({
            sentence: "secret must be a header, such as `Authorization: Bearer …`, in ASCII"
          })
        )
      return checkUrl(url, { ...network, allowHttp: webhookAllowHttp === "on" }).pipe(
        Effect.asVoid,
        Effect.mapError(({ sentence }) => new BadSettings({ sentence: textOf(sentence) }))
      )
    },
    open: ({ settings, secret }) => ({
      read: (before) => read(network, settings, secret, before)
    })
  }
})

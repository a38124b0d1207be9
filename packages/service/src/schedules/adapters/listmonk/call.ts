/**
 * Requests to a listmonk, as an API user of it (https://listmonk.app/docs/apis/apis/): to the address that was checked,
 * without redirects, proxies or cookies, and an answer of limited size within a limited time. Without TLS the token goes
 * only to servers that the operator has named.
 */
import { fieldFault, why } from "@rcpt/api/errors/errorTexts"
import { collect } from "@rcpt/verifier/rdap/httpGet"
import { hostOf, pinnedRequest } from "@rcpt/verifier/rdap/pinnedRequest"
import { Duration, Effect, Schema } from "effect"

import { isBadPort } from "../../../webhooks/badPorts.ts"
import { badSettings, quoted } from "../fault.ts"
import type { Fault } from "../fault.ts"
import { makeTargetOf } from "../targetOf.ts"

/** listmonk's own limit of a request is 30 s. */
const answerWaitMax = Duration.seconds(30)

/** A page of 50 subscribers has some 50 kB; attributes may be long. */
const octetsMax = 8 * 1024 * 1024

export interface At {
  readonly url: string
  readonly user: string
  readonly token: string
}

export interface Asked {
  readonly method: "GET" | "PUT" | "PATCH"
  /** Below the URL of listmonk, such as `/api/lists/1`. */
  readonly path: string
  readonly body?: unknown
  /** Statuses that mean: there is no such thing. */
  readonly absent?: ReadonlyArray<number>
}

const fault = (code: Fault["code"], mayHelp: boolean, sentence: string) =>
  Effect.fail<Fault>({ code, sentence, mayHelp })

/** The faults of statuses, where trying again does not help. listmonk answers 403 to a wrong token, too. */
const refusals: Readonly<Record<number, string>> = {
  401: "refuses the user or the token",
  403: "refuses the user, the token or what the user may not do"
}

/** Parses the URL of a listmonk. */
export const parseUrl = (text: string): Effect.Effect<URL, Fault> => {
  const url = URL.parse(text)
  return url === null || !["https:", "http:"].includes(url.protocol) || url.username !== ""
    ? badSettings(
        "url must be the URL of listmonk, such as https://lists.example.com, without a user name"
      )
    : Effect.succeed(url)
}

const Message = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))
const decodeMessage = Schema.decodeUnknownOption(Message)

/** What listmonk says of an error, in brackets. */
const reasonIn = (text: string): string => {
  const decoded = decodeMessage(text)
  return decoded._tag === "Some" ? ` (${quoted(decoded.value.message)})` : ""
}

/** Returns how to ask: `undefined` if there is no such thing. Other answers than 200 are faults. */
export const makeCall = Effect.map(makeTargetOf, (targetOf) =>
  Effect.fnUntraced(function* <A>(
    { url: text, user, token }: At,
    { method, path, body, absent = [] }: Asked,
    data: Schema.Codec<A, unknown>
  ): Effect.fn.Return<A | undefined, Fault> {
    const base = yield* parseUrl(text)
    const target = yield* targetOf(hostOf(base))
    if (base.protocol === "http:" && !target.isNamed)
      return yield* badSettings(
        "url must start with https://: without TLS only hosts in RCPT_SOURCES_PRIVATE are asked"
      )
    if (!target.isNamed && isBadPort(Number(base.port)) && base.port !== "")
      return yield* badSettings(
        `url ${fieldFault("webServer", { why: why("otherPort", { port: base.port }) })}`
      )
    const url = new URL(`${base.href.replace(/\/$/, "")}${path}`)
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const answer = yield* pinnedRequest({
      method,
      url,
      address: target.address,
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`,
        "accept-encoding": "identity",
        "user-agent": "rcpt-schedules",
        ...(sent !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(sent))
        })
      },
      ...(sent !== undefined && { body: sent })
    }).pipe(
      Effect.flatMap((response) => collect(response, octetsMax)),
      Effect.scoped,
      Effect.timeoutOrElse({
        duration: answerWaitMax,
        orElse: () => Effect.fail(`no answer within ${Duration.toSeconds(answerWaitMax)} s`)
      }),
      Effect.catch((why) =>
        fault("unreachable", true, `listmonk at ${base.host} cannot be reached: ${why}.`)
      )
    )
    const { status } = answer
    if (absent.includes(status)) return undefined
    if (status !== 200) {
      const said = refusals[status] ?? `answered ${status}`
      const sentence = `listmonk at ${base.host} ${said}${reasonIn(answer.text)}.`
      return yield* fault("refused", status >= 500 || status === 429, sentence)
    }
    const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ data })))
    const decoded = yield* decode(answer.text).pipe(
      Effect.catch(() =>
        fault("bad_answer", false, `${base.host} does not answer as the API of listmonk does.`)
      )
    )
    return decoded.data
  })
)

export type Call = Effect.Success<typeof makeCall>

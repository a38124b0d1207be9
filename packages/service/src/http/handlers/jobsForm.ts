/**
 * Reads the multipart form of an upload part by part, without buffering the file. A client that is
 * refused midway reads no response before it has sent everything, so the rest is read and dropped.
 */
import type { CurrentAccount } from "@rcpt/api/Authentication"
import { BadRequest } from "@rcpt/api/Problem"
import { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema, Stream } from "effect"
import { HttpServerRequest, Multipart } from "effect/http"
import type { HttpServerError } from "effect/http"

import { tooLarge } from "../../jobs/csv/CsvRefused.ts"
import type { RateLimits } from "../../limits/RateLimits.ts"
import { payByOctets, requireProgress } from "../uploadPace.ts"

/** Of the whole request. Beyond that the connection is closed. */
const bodyOctetsMax = 64 * 1024 * 1024

/** Parts other than the file hold one word. */
const fieldOctetsMax = 1_024

/** One more than the form has, so that an unknown part can be named in the error. */
const partsMax = 3

/** Characters of an unknown part's name that the error repeats. */
const nameShownMax = 40

/** What file systems allow. The name is only for people, to tell their lists apart. */
const filenameCharsMax = 255

export interface FormFile {
  readonly name: string
  readonly content: Stream.Stream<Uint8Array, BadRequest>
}

/** Called in the order in which the parts arrive, each once. */
export interface FormReader<A, EM, RM, EF, RF> {
  readonly onMode: (mode: Mode) => Effect.Effect<void, EM, RM>
  readonly onFile: (file: FormFile) => Effect.Effect<A, EF, RF>
}

export interface Form<A> {
  readonly mode: Mode
  /** The result of `onFile`. */
  readonly file: A
}

const refuse = (error: string) => new BadRequest({ error })

const notMultipart = refuse(
  "the body must be multipart/form-data, from its first boundary to its last"
)
const tooManyParts = refuse('the form must have the parts "file" and "mode" alone')
const fieldTooLong = refuse(
  `parts other than the file must have at most ${fieldOctetsMax.toLocaleString("en")} bytes, and ` +
    "the file must be sent with a file name"
)

const sentences: Partial<Record<Multipart.MultipartErrorReason["_tag"], BadRequest>> = {
  FileTooLarge: refuse(tooLarge.sentence),
  BodyTooLarge: refuse(tooLarge.sentence),
  FieldTooLarge: fieldTooLong,
  TooManyParts: tooManyParts
}

/** A broken connection and a truncated form are not told apart. */
const toBadRequest = (
  error: Multipart.MultipartError | HttpServerError.HttpServerError
): BadRequest => (error._tag === "MultipartError" && sentences[error.reason._tag]) || notMultipart

const limits = Multipart.limitsServices({
  maxParts: partsMax,
  maxFieldSize: fieldOctetsMax,
  maxTotalSize: bodyOctetsMax,
  fieldMimeTypes: []
})

/** A quote in a file name, as browsers escape it (WHATWG HTML §4.10.21.8), and as older clients do. */
const escapedQuote = /%22|\\"/g

/** Browsers send the name alone, other programs may send a path. */
export const uploadName = (sent: string): string => {
  const name = /[^/\\]*$/.exec(sent.toWellFormed().replace(escapedQuote, '"'))?.[0] ?? ""
  const printable = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim()
  return Array.from(printable).slice(0, filenameCharsMax).join("") || "upload.csv"
}

const isMode = Schema.is(Mode)

const modeOf = (part: Multipart.Part): Effect.Effect<Mode, BadRequest> =>
  part._tag === "Field" && isMode(part.value)
    ? Effect.succeed(part.value)
    : Effect.fail(refuse('mode must be "fast" or "deep"'))

const fileOf = (part: Multipart.Part): Effect.Effect<FormFile, BadRequest> =>
  part._tag === "Field"
    ? Effect.fail(refuse("file must be sent as a file, with a file name"))
    : Effect.succeed({
        name: uploadName(part.name),
        content: Stream.mapError(part.content, toBadRequest)
      })

const unknownPart = (key: string) =>
  refuse(
    `the form has no part ${JSON.stringify(key.slice(0, nameShownMax))}: the list must be sent as "file"`
  )

/** Each part at most once, in any order. */
const readParts = <A, EM, RM, EF, RF, R>(
  parts: Stream.Stream<Multipart.Part, BadRequest, R>,
  { onMode, onFile }: FormReader<A, EM, RM, EF, RF>
): Effect.Effect<Form<A>, EM | EF | BadRequest, RM | RF | R> =>
  Effect.gen(function* () {
    let mode: Mode | undefined
    let file: { readonly result: A } | undefined
    yield* Stream.runForEach(parts, (part) =>
      Effect.gen(function* () {
        if (part.key === "mode") {
          if (mode !== undefined) return yield* refuse("mode must be given only once")
          mode = yield* modeOf(part)
          yield* onMode(mode)
        } else if (part.key === "file") {
          if (file !== undefined) return yield* refuse("file must be given only once")
          file = { result: yield* onFile(yield* fileOf(part)) }
        } else return yield* unknownPart(part.key)
      })
    )
    if (file === undefined) return yield* refuse("file is required")
    return { mode: mode ?? "fast", file: file.result }
  })

export const readForm = <A, EM, RM, EF, RF>(
  reader: FormReader<A, EM, RM, EF, RF>
): Effect.Effect<
  Form<A>,
  EM | EF | BadRequest,
  RM | RF | HttpServerRequest.HttpServerRequest | CurrentAccount | RateLimits
> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (!/^multipart\/form-data\b/i.test(request.headers["content-type"] ?? ""))
      return yield* notMultipart
    return yield* requireProgress(request.stream, (sent) => {
      let octets = 0
      const body = Stream.map(sent, (bytes) => {
        octets += bytes.length
        return bytes
      })
      const parts = body.pipe(
        payByOctets,
        Stream.pipeThroughChannelOrFail(Multipart.makeChannel(request.headers)),
        Stream.provideContext(limits),
        Stream.mapError(toBadRequest)
      )
      const rest = Stream.takeWhile(body, () => octets <= bodyOctetsMax)
      return readParts(parts, reader).pipe(
        Effect.tapError(() => Effect.ignore(Stream.runDrain(rest)))
      )
    })
  })

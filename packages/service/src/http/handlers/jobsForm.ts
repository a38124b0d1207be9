/**
 * Reads the multipart form of an upload part by part, without buffering the file. A client that is
 * refused midway reads no response before it has sent everything, so the rest is read and dropped.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { codedText } from "@rcpt/api/errors/codedTexts"
import { fieldFault, oneOf } from "@rcpt/api/errors/errorTexts"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { ImportService } from "@rcpt/api/ImportService"
import { byHeader } from "@rcpt/api/listStart"
import type { ServiceName } from "@rcpt/api/otherServices"
import { BadRequest } from "@rcpt/api/Problem"
import { maxAgeLimits, readMaxAge } from "@rcpt/api/query"
import { nameCharsMax } from "@rcpt/domain/limits"
import { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema, Stream, Clock, Deferred, Schedule } from "effect"
import { HttpServerRequest, Multipart } from "effect/http"
import type { HttpServerError } from "effect/http"

import { tooLarge } from "../../jobs/csv/CsvRefused.ts"
import type { ReadOptions } from "../../jobs/csv/readCsv.ts"
import { dayOf } from "../../jobs/imports/findImports.ts"
import { RateLimits } from "../../limits/RateLimits.ts"
import { nearest } from "../../platform/config/nearest.ts"
import { errorResponse } from "../errorResponse.ts"

// The pace of an upload: what the client must send in time, and how its size counts for the account's
// rate limit. Both apply while the body is read, whose length the client need not state.

/**
 * Octets a second that an upload must bring: 64 kbit/s, which is slower than any list of megabytes can
 * arrive within the time of a whole upload (listener.ts).
 */
export const octetsPerSecondMin = 8 * 1024

/** Seconds that an upload may fall behind that: a mobile client that changes its network takes 15. */
export const secondsBehindMax = 20

/** The client may not be reading, and what it still sends is not wanted: the connection is closed. */
const tooSlow = errorResponse(
  408,
  codedText("upload_too_slow", "pace", { n: octetsPerSecondMin.toLocaleString("en") }),
  { connection: "close" }
)

const nanosPerSecond = 1e9

/** Watches a client: only the time counts in which we wait for the client, not that of our own work. */
const watched = <E, R>(
  body: Stream.Stream<Uint8Array, E, R>,
  late: Deferred.Deferred<never>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.transformPull(body, (pull) =>
    Effect.sync(() => {
      let secondsLeft = secondsBehindMax
      return Effect.gen(function* () {
        const from = yield* Clock.currentTimeNanos
        const pieces = yield* Effect.timeoutOrElse(pull, {
          duration: `${secondsLeft} seconds`,
          orElse: () => Effect.andThen(Deferred.die(late, tooSlow), Effect.never)
        })
        const waited = Number((yield* Clock.currentTimeNanos) - from) / nanosPerSecond
        const octets = pieces.reduce((sum, { length }) => sum + length, 0)
        const earned = octets / octetsPerSecondMin
        secondsLeft = Math.min(secondsBehindMax, Math.max(0, secondsLeft - waited) + earned)
        return pieces
      })
    })
  )

/** Reads a body; one that is too slow ends with a 408, and `read` is interrupted. */
export const requireProgress = <A, E, R, EB, RB>(
  body: Stream.Stream<Uint8Array, EB, RB>,
  read: (body: Stream.Stream<Uint8Array, EB, RB>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const late = yield* Deferred.make<never>()
    return yield* Effect.raceFirst(read(watched(body, late)), Deferred.await(late))
  })

/**
 * Octets that count as one request. Reading and storing a list takes 0.2 s of processor time per MiB,
 * that of 600 checks of 0.33 ms (measured 2026-11).
 */
export const octetsPerToken = 1_700

/** The largest part of a full bucket that one upload takes, so that other requests go on meanwhile. */
const bucketPart = 1 / 2

/** A piece waits this long for its tokens at most: an upload is slowed, not refused midway. */
const attempts = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "1 second" }))

/** Takes tokens for what has been read. The request itself has paid one before. */
const payByOctets = <E, R>(
  body: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<Uint8Array, E, R | CurrentAccount | RateLimits> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { accountId } = yield* CurrentAccount
      const limits = yield* RateLimits
      const most = Math.floor((limits.standing(accountId)?.burst ?? 0) * bucketPart)
      let octets = 0
      let paid = 1
      return Stream.tap(body, ({ length }) => {
        octets += length
        const due = Math.min(most, Math.floor(octets / octetsPerToken)) - paid
        if (due <= 0) return Effect.void
        paid += due
        return Effect.ignore(Effect.retry(limits.take(accountId, due), attempts))
      })
    })
  )

/** Octets of the whole request. Beyond that the connection is closed. */
const bodyOctetsMax = 64 * 1024 * 1024

/** Ours hold one word. Forms of other programs add tokens and notes, which are read and dropped. */
const fieldOctetsMax = 16 * 1_024

/** Ours are eight. A form with more than this is no form for a list. */
const partsMax = 64

/** Characters of an unknown part's name that the error repeats. */
const nameShownMax = 40

export interface FormFile {
  readonly name: string
  readonly content: Stream.Stream<Uint8Array, BadRequest>
}

/** Called in the order in which the parts arrive, each once. */
interface FormReader<A, EM, RM, EF, RF> {
  readonly onMode: (mode: Mode) => Effect.Effect<void, EM, RM>
  readonly onFile: (
    file: FormFile,
    options: ReadOptions,
    maxAge: number | undefined
  ) => Effect.Effect<A, EF, RF>
}

interface Form<A> {
  readonly mode: Mode
  readonly options: ReadOptions
  /** Milliseconds. */
  readonly maxAge: number | undefined
  /** The result of `onFile`. */
  readonly file: A
}

const refuse = (error: AnySentence) => new BadRequest({ error })

const notMultipart = refuse(codedText("form_invalid", "notMultipart"))
const tooManyParts = refuse(codedText("form_invalid", "partsMax", { n: partsMax }))
const fieldTooLong = refuse(
  codedText("form_invalid", "partTooLong", { n: fieldOctetsMax.toLocaleString("en") })
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
const uploadName = (sent: string): string => {
  const name = /(?<![^/\\])[^/\\]*$/.exec(sent.toWellFormed().replace(escapedQuote, '"'))?.[0] ?? ""
  const printable = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim()
  return Array.from(printable).slice(0, nameCharsMax).join("") || "upload.csv"
}

const isMode = Schema.is(Mode)

const imports = [...ImportService.literals, "none"] as const
const isImport = Schema.is(Schema.Literals(imports))

const modeOf = (part: Multipart.Part): Effect.Effect<Mode, BadRequest> =>
  part._tag === "Field" && isMode(part.value)
    ? Effect.succeed(part.value)
    : Effect.fail(refuse('mode must be "fast" or "deep"'))

const columnOf = (part: Multipart.Part): Effect.Effect<string, BadRequest> =>
  part._tag === "Field" && !/^\s*(?:0+\s*)?$/.test(part.value)
    ? Effect.succeed(part.value.trim())
    : Effect.fail(refuse("column must be the name of a column, or its number from 1"))

const hasHeaderOf = (part: Multipart.Part): Effect.Effect<boolean, BadRequest> =>
  part._tag === "Field" && (part.value === "true" || part.value === "false")
    ? Effect.succeed(part.value === "true")
    : Effect.fail(refuse('header must be "true" or "false"'))

const encodingOf = (part: Multipart.Part): Effect.Effect<string, BadRequest> =>
  part._tag === "Field" && part.value.trim() !== ""
    ? Effect.succeed(part.value.trim())
    : Effect.fail(refuse("encoding must be the name of one, such as utf-8 or windows-1251"))

const maxAgeOf = (part: Multipart.Part): Effect.Effect<number, BadRequest> => {
  const millis = part._tag === "Field" ? readMaxAge(part.value) : undefined
  return millis === undefined
    ? Effect.fail(refuse(`max_age ${maxAgeLimits}`))
    : Effect.succeed(millis)
}

const importOf = (part: Multipart.Part): Effect.Effect<ServiceName | "none", BadRequest> =>
  part._tag === "Field" && isImport(part.value)
    ? Effect.succeed(part.value)
    : Effect.fail(refuse(`import ${oneOf(imports)}`))

const importDateOf = (part: Multipart.Part): Effect.Effect<string, BadRequest> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    part._tag === "Field" && dayOf(part.value, now) !== undefined
      ? Effect.succeed(part.value.trim())
      : Effect.fail(refuse(`import_date ${fieldFault("day", { example: "2026-11-28" })}`))
  )

const fileOf = (part: Multipart.Part): Effect.Effect<FormFile, BadRequest> =>
  part._tag === "Field"
    ? Effect.fail(refuse("file must be sent as a file, with a file name"))
    : Effect.succeed({
        name: uploadName(part.name),
        content: Stream.mapError(part.content, toBadRequest)
      })

const shown = (key: string): string => JSON.stringify(key.slice(0, nameShownMax))

/** Edits that make a slip of a name of ours. Three would take `form` for `file`. */
const slipEditsMax = 2

/** A name of ours that another one was meant to be. Its first letter is rarely wrong: `code` is no `mode`. */
const meantBy = (key: string, names: ReadonlyArray<string>): string | undefined => {
  const word = key.trim().toLowerCase()
  return nearest(
    word,
    names.filter((name) => name[0] === word[0]),
    slipEditsMax
  )
}

/** Anything else in a form is not for us. */
const passOver = (part: Multipart.Part): Effect.Effect<void, BadRequest> =>
  part._tag === "Field" ? Effect.void : Effect.mapError(Stream.runDrain(part.content), toBadRequest)

interface PartsRead<A> {
  mode?: Mode
  column?: string
  header?: boolean
  encoding?: string
  max_age?: number
  import?: ServiceName | "none"
  import_date?: string
  file?: { readonly result: A }
}

const misspelled = (name: string, meant: string) =>
  refuse(codedText("form_invalid", "misspelled", { name: shown(name), meant }))

/** `other`: the name under which a file was sent. */
const withoutFile = (other: string | undefined) =>
  refuse(
    other === undefined
      ? `file ${fieldFault("required")}`
      : codedText("form_invalid", "otherFile", { name: shown(other) })
  )

/**
 * Reads each part at most once, in any order; but the file is read as it arrives, by the layout known then.
 */
const readParts = <A, EM, RM, EF, RF, R>(
  parts: Stream.Stream<Multipart.Part, BadRequest, R>,
  { onMode, onFile }: FormReader<A, EM, RM, EF, RF>
): Effect.Effect<Form<A>, EM | EF | BadRequest, RM | RF | R> =>
  Effect.gen(function* () {
    const read: PartsRead<A> = {}
    const optionsNow = (): ReadOptions => ({
      layout: { column: read.column, hasHeader: read.header ?? byHeader.hasHeader },
      encoding: read.encoding,
      imports: { service: read.import, on: read.import_date }
    })
    const into =
      <K extends Exclude<keyof PartsRead<A>, "file">>(
        key: K,
        valueOf: (part: Multipart.Part) => Effect.Effect<Required<PartsRead<A>>[K], BadRequest>
      ) =>
      (part: Multipart.Part): Effect.Effect<void, BadRequest> =>
        Effect.map(valueOf(part), (value) => void (read[key] = value))
    const readers: Readonly<
      Record<
        keyof PartsRead<A>,
        (part: Multipart.Part) => Effect.Effect<void, EM | EF | BadRequest, RM | RF>
      >
    > = {
      mode: Effect.fnUntraced(function* (part) {
        yield* onMode((read.mode = yield* modeOf(part)))
      }),
      column: into("column", columnOf),
      header: into("header", hasHeaderOf),
      encoding: into("encoding", encodingOf),
      max_age: into("max_age", maxAgeOf),
      import: into("import", importOf),
      import_date: into("import_date", importDateOf),
      file: Effect.fnUntraced(function* (part) {
        read.file = { result: yield* onFile(yield* fileOf(part), optionsNow(), read.max_age) }
      })
    }
    const isKnown = (key: string): key is keyof PartsRead<A> => Object.hasOwn(readers, key)
    let otherFile: string | undefined
    yield* Stream.runForEach(parts, (part) =>
      Effect.gen(function* () {
        const { key } = part
        if (!isKnown(key)) {
          const meant = meantBy(key, Object.keys(readers))
          if (meant !== undefined) return yield* misspelled(key, meant)
          if (part._tag === "File") otherFile ??= key
          return yield* passOver(part)
        }
        if (read[key] !== undefined) return yield* refuse(`${key} must be given only once`)
        if (read.file !== undefined && beforeFile.has(key))
          return yield* refuse(`${key} must come before the file in the form`)
        yield* readers[key](part)
      })
    )
    if (read.file === undefined) return yield* withoutFile(otherFile)
    const { mode = "fast", max_age: maxAge, file } = read
    return { mode, options: optionsNow(), maxAge, file: file.result }
  })

/** The file is read by them while it arrives. */
const beforeFile: ReadonlySet<string> = new Set([
  "column",
  "header",
  "encoding",
  "max_age",
  "import",
  "import_date"
])

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

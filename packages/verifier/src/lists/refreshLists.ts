/**
 * Fetches newer lists into a folder, from which `Lists.layerFrom` and `reload` read them.
 *
 * The lists are maintained by others, and their mistakes must not reach our answers. A list that lost
 * more than a fifth of its entries, or calls a well-known provider disposable, is refused: the old one
 * stays in use.
 */
import { mkdir, rename, writeFile } from "node:fs/promises"

import { DateTime, Duration, Effect, Result, Schema, Stream } from "effect"
import { HttpClient } from "effect/http"
import type { HttpClientResponse } from "effect/http"

import { parseDomain } from "../address/parseAddress.ts"
import { wellKnownProviders } from "../address/suggestDomain.ts"
import { listSources } from "./listSources.ts"
import type { ListSource } from "./listSources.ts"
import { bundledDomains, bundledEntries } from "./packedLists.ts"
import type { NamedDomains } from "./packedLists.ts"
import { dateOf, RefreshedList, refreshedList, refreshedPath } from "./refreshedLists.ts"

export type RefreshOutcome = { readonly name: string } & (
  | { readonly _tag: "refreshed"; readonly before: number; readonly after: number }
  | { readonly _tag: "unchanged" }
  /** The new list was fetched, but is not trusted. */
  | { readonly _tag: "refused"; readonly why: string }
  /** The new list could not be fetched or written. */
  | { readonly _tag: "failed"; readonly why: string }
)

interface RefreshOptions {
  /** The folder, which is created if it is missing. */
  readonly folder: string
  /** Mirrors to fetch from instead of the authors, by list name. */
  readonly urls?: Readonly<Record<string, string>>
}

/** The most octets of a list. The largest list has 2 MB; ten times that is no list of domains. */
const listOctetsMax = 20 * 1024 * 1024

/** The longest fetch: enough for 20 MB over a slow connection. */
const fetchWaitMax = Duration.minutes(2)

/** The largest loss, as a part of the entries in use. A list that is cleaned up loses a few per cent a month. */
const shrinkMax = 0.2

/** The most invalid lines, as a part of all: a list has a few mistakes, a page of HTML hardly any valid line. */
const invalidLinesMax = 0.01

class NotFetched extends Schema.TaggedError<NotFetched>()("NotFetched", { why: Schema.String }) {}

class Refused extends Schema.TaggedError<Refused>()("Refused", { why: Schema.String }) {}

const bodyOf = (
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<string, NotFetched> =>
  Effect.suspend(() => {
    let octets = 0
    const chunks: Array<Uint8Array> = []
    return response.stream.pipe(
      Stream.mapError(() => new NotFetched({ why: "the connection broke" })),
      Stream.runForEach((chunk) => {
        octets += chunk.length
        chunks.push(chunk)
        return octets > listOctetsMax
          ? Effect.fail(new NotFetched({ why: `it is larger than ${listOctetsMax} octets` }))
          : Effect.void
      }),
      Effect.map(() => Buffer.concat(chunks).toString("utf8"))
    )
  })

type Fetched = { readonly text: string; readonly etag: string | undefined } | "unchanged"

const fetchList = Effect.fnUntraced(
  function* (url: string, etag: string | undefined) {
    const client = yield* HttpClient.HttpClient
    const response = yield* client
      .get(url, { headers: etag === undefined ? {} : { "if-none-match": etag } })
      .pipe(Effect.mapError(() => new NotFetched({ why: `${url} does not answer` })))
    if (response.status === 304) return "unchanged" satisfies Fetched
    if (response.status !== 200) {
      return yield* new NotFetched({ why: `${url} answers ${response.status}` })
    }
    return { text: yield* bodyOf(response), etag: response.headers["etag"] } satisfies Fetched
  },
  Effect.timeoutOrElse({
    duration: fetchWaitMax,
    orElse: () => Effect.fail(new NotFetched({ why: "it takes too long" }))
  })
)

const isStrings = Schema.is(Schema.Array(Schema.String))

/** The entries of a text: a JSON array, or one name per line with `#` and `//` comments. */
const linesOf = (text: string): ReadonlyArray<string> => {
  if (text.trimStart().startsWith("[")) {
    const parsed = Result.try((): unknown => JSON.parse(text))
    return Result.isSuccess(parsed) && isStrings(parsed.success) ? parsed.success : []
  }
  return text.split(/\r?\n/).filter((line) => !/^\s*(?:#|\/\/|$)/.test(line))
}

/** The domains of a text, each once. A few invalid lines are left out; with too many the list is refused. */
const entriesIn = (text: string): Effect.Effect<ReadonlyArray<string>, Refused> => {
  const lines = linesOf(text)
  const domains = lines.flatMap((line) => {
    const domain = parseDomain(line.trim())
    return Result.isSuccess(domain) ? [domain.success] : []
  })
  return domains.length === 0 || lines.length - domains.length > invalidLinesMax * lines.length
    ? Effect.fail(new Refused({ why: "it is no list of domains" }))
    : Effect.succeed([...new Set(domains)])
}

/** Why a new list is not trusted; `undefined` means that it is. */
const faultOf = (
  { kind }: ListSource,
  entries: ReadonlyArray<string>,
  inUse: ReadonlyArray<string>
): string | undefined => {
  if (entries.length < inUse.length * (1 - shrinkMax)) {
    return `it shrank from ${inUse.length} entries to ${entries.length}`
  }
  const known =
    kind === "disposable" ? entries.find((entry) => wellKnownProviders.has(entry)) : undefined
  return known === undefined ? undefined : `it calls ${known} disposable`
}

/** Writes a list atomically: a reader never finds half a list. */
const write = (folder: string, list: RefreshedList): Effect.Effect<void, NotFetched> =>
  Effect.tryPromise({
    try: async () => {
      const path = refreshedPath(folder, list.name)
      await mkdir(folder, { recursive: true })
      await writeFile(`${path}.new`, Schema.encodeSync(RefreshedList)(list))
      await rename(`${path}.new`, path)
    },
    catch: (cause) => new NotFetched({ why: `it cannot be written: ${String(cause)}` })
  })

/** The entries that the bundled list lacks, by the date of the refresh that brought them first. */
const sinceIn = (
  entries: ReadonlyArray<string>,
  bundled: ReadonlyArray<string>,
  last: RefreshedList | undefined,
  fetchedAt: string
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const known = new Set(bundled)
  const dates = new Map(
    Object.entries(last?.since ?? {}).flatMap(([date, names]) =>
      names.map((name) => [name, date] as const)
    )
  )
  const today = dateOf({ fetchedAt })
  const added = entries.filter((entry) => !known.has(entry))
  return Object.fromEntries(Map.groupBy(added, (entry) => dates.get(entry) ?? today))
}

const refresh = Effect.fnUntraced(function* (
  source: ListSource,
  url: string,
  folder: string,
  groups: ReadonlyArray<NamedDomains>
) {
  const { name } = source
  const last = refreshedList(source, folder)
  const etag = last?.url === url ? last.etag : undefined
  const fetched = yield* fetchList(url, etag)
  if (fetched === "unchanged") return { name, _tag: "unchanged" } satisfies RefreshOutcome
  const entries = yield* entriesIn(fetched.text)
  const bundled = bundledEntries(source, groups)
  const inUse = last?.entries ?? bundled
  const fault = faultOf(source, entries, inUse)
  if (fault !== undefined) return yield* new Refused({ why: fault })
  const fetchedAt = DateTime.formatIso(yield* DateTime.now)
  yield* write(folder, {
    name,
    url,
    fetchedAt,
    ...(fetched.etag !== undefined && { etag: fetched.etag }),
    entries,
    since: sinceIn(entries, bundled, last, fetchedAt)
  })
  return {
    name,
    _tag: "refreshed",
    before: inUse.length,
    after: entries.length
  } satisfies RefreshOutcome
})

/** Refreshes every list that has a URL, with one outcome for each. A list that fails does not stop the others. */
export const refreshLists = ({
  folder,
  urls = {}
}: RefreshOptions): Effect.Effect<ReadonlyArray<RefreshOutcome>, never, HttpClient.HttpClient> =>
  Effect.suspend(() => {
    const groups = bundledDomains()
    return Effect.forEach(
      listSources.flatMap((source) => {
        const url = urls[source.name] ?? source.url
        return url === undefined ? [] : [{ source, url }]
      }),
      ({ source, url }) =>
        Effect.catchTags(refresh(source, url, folder, groups), {
          Refused: ({ why }) =>
            Effect.succeed<RefreshOutcome>({ name: source.name, _tag: "refused", why }),
          NotFetched: ({ why }) =>
            Effect.succeed<RefreshOutcome>({ name: source.name, _tag: "failed", why })
        })
    )
  })

/**
 * `job_search`: per thousand rows of a job, what a results page must know of them to filter, search
 * and count without touching a million results (findRows.ts).
 *
 *   addresses   as they are searched, each followed by a line feed; without an address, an empty line
 *   first_rows  the row whose result counts: itself, or the first with its address; -1: no address
 *   statuses    one letter each, once the job is searchable: v r i u, `-` no result, blank no address
 *   …_rows      how many of each, with repeats
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { CsvChunk } from "./csv/CsvPart.ts"
import { facetLetters } from "./facetLetters.ts"
import type { JobRecord } from "./JobRecord.ts"

/** What is looked for, and where: a line feed stands between addresses, and so never in one. */
export const asSearched = (text: string): string => text.toLowerCase().replaceAll("\n", " ")

export const searchedAddresses = ({ emails }: Pick<CsvChunk, "emails">): string =>
  emails.map((email) => `${asSearched(email)}\n`).join("")

/** Chunks per statement: some 10 ms each, of the 2 s that a statement has. */
const chunksAtOnce = 25

/** From the first thousand after `from` on: answers how many there were. */
const fillSome = (job: string, from: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      with facet as (
        ${facetLetters(sql, job)}
      ), letters as (
        select s.chunk_no, string_agg(letter, '' order by at) as statuses,
          string_agg(facet, '' order by at) as facets
        from job_search s cross join lateral (
          select at, case when first = -1 then ' ' else coalesce(left(r.status, 1), '-') end as letter,
            case when first = -1 then ' ' else coalesce(facet.letter, '-') end as facet
          from unnest(s.first_rows) with ordinality f (first, at)
          left join job_result r on r.job_id = s.job_id and r.row_no = first
          left join facet on facet.status = r.status
            and facet.sub_status = coalesce(r.sub_status, '')
        ) letter
        where s.job_id = ${job} and s.chunk_no >= ${from} and s.chunk_no < ${from + chunksAtOnce}
        group by s.chunk_no
      )
      update job_search s set statuses = l.statuses, facets = l.facets,
        valid_rows = ${countOf(sql, "v")}, risky_rows = ${countOf(sql, "r")},
        invalid_rows = ${countOf(sql, "i")}, unknown_rows = ${countOf(sql, "u")}
      from letters l where s.job_id = ${job} and s.chunk_no = l.chunk_no returning 1`
  ).pipe(Effect.map((rows) => rows.length))

const countOf = (sql: SqlClient.SqlClient, letter: string) =>
  sql`length(l.statuses) - length(replace(l.statuses, ${letter}::text, ''))`

/**
 * Makes a finished job searchable; one that is so already stays as it is. The results of a finished
 * job do not change any more, so two may do it at once. Some 5 s for a million rows.
 */
export const buildSearch = ({
  id,
  chunks,
  isSearchable
}: Pick<JobRecord, "id" | "chunks" | "isSearchable">): Effect.Effect<
  void,
  SqlError.SqlError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    if (isSearchable) return
    const sql = yield* SqlClient.SqlClient
    for (let from = 0; from < chunks; from += chunksAtOnce) yield* fillSome(id, from)
    yield* sql`
      update job set is_searchable = true where job_id = ${id} and completed_at is not null`
  })

/**
 * `job_search`: one row per thousand rows of a job, with what a results page needs to filter, search and
 * count without reading a million results (findRows.ts).
 *
 *   addresses   in search form, each followed by a line feed; an empty line for a row without an address
 *   first_rows  by row: the row that has its result (CsvChunk); -1: no address
 *   statuses    one letter each, once the job is searchable: v r i u, `-` no result, blank no address
 *   facets      likewise, one letter per status and sub_status (jobFacets.ts)
 *   …_rows      how many of each status, including repeats
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "../csv/CsvPart.ts"
import type { JobRecord } from "../JobRecord.ts"
import { facetLetters } from "./jobFacets.ts"

/** The search form of an address or a needle. Line feeds separate addresses, so none is left in one. */
export const toSearchText = (text: string): string => text.toLowerCase().replaceAll("\n", " ")

export const searchableAddresses = ({ emails }: Pick<CsvChunk, "emails">): string =>
  emails.map((email) => `${toSearchText(email)}\n`).join("")

/** Some 10 ms each, of the 2 s that a statement has. */
const chunksPerStatement = 25

/** Fills `chunksPerStatement` chunks from chunk `from` on. */
const fillChunks = (job: string, from: number) =>
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
        where s.job_id = ${job} and s.chunk_no >= ${from} and s.chunk_no < ${from + chunksPerStatement}
        group by s.chunk_no
      )
      update job_search s set statuses = l.statuses, facets = l.facets,
        valid_rows = ${countOf(sql, "v")}, risky_rows = ${countOf(sql, "r")},
        invalid_rows = ${countOf(sql, "i")}, unknown_rows = ${countOf(sql, "u")}
      from letters l where s.job_id = ${job} and s.chunk_no = l.chunk_no`
  )

const countOf = (sql: SqlClient.SqlClient, letter: string) =>
  sql`length(l.statuses) - length(replace(l.statuses, ${letter}::text, ''))`

/**
 * Makes a finished job searchable; does nothing if it is already. The results of a finished job no longer
 * change, so two nodes may do it at once. A million rows take some 5 s.
 */
export const buildSearch = ({
  id,
  chunks,
  isSearchable
}: Pick<JobRecord, "id" | "chunks" | "isSearchable">): Effect.Effect<
  void,
  never,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    if (isSearchable) return
    const sql = yield* SqlClient.SqlClient
    for (let from = 0; from < chunks; from += chunksPerStatement) yield* fillChunks(id, from)
    yield* sql`
      update job set is_searchable = true where job_id = ${id} and completed_at is not null`
  }).pipe(Effect.orDie)

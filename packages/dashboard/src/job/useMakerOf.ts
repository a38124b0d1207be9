/** The name of the person or key that uploaded a list. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { keysQuery } from "../keys/keyQueries.ts"
import { words } from "../words/job.tsx"

const { maker: said } = words

/** The heading of a column with the uploaders of lists. */
export const { head: makerHead } = said

/**
 * Returns the uploader of a list, or `undefined` if it is not recorded or not known yet. The response to
 * an upload names nobody, and the list of keys lacks revoked ones. Keys are only fetched if `jobs` need
 * them.
 */
export const useMakerOf = (jobs: ReadonlyArray<BulkJob>) => {
  const enabled = jobs.some(({ key_id }) => key_id !== undefined)
  const { data: keys } = useQuery({ ...keysQuery, enabled })
  return ({ made_by, key_id, status }: BulkJob): string | undefined => {
    if (made_by) return made_by.email ?? (status === "pending" ? undefined : said.hasLeft)
    if (key_id === undefined || keys === undefined) return undefined
    const key = keys.find(({ id }) => id === key_id)
    return key === undefined ? said.revokedKey : said.key(key.name)
  }
}

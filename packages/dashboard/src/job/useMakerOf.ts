/** Who uploaded a list, for people. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { keysQuery } from "../keys/keyQueries.ts"
import { words } from "../words/job.tsx"

const { maker: said } = words

/**
 * `undefined`: it is not recorded, or not known yet. The answer to an upload has no address of anybody; a key
 * that was revoked is in no list of keys, which is only asked for if `jobs` need it.
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

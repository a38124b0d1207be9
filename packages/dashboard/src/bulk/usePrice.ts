/** The price of a list, by a dry run: the service reads the whole file and stores nothing. */
import type { UploadPrice } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import type { List, ListUpload, Mode } from "./List.ts"
import { sendFile } from "./sendFile.ts"

export const usePrice = ({ id }: List, { key, file, parts }: ListUpload, mode: Mode) => {
  const [progress, setProgress] = useState(0)
  const price = useQuery({
    queryKey: ["list-price", id, key, mode],
    queryFn: ({ signal }) => {
      setProgress(0)
      return sendFile<UploadPrice>({
        file,
        parts,
        mode,
        query: { dry_run: true },
        signal,
        onProgress: setProgress
      })
    },
    // Up to 32 MB are sent for it, so it is fetched only once, unless that failed.
    staleTime: ({ state }) => (state.data === undefined ? 0 : "static"),
    refetchOnWindowFocus: false,
    retry: false
  })
  return { price, progress }
}

/** What the list would cost, by a dry run: the service reads the whole file, and keeps nothing of it. */
import type { UploadPrice } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { sendFile } from "./sendFile.ts"

export type Mode = UploadPrice["mode"]

/** A file as it was chosen; the same file chosen again is another list. */
export interface List {
  readonly id: string
  readonly file: File
}

export const usePrice = ({ id, file }: List, mode: Mode) => {
  const [share, setShare] = useState(0)
  const price = useQuery({
    queryKey: ["list-price", id, mode],
    queryFn: ({ signal }) => {
      setShare(0)
      return sendFile<UploadPrice>({
        file,
        mode,
        query: { dry_run: true },
        signal,
        onProgress: setShare
      })
    },
    // Up to 32 MB are sent for it: once, unless that has failed.
    staleTime: ({ state }) => (state.data === undefined ? 0 : "static"),
    refetchOnWindowFocus: false,
    retry: false
  })
  return { price, share }
}

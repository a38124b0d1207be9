/**
 * The state of a chosen list, from the choice to the start: the file, the column of its addresses, its
 * repairs, and the upload.
 */
import { decodeStart } from "@rcpt/api/decodeStart"
import type { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import { filledColumns, guessLayout, partsOf, startOf } from "@rcpt/api/listLayout"
import type { LayoutParts, ListLayout, ListText } from "@rcpt/api/listLayout"
import { ListUnreadable } from "@rcpt/api/ListUnreadable"
import { wordOf } from "@rcpt/api/nameLetters"
import type { ReadList } from "@rcpt/api/readListFile"
import { repairList } from "@rcpt/api/repairList"
import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useLocation } from "wouter"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { loadPart, PartNotLoaded } from "../api/loadPart.ts"
import { queryClient } from "../api/queryClient.ts"
import { newIdempotencyKey } from "../api/request.ts"
import type { Query } from "../api/request.ts"
import { jobQuery, jobsKey } from "../job/jobQueries.ts"
import { words } from "../words/bulk.tsx"
import { pastedList, refusalOf } from "./listFile.ts"
import type { Refusal } from "./listFile.ts"
import { sendFile } from "./sendFile.ts"

export type Mode = UploadPrice["mode"]

/** A chosen file. The same file chosen again is another list. */
export interface List {
  readonly id: string
  /** As it is sent: a CSV, whatever was chosen. */
  readonly file: File
  /** The mode of the list or check that it comes from. */
  readonly mode?: Mode
  /** What was chosen, if it was no CSV. */
  readonly from?: Omit<ReadList, "file"> & { readonly file: File }
}

/** The upload: the file as it was chosen or repaired, and the parts of the form that describe it. */
export interface ListUpload {
  /** Other uploads of the same list have another key. */
  readonly key: string
  readonly file: File
  readonly parts: LayoutParts
}

const oneAtATime: Refusal = {
  title: words.refusal.several,
  advice: words.refusal.severalAdvice
}

const readers = () => import("@rcpt/api/readListFile")

/** The list in a file, whatever kind it has. Its reader is loaded with the first file. */
const listIn = async (file: File, sheet?: string): Promise<List> => {
  const { readListFile } = await loadPart(readers)
  const { file: csv, ...read } = await readListFile(file, sheet)
  const from = read.kind === undefined ? {} : { from: { ...read, file } }
  return { id: newIdempotencyKey(), file: csv, ...from }
}

const adviceFor = (error: unknown): string => {
  if (error instanceof PartNotLoaded) return words.refusal.readerNotLoaded
  return error instanceof ListUnreadable
    ? words.unreadable[error.reason](error.detail)
    : words.refusal.unreadableAdvice
}

const unreadable = ({ name }: File, error: unknown): Refusal => ({
  title: words.refusal.unreadable(name),
  advice: adviceFor(error)
})

/** A list that another page has made. The page of lists takes it when it opens. */
let handedOver: Omit<List, "id"> | undefined

export const handOver = (list: Omit<List, "id">): void => {
  handedOver = list
}

const takeHandedOver = (): List | undefined =>
  handedOver && { id: newIdempotencyKey(), ...handedOver }

/**
 * The chosen list: a file, which is read as CSV first, or pasted text. `choosePasted` returns
 * false if there is no address in the text.
 */
export const useListChoice = () => {
  const [list, setList] = useState(takeHandedOver)
  // It is taken once: who comes back later chooses anew.
  useEffect(() => {
    handedOver = undefined
  }, [])
  const [refusal, setRefusal] = useState<Refusal>()
  const [isReading, setReading] = useState(false)
  const refuse = useCallback((refusal: Refusal): void => {
    setRefusal(refusal)
    setList(undefined)
  }, [])
  const read = useCallback(
    (file: File, sheet?: string): void => {
      setReading(true)
      void listIn(file, sheet)
        .then(
          (list) => {
            const refusal = refusalOf(list.file)
            setRefusal(refusal)
            return setList(refusal === undefined ? list : undefined)
          },
          (error) => refuse(unreadable(file, error))
        )
        .finally(() => setReading(false))
    },
    [refuse]
  )
  const choose = useCallback(
    (files: ReadonlyArray<File>): void => {
      const [file, ...others] = files
      if (file === undefined) return
      const newRefusal = others.length > 0 ? oneAtATime : refusalOf(file)
      if (newRefusal === undefined) read(file)
      else refuse(newRefusal)
    },
    [read, refuse]
  )
  const choosePasted = useCallback(
    (text: string): boolean => {
      const file = pastedList(text, new Date())
      if (file !== undefined) choose([file])
      return file !== undefined
    },
    [choose]
  )
  const forget = useCallback(() => setList(undefined), [])
  return { list, refusal, isReading, read, choose, choosePasted, forget }
}

/** Bytes from which the service, too, tells what a list is like. */
const startBytes = 128 * 1024

/**
 * The start of the file, read without sending it: as it is likely meant, and in the other encodings that it may have.
 * Nothing if it is not text: the service reports what is wrong.
 */
const readPreview = async (file: File): Promise<ReadonlyArray<ListText>> => {
  const isCut = file.size > startBytes
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer())
  const likely = await decodeStart(start, isCut)
  if (likely === undefined) return []
  const others = await Promise.all(likely.others.map((one) => decodeStart(start, isCut, one)))
  return [likely, ...others].flatMap((one) => (one === undefined ? [] : [{ ...one, isCut }]))
}

/** Reading the whole file takes some tenths of a second, once for each column. */
const useRepair = (
  { id, file }: List,
  layout: ListLayout | undefined,
  encoding: string | undefined
) =>
  useQuery({
    queryKey: ["list-repair", id, layout?.column, layout?.hasHeader, encoding],
    queryFn: async () => (layout && (await repairList(file, layout, encoding))) ?? null,
    enabled: layout !== undefined && layout.column >= 0,
    staleTime: "static",
    retry: false
  })

const useLayout = (list: List) => {
  const { data: readings = [], isPending } = useQuery({
    queryKey: ["list-preview", list.id],
    queryFn: () => readPreview(list.file),
    staleTime: "static",
    retry: false
  })
  const [named, setNamed] = useState<string>()
  const text = readings.find(({ encoding }) => encoding === named) ?? readings[0]
  const [chosen, setChosen] = useState<ListLayout>()
  const guessed = useMemo(() => (text ? guessLayout(text) : undefined), [text])
  const layout = chosen ?? guessed
  const hasHeader = layout?.hasHeader ?? true
  const start = useMemo(() => (text ? startOf(text, hasHeader) : undefined), [text, hasHeader])
  const filled = useMemo(() => text && filledColumns(text, hasHeader), [text, hasHeader])
  return {
    isPending,
    layout,
    start,
    filled,
    encoding: text?.encoding ?? "utf-8",
    /** Encodings to choose from, each with a word as it reads; one: it is certain. */
    encodings: readings.map(({ encoding, text }) => ({ encoding, word: wordOf(text) ?? "" })),
    setEncoding: setNamed,
    named,
    isChosen: chosen !== undefined,
    setLayout: setChosen
  }
}

/**
 * Prepares a chosen list before anything is sent: the column with the addresses, and the repairs in it.
 * `upload` is undefined until both are known.
 */
export const useListDoctor = (list: List) => {
  const { isPending, layout, start, filled, named, isChosen, setLayout, ...encodings } =
    useLayout(list)
  const repair = useRepair(list, layout, named)
  const [isRepairing, setRepairing] = useState(true)
  const uploadNow = (): ListUpload | undefined => {
    if (isPending) return undefined
    // The file is not text, or has no row. The service reports what is wrong.
    if (layout === undefined || start === undefined)
      return { key: "unchanged", file: list.file, parts: {} }
    if (layout.column < 0 || repair.isPending) return undefined
    // The service would refuse it.
    if (filled?.isWhole && filled.withoutAt.includes(layout.column)) return undefined
    const repaired = isRepairing ? repair.data?.file : undefined
    const { column, hasHeader } = layout
    return {
      key: `${column} ${hasHeader} ${named ?? ""} ${repaired ? "repaired" : "unchanged"}`,
      file: repaired ?? list.file,
      // A repaired list is in UTF-8.
      parts: {
        ...partsOf(layout, start),
        ...(named !== undefined && repaired === undefined && { encoding: named })
      }
    }
  }
  return {
    isPending,
    start,
    filled,
    layout,
    ...encodings,
    isChosen,
    setLayout,
    repairs: repair.data ?? undefined,
    isRepairing,
    setRepairing,
    upload: uploadNow()
  }
}

/** HTTP 422: the key was used with other bytes, so the file has changed since the first attempt. */
const keyReused = 422

const startKey = ["start-list"]

/** Whether a list is being uploaded. Its settings cannot be changed meanwhile. */
export const useIsStarting = (): boolean => useIsMutating({ mutationKey: startKey }) > 0

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * Starts a job with a list. All attempts with the same upload and mode use the same idempotency key, so that
 * neither a second click nor a connection lost before the response creates a second job.
 */
export const useStart = (
  { key: uploadKey, file, parts }: ListUpload,
  mode: Mode,
  query: Query = {}
) => {
  const [progress, setProgress] = useState(0)
  const keys = useRef(new Map<string, string>())
  const upload = useRef<AbortController>(undefined)
  const [, navigate] = useLocation()
  const start = useMutation({
    mutationKey: startKey,
    mutationFn: () => {
      setProgress(0)
      upload.current = new AbortController()
      const attempt = `${mode} ${uploadKey} ${JSON.stringify(query)}`
      const key = keys.current.get(attempt) ?? newIdempotencyKey()
      keys.current.set(attempt, key)
      return sendFile<BulkJob>({
        file,
        parts,
        mode,
        query,
        headers: { "idempotency-key": key },
        signal: upload.current.signal,
        onProgress: setProgress
      })
    },
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(job.id).queryKey, job)
      void queryClient.invalidateQueries({ queryKey: jobsKey })
      void refreshCredits()
      navigate(`/jobs/${job.id}`)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === keyReused) keys.current.clear()
      // The job may have started even though the response was lost.
      void queryClient.invalidateQueries({ queryKey: jobsKey })
    }
  })
  const { isPending } = start
  useEffect(() => {
    if (!isPending) return
    window.addEventListener("beforeunload", askBeforeLeaving)
    return () => window.removeEventListener("beforeunload", askBeforeLeaving)
  }, [isPending])
  // Leaving the page cancels the upload.
  useEffect(() => () => upload.current?.abort(), [])
  return { start, progress, cancel: () => upload.current?.abort() }
}

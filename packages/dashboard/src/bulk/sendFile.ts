/**
 * Uploads a list and reports the progress, which `fetch` cannot do. Errors and everything else are as in
 * `request`.
 */
import type { LayoutParts } from "@rcpt/api/listLayout"

import { ApiError } from "../api/ApiError.ts"
import { connection } from "../api/connection.ts"
import { apiUrl, toError } from "../api/request.ts"
import type { Query } from "../api/request.ts"
import { words } from "../words/bulk.tsx"
import { language } from "../words/language.ts"

interface Upload {
  readonly file: File
  readonly mode: "fast" | "deep"
  /** Further parts of the form. */
  readonly parts: LayoutParts
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Called with the share of the bytes that was sent, 0 to 1. */
  readonly onProgress: (progress: number) => void
}

/**
 * Whether the file cannot be read any more. The browser refuses to send a file that has changed since it
 * was chosen, without saying why.
 */
const isUnreadable = async (file: File): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer()
    return false
  } catch {
    return true
  }
}

const networkError = async (file: File): Promise<ApiError> => {
  if (await isUnreadable(file)) return new ApiError(words.start.fileChanged, 400)
  connection.lost()
  return new ApiError("no response", 0)
}

/** What `toError` reads of a response. */
const receivedHeaders = ["x-error-code", "x-request-id", "retry-after"]

/** Resolves with `undefined` if there is no response. */
const send = ({ file, mode, parts, query, headers = {}, signal, onProgress }: Upload) =>
  new Promise<Response | undefined>((resolve, reject) => {
    const form = new FormData()
    // These come first: the service reads the file by them while it arrives.
    form.set("mode", mode)
    for (const [name, value] of Object.entries(parts)) form.set(name, value)
    form.set("file", file, file.name)
    const xhr = new XMLHttpRequest()
    xhr.open("POST", apiUrl("/verify/bulk", query))
    for (const [name, value] of Object.entries({
      accept: "application/json",
      "accept-language": language,
      ...headers
    }))
      xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total)
    )
    xhr.addEventListener("error", () => resolve(undefined))
    xhr.addEventListener("abort", () => reject(signal.reason))
    xhr.addEventListener("load", () => {
      const headers = receivedHeaders.flatMap((name): ReadonlyArray<[string, string]> => {
        const value = xhr.getResponseHeader(name)
        return value === null ? [] : [[name, value]]
      })
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: [...headers] }))
    })
    signal.addEventListener("abort", () => xhr.abort(), { once: true })
    if (signal.aborted) return reject(signal.reason)
    xhr.send(form)
  })

export const sendFile = async <A>(upload: Upload): Promise<A> => {
  const response = await send(upload)
  if (response === undefined) throw await networkError(upload.file)
  if (!response.ok) {
    const error = await toError(response)
    if (error.isConnection) connection.lost()
    throw error
  }
  connection.restored()
  return (await response.json()) as A
}

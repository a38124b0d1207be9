/**
 * Sends a list, and says how much of it is on its way: that `fetch` does not tell. Everything else is
 * as `request` has it, errors too.
 */
import { ApiError } from "../api/ApiError.ts"
import { connection } from "../api/connection.ts"
import { apiUrl, toError } from "../api/request.ts"
import type { Query } from "../api/request.ts"

export interface Sending {
  readonly file: File
  readonly mode: "fast" | "deep"
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** 0 to 1, of the octets that have left. */
  readonly onProgress: (share: number) => void
}

/** The browser refuses to send what is not any more what was chosen, and does not say why. */
const isGone = async (file: File): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer()
    return false
  } catch {
    return true
  }
}

const noAnswer = async (file: File): Promise<ApiError> => {
  if (await isGone(file))
    return new ApiError("the file has changed or is gone since it was chosen: choose it again", 400)
  connection.lost()
  return new ApiError("no answer", 0)
}

const exchange = ({ file, mode, query, headers = {}, signal, onProgress }: Sending) =>
  new Promise<Response | undefined>((resolve, reject) => {
    const form = new FormData()
    // First, so that the service can refuse it before it has read the file.
    form.set("mode", mode)
    form.set("file", file, file.name)
    const xhr = new XMLHttpRequest()
    xhr.open("POST", apiUrl("/verify/bulk", query))
    for (const [name, value] of Object.entries({ accept: "application/json", ...headers }))
      xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total)
    )
    xhr.addEventListener("error", () => resolve(undefined))
    xhr.addEventListener("abort", () => reject(signal.reason))
    xhr.addEventListener("load", () => {
      const id = xhr.getResponseHeader("x-request-id")
      const wait = xhr.getResponseHeader("retry-after")
      const answered = { ...(id && { "x-request-id": id }), ...(wait && { "retry-after": wait }) }
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: answered }))
    })
    signal.addEventListener("abort", () => xhr.abort(), { once: true })
    if (signal.aborted) return reject(signal.reason)
    xhr.send(form)
  })

export const sendFile = async <A>(sending: Sending): Promise<A> => {
  const response = await exchange(sending)
  if (response === undefined) throw await noAnswer(sending.file)
  if (!response.ok) {
    const error = await toError(response)
    if (error.isConnection) connection.lost()
    throw error
  }
  connection.found()
  return (await response.json()) as A
}

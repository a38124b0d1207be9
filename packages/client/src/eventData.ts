/** The `data` of server-sent events (WHATWG HTML §9.2). */
import { ConnectionError } from "./RcptError.ts"

/** Milliseconds. The service sends a comment every 15 s: after three without, nobody is there. */
const silenceMax = 45_000

/** What `promise` has, unless it is silent for too long. */
const unlessSilent = async <A>(promise: Promise<A>): Promise<A> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError("the stream is silent")), silenceMax)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}

const dataOf = (event: string): string | undefined => {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"))
  return lines.length === 0
    ? undefined
    : lines.map((line) => line.slice("data:".length).trimStart()).join("\n")
}

/** Ends where the stream ends or breaks off; an event that is not whole is dropped. */
export async function* eventData(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await unlessSilent(reader.read())
      if (done) return
      const events = (text + decoder.decode(value, { stream: true }))
        .replaceAll("\r\n", "\n")
        .split("\n\n")
      text = events.pop() ?? ""
      for (const event of events) {
        const data = dataOf(event)
        if (data !== undefined) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

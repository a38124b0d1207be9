/**
 * One end of a line between two nodes: JSON values, one on each line of text, over a connection whose ends
 * have proved who they are. What is said within one turn of the event loop goes out together: a write costs
 * as much as thirty of these values.
 */
import type { Socket } from "node:net"

/** Far more than a question or a transcript: whoever says more is none of ours. */
const frameCharsMax = 1_048_576

export class FrameSocket<Heard, Said> {
  readonly #socket: Socket
  #said = ""
  #rest = ""

  /** `hear` is told of each value, `closed` once of the end. */
  constructor(socket: Socket, hear: (frame: Heard) => void, closed: () => void) {
    this.#socket = socket
    socket.setEncoding("utf8")
    socket.setNoDelay(true)
    socket.on("data", (text: string) => this.#read(text, hear))
    // Its "close" follows.
    socket.on("error", () => {})
    socket.once("close", closed)
    socket.resume()
  }

  say(frame: Said): void {
    if (this.#said === "") setImmediate(() => this.#flush())
    this.#said += `${JSON.stringify(frame)}\n`
  }

  /** After what has been said. */
  end(): void {
    this.#flush()
    this.#socket.destroySoon()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #flush(): void {
    if (this.#said !== "" && this.#socket.writable) this.#socket.write(this.#said)
    this.#said = ""
  }

  #read(text: string, hear: (frame: Heard) => void): void {
    const lines = (this.#rest + text).split("\n")
    this.#rest = lines.pop() ?? ""
    if (this.#rest.length > frameCharsMax) this.#socket.destroy()
    for (const line of lines) {
      const frame = parsed(line)
      if (frame === undefined) return this.destroy()
      // The other end runs the same version of this program (`lineProtocol`).
      hear(frame as Heard)
    }
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

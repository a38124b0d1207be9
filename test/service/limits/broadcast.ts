/** What processes of one node tell each other, within one process: it arrives at once. */
import type { Broadcast } from "@rcpt/service/platform/processes/Processes"

type Listener = (value: unknown) => void

/** As many members as are wanted. */
export const broadcasts = (count: number): ReadonlyArray<Broadcast> => {
  const members = Array.from({ length: count }, () => new Map<string, Array<Listener>>())
  return members.map((own) => ({
    tell: (topic, value) => {
      for (const other of members)
        if (other !== own)
          for (const listener of other.get(topic) ?? []) listener(JSON.parse(JSON.stringify(value)))
    },
    hear: (topic, listener) => void own.set(topic, [...(own.get(topic) ?? []), listener])
  }))
}

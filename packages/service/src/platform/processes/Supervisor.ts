/**
 * What the supervisor knows, and answers its workers: their roles, who has which shards, what they
 * leave for each other. It serves no request.
 */
import { randomBytes } from "node:crypto"

import { isQuestion, isTold } from "./channel.ts"
import type { Questions, Role } from "./channel.ts"
import { loopback } from "./runnerSockets.ts"
import { makeTable } from "./runnerTable.ts"
import { makeSurveys } from "./surveys.ts"

/** What all workers have in common. */
export type Crew = Omit<Role, "number" | "runnerPort" | "runnerKey">

/** A worker as its supervisor sees it. */
export interface Member {
  readonly number: number
  readonly runnerPort: number
  readonly send: (message: object) => void
  readonly ready: (base: string) => void
}

/** Of the key that workers know each other by: as long as the hash of its cipher suite. */
const keyOctets = 32

export const makeSupervisor = (crew: Crew) => {
  const runnerKey = randomBytes(keyOctets).toString("base64")
  const members = new Set<Member>()
  const kept = new Map<string, unknown>()
  const table = makeTable()
  const drained = new Map<Member, () => void>()
  const surveys = makeSurveys(members)
  let isStopping = false

  /** A worker alone need not wait; all together keep their actors while another still asks them. */
  const release = (): void => {
    if (isStopping && [...members].some((member) => !drained.has(member))) return
    for (const proceed of drained.values()) proceed()
  }

  const answersFor = (member: Member): Questions => ({
    ...table,
    role: () => ({
      ...crew,
      number: member.number,
      runnerPort: member.runnerPort,
      runnerKey
    }),
    ready: member.ready,
    drained: () =>
      new Promise((resolve) => {
        drained.set(member, resolve)
        release()
      }),
    keep: (name, value) => void kept.set(name, value),
    kept: (name) => kept.get(name),
    give: (asked, value) => surveys.take(member, asked, value)
  })

  return {
    join: (member: Member): void => void members.add(member),

    /** It is dead: its shards are free from now on. */
    leave: (member: Member): void => {
      members.delete(member)
      drained.delete(member)
      release()
      const address = `${loopback}:${member.runnerPort}`
      table.unregister(address)
      table.releaseAll(address)
      surveys.endComplete()
    },

    ask: surveys.ask,

    /** From now on workers stop together. */
    stop: (): void => void (isStopping = true),

    hear: async (member: Member, message: unknown): Promise<void> => {
      if (isTold(message)) for (const other of members) if (other !== member) other.send(message)
      if (!isQuestion(message)) return
      const answer = answersFor(member)[message.ask] as (...details: Array<unknown>) => unknown
      // JSON has no undefined.
      member.send({ answers: message.id, value: (await answer(...message.details)) ?? null })
    }
  }
}

export type Supervisor = ReturnType<typeof makeSupervisor>

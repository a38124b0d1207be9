/**
 * The JetStream stream `RCPT_EVENTS`, which repeats the log: which event it ended with, and how the next
 * ones are put behind it.
 *
 * Each message has to follow the one before it (`Nats-Expected-Last-Msg-Id`; the first after a look at the
 * stream its last sequence number), so that no gap and no other order is possible, also when two nodes relay
 * at the same time. `Nats-Msg-Id` makes one that is sent again harmless.
 *
 * Tried with nats-server 2.9: after a restart a server has forgotten the last id if that message is older
 * than its window for duplicates, so ids alone are not enough; and it remembers ids of a stream that was
 * purged and drops them as duplicates, so each refill has ids of its own.
 */
import type { JetStreamClient, JetStreamManager, StreamInfo } from "@nats-io/jetstream"
import type { NatsConnection } from "nats"

import { eventSubjects } from "./eventMessage.ts"
import type { EventMessage, LogPosition } from "./eventMessage.ts"

export const streamName = "RCPT_EVENTS"

/** Milliseconds that a server may take for one answer. */
const answerWaitMax = 5_000

/** The window is in nanoseconds. A relay that was cut off is back in seconds. */
const duplicateWindow = 2 * 60 * 60 * 1e9

/** The last message of the stream. */
interface End {
  /** The number of the message in the stream. 0: nothing was ever there. */
  readonly sequence: number
  /** The id of the last message; none: it is not known whether the server remembers it. */
  readonly id: string | undefined
}

export interface Found {
  /** The last event; `undefined`: the stream is empty. */
  readonly last: (LogPosition & { readonly hash: string }) | undefined
  /** Whether nothing was ever in it. */
  readonly isNew: boolean
  /** Whether it may have lost its oldest messages by limits that an operator has set. */
  readonly hasLimits: boolean
  /** Whether it lost messages in another way: somebody has emptied it. */
  readonly isWiped: boolean
}

/** Someone else writes to the stream, or a message was refused. */
class StreamTrouble extends Error {
  override readonly name = "StreamTrouble"
}

/** `es-<seq>-<idx>`; behind it the number of the refill, if there was one. */
const idOf = ({ seq, idx }: LogPosition, refill: number): string =>
  `es-${seq}-${idx}${refill === 0 ? "" : `-${refill}`}`

const parseId = (id: string) => {
  const [, seq, idx, refill = 0] = /^es-(\d+)-(\d+)(?:-(\d+))?$/.exec(id) ?? []
  if (seq === undefined)
    throw new StreamTrouble(`${streamName} ends with a message that is not ours`)
  return { seq: Number(seq), idx: Number(idx), refill: Number(refill) }
}

const limited = ({ config }: StreamInfo): boolean =>
  config.max_age > 0 ||
  [config.max_bytes, config.max_msgs, config.max_msgs_per_subject].some((limit) => limit > 0)

const isStreamMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === "StreamNotFoundError"

export class EventStream {
  readonly #manager: JetStreamManager
  readonly #client: JetStreamClient
  #end: End = { sequence: 0, id: undefined }
  /** The stream's last sequence number when it was last filled from the start. */
  #refill = 0

  private constructor(manager: JetStreamManager, client: JetStreamClient) {
    this.#manager = manager
    this.#client = client
  }

  static async open(connection: NatsConnection): Promise<EventStream> {
    const { jetstream, jetstreamManager } = await import("@nats-io/jetstream")
    const manager = await jetstreamManager(connection, { timeout: answerWaitMax })
    return new EventStream(manager, jetstream(connection, { timeout: answerWaitMax }))
  }

  /** Operators may change the stream once it exists: its limits, replicas and storage are theirs. */
  async #create(): Promise<StreamInfo> {
    const { DiscardPolicy, StorageType } = await import("@nats-io/jetstream")
    return this.#manager.streams.add({
      name: streamName,
      subjects: [eventSubjects],
      description: "Every event of rcpt, in the order of its log",
      storage: StorageType.File,
      // A full stream refuses messages; the relay waits, and no event is lost.
      discard: DiscardPolicy.New,
      duplicate_window: duplicateWindow
    })
  }

  #info(): Promise<StreamInfo> {
    return this.#manager.streams.info(streamName).catch((error: unknown) => {
      if (isStreamMissing(error)) return this.#create()
      throw error
    })
  }

  #isWiped(info: StreamInfo): boolean {
    return !limited(info) && info.state.first_seq > this.#refill + 1
  }

  /** Looks at the stream, which is created if it is missing. What is published goes behind its end. */
  async find(): Promise<Found> {
    const info = await this.#info()
    const { messages, last_seq: sequence } = info.state
    const traits = { isNew: sequence === 0, hasLimits: limited(info) }
    this.#end = { sequence, id: undefined }
    if (messages === 0) {
      this.#refill = sequence
      return { ...traits, last: undefined, isWiped: false }
    }
    const message = await this.#manager.streams.getMessage(streamName, {
      last_by_subj: eventSubjects
    })
    const { refill, ...place } = parseId(message?.header.get("Nats-Msg-Id") ?? "")
    this.#refill = refill
    const last = { ...place, hash: String(Object(message?.json()).hash) }
    return { ...traits, last, isWiped: this.#isWiped(info) }
  }

  /** Whether it was emptied since it was found; fails if it was deleted. */
  async wasWiped(): Promise<boolean> {
    return this.#isWiped(await this.#manager.streams.info(streamName))
  }

  /** Removes what is left, so that it can be filled from the start. */
  async empty(): Promise<void> {
    await this.#manager.streams.purge(streamName)
    await this.find()
  }

  /** Publishes all messages or fails; which of them are there, `find` tells. */
  async publish(messages: ReadonlyArray<EventMessage>): Promise<void> {
    const { sequence, id } = this.#end
    const acknowledged = messages.map(async (message, index) => {
      const lastMsgID = index === 0 ? id : idOf(messages[index - 1]!, this.#refill)
      const expect = lastMsgID === undefined ? { lastSequence: sequence } : { lastMsgID }
      const msgID = idOf(message, this.#refill)
      const { seq } = await this.#client.publish(message.subject, message.body, { msgID, expect })
      // Otherwise an older message with its id is there, which was purged.
      if (seq !== sequence + index + 1)
        throw new StreamTrouble(`${streamName} has taken event ${msgID} for another one`)
    })
    await Promise.all(acknowledged)
    const last = messages.at(-1)
    if (last === undefined) return
    this.#end = { sequence: sequence + messages.length, id: idOf(last, this.#refill) }
  }
}

/**
 * An example of a consumer: it keeps a CSV file of all charges, `charges.csv`, for a system that knows only
 * files.
 *
 *     npm install nats@npm:@nats-io/transport-node @nats-io/jetstream
 *     NATS_URL=nats://127.0.0.1:4222 node consumer.mjs charges.csv
 *
 * The stream repeats events: after a restart of rcpt or of NATS, and all of them once it was wiped. So the
 * position of the last event is written *together with* what it caused, here in the same line of the file,
 * and an event at or before it is dropped. In a database both belong into one transaction. Nothing else
 * makes an effect happen exactly once: not the window for duplicates of NATS, and not its acknowledgements.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs"

import { DeliverPolicy, jetstream } from "@nats-io/jetstream"
import { connect } from "nats"

const [file = "charges.csv"] = process.argv.slice(2)
const servers = process.env["NATS_URL"] ?? "nats://127.0.0.1:4222"

/** A line that was cut by a crash is not there: it is removed, and its event comes again. */
const lastLine = () => {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, "utf8")
  const whole = text.slice(0, text.lastIndexOf("\n") + 1)
  truncateSync(file, Buffer.byteLength(whole))
  return whole.split("\n").at(-2)
}

/** `seq,idx` of the last event that is in the file. */
const [seq = 0, idx = 0] = (lastLine() ?? "").split(",").map(Number)
const last = { seq, idx }
const isNew = (event) => event.seq > last.seq || (event.seq === last.seq && event.idx > last.idx)

const connection = await connect({ servers, maxReconnectAttempts: -1, waitOnFirstConnect: true })
process.once("SIGTERM", () => connection.close())

// Ordered: from the first message, without a place of ours on the server. The file is our place.
const consumer = await jetstream(connection).consumers.get("RCPT_EVENTS", {
  filter_subjects: "rcpt.events.ledger.CreditsCharged",
  deliver_policy: DeliverPolicy.All
})
for await (const message of await consumer.consume()) {
  const event = message.json()
  if (!isNew(event)) continue
  const { at, stream, data } = event
  appendFileSync(file, `${[event.seq, event.idx, at, stream, data.credits].join(",")}\n`)
  Object.assign(last, { seq: event.seq, idx: event.idx })
}

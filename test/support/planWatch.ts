/**
 * The executed plans of every statement on a connection, also inside functions, with the rows that
 * they actually read. auto_explain sends each plan as a notice, which is parsed from the socket on
 * its way to the driver.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"

export interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

export interface Plan {
  readonly "Query Text": string
  readonly Plan: PlanNode
}

const settings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
  client_min_messages: "log"
}

/** "N": NoticeResponse; its field "M" is the message. PostgreSQL 18, §54.7 */
const noticeType = 0x4e
const messageField = "M"
const headerOctets = 5

const planIn = (body: Buffer): Plan | undefined => {
  const fields = body.toString("utf8").split("\0")
  const message = fields.find((field) => field.startsWith(messageField)) ?? ""
  const at = message.indexOf("plan:\n")
  return at < 0 ? undefined : (JSON.parse(message.slice(at + "plan:\n".length)) as Plan)
}

/** Each message: a type octet, its length without the type (4 octets), its body. */
const listen = (socket: Socket, onPlan: (plan: Plan) => void): Socket => {
  let rest = Buffer.alloc(0)
  socket.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= headerOctets && rest.length > rest.readUInt32BE(1)) {
      const length = rest.readUInt32BE(1)
      const plan =
        rest[0] === noticeType ? planIn(rest.subarray(headerOctets, length + 1)) : undefined
      if (plan !== undefined) onPlan(plan)
      rest = rest.subarray(length + 1)
    }
  })
  return socket
}

export interface PlanWatch {
  readonly client: ReturnType<typeof PgClient.layer>
  /** The plans of an effect's statements, if nothing else uses the client at the same time. */
  readonly plansOf: <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<ReadonlyArray<Plan>, E, R>
}

export const make = (databaseUrl: string): PlanWatch => {
  const { hostname: host, port } = new URL(databaseUrl)
  const plans: Array<Plan> = []
  const stream = () =>
    listen(connect({ host, port: Number(port), noDelay: true }), (plan) => plans.push(plan))
  const client = PgClient.layer({
    url: Redacted.make(databaseUrl),
    stream,
    startupParameters: settings,
    maxConnections: 1
  })
  const plansOf: PlanWatch["plansOf"] = (effect) =>
    Effect.suspend(() => {
      plans.length = 0
      return Effect.map(effect, () => [...plans])
    })
  return { client, plansOf }
}

/** All nodes of a plan. */
export const nodesOf = (node: PlanNode): ReadonlyArray<PlanNode> => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf)
]

/** Rows that a node gets from its children. */
export const rowsIn = (node: PlanNode): number =>
  (node.Plans ?? []).reduce((sum, plan) => sum + plan["Actual Rows"] * plan["Actual Loops"], 0)

/** Rows that a node reads from its table, also those that it filters out. */
export const rowsRead = (node: PlanNode): number =>
  node["Relation Name"] === undefined || node["Node Type"] === "ModifyTable"
    ? 0
    : (node["Actual Rows"] +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0)) *
      node["Actual Loops"]

/**
 * Runs the workflow of n8n in the file that is named, with real requests: its four kinds of nodes, and no other. n8n
 * itself is 1.7 GB, which takes minutes to install; the workflow was tried in its version 2.8.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { ServerResponse } from "node:http"
import { text } from "node:stream/consumers"

import { Schema } from "effect"

const Pairs = Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))

const node = <const Type extends string, Parameters extends Schema.Struct.Fields>(
  type: Type,
  parameters: Parameters
) =>
  Schema.Struct({
    name: Schema.String,
    type: Schema.Literal(`n8n-nodes-base.${type}`),
    onError: Schema.optionalKey(Schema.Literal("continueRegularOutput")),
    parameters: Schema.Struct(parameters)
  })

const Workflow = Schema.Struct({
  nodes: Schema.Array(
    Schema.Union([
      node("webhook", { path: Schema.String, responseMode: Schema.Literal("responseNode") }),
      node("httpRequest", {
        url: Schema.String,
        genericAuthType: Schema.Literal("httpHeaderAuth"),
        queryParameters: Schema.Struct({ parameters: Pairs }),
        options: Schema.Struct({
          timeout: Schema.Number,
          response: Schema.optionalKey(
            Schema.Struct({
              response: Schema.Struct({
                fullResponse: Schema.Literal(true),
                neverError: Schema.Literal(true)
              })
            })
          )
        })
      }),
      node("if", {
        conditions: Schema.Struct({
          conditions: Schema.Tuple([Schema.Struct({ leftValue: Schema.String })])
        })
      }),
      node("respondToWebhook", {
        responseBody: Schema.String,
        options: Schema.Struct({ responseCode: Schema.Number })
      })
    ])
  ),
  connections: Schema.Record(
    Schema.String,
    Schema.Struct({ main: Schema.Array(Schema.Array(Schema.Struct({ node: Schema.String }))) })
  )
})

type Node = (typeof Workflow.Type)["nodes"][number]
type Request = Extract<Node, { readonly type: "n8n-nodes-base.httpRequest" }>
type Json = Readonly<Record<string, unknown>>

const [file = ""] = process.argv.slice(2)
const workflow = Schema.decodeUnknownSync(Workflow)(JSON.parse(readFileSync(file, "utf8")))

const nodeOf = (name: string): Node => {
  const found = workflow.nodes.find((node) => node.name === name)
  if (found === undefined) throw new Error(`no node ${name}`)
  return found
}

/** An expression of n8n is JavaScript with the item, and with what earlier nodes gave. */
const valueOf = (parameter: string, json: Json, done: ReadonlyMap<string, Json>): unknown => {
  const expression = /^=\{\{(.*)\}\}$/s.exec(parameter)?.[1]
  if (expression === undefined) return parameter
  const earlier = (name: string) => ({ first: () => ({ json: done.get(name) }) })
  // oxlint-disable-next-line typescript/no-implied-eval -- Expressions are code.
  return new Function("$json", "$", `return (${expression})`)(json, earlier)
}

const send = async ({ parameters, onError }: Request, value: (text: string) => unknown) => {
  const query = parameters.queryParameters.parameters.map((pair) => [
    pair.name,
    String(value(pair.value))
  ])
  try {
    const response = await fetch(`${parameters.url}?${new URLSearchParams(query).toString()}`, {
      headers: { "X-API-Key": process.env["RCPT_API_KEY"] ?? "" },
      signal: AbortSignal.timeout(parameters.options.timeout)
    })
    const body = (await response.json()) as Json
    if (parameters.options.response !== undefined) return { statusCode: response.status, body }
    if (!response.ok) throw new Error(`status ${response.status}`)
    return body
  } catch (error) {
    if (onError === undefined) throw error
    return { error: String(error) }
  }
}

const follow = async (
  name: string,
  json: Json,
  answer: ServerResponse,
  done: Map<string, Json>
) => {
  const node = nodeOf(name)
  const value = (text: string): unknown => valueOf(text, json, done)
  let output = json
  let branch = 0
  if (node.type === "n8n-nodes-base.httpRequest") output = await send(node, value)
  if (node.type === "n8n-nodes-base.if")
    branch = value(node.parameters.conditions.conditions[0].leftValue) === true ? 0 : 1
  if (node.type === "n8n-nodes-base.respondToWebhook")
    answer
      .writeHead(node.parameters.options.responseCode)
      .end(String(value(node.parameters.responseBody)))
  done.set(name, output)
  const next = workflow.connections[name]?.main[branch]
  if (next === undefined)
    process.stdout.write(
      `${["email", "status", "sub_status"].map((field) => String(output[field])).join(" ")}\n`
    )
  for (const target of next ?? []) await follow(target.node, output, answer, done)
}

const [webhook] = workflow.nodes
if (webhook?.type !== "n8n-nodes-base.webhook") throw new Error("no webhook at the beginning")

createServer((request, response) => {
  if (request.url !== `/${webhook.parameters.path}`) return void response.writeHead(404).end()
  void text(request).then((form) => {
    const body = Object.fromEntries(new URLSearchParams(form))
    return follow(webhook.name, { body }, response, new Map())
  })
}).listen(Number(process.env["PORT"]), "127.0.0.1")

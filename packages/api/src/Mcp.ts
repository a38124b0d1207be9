/**
 * The Model Context Protocol over HTTP: one JSON-RPC message in, its answer out, without sessions and
 * streams. Its tools are in mcpTools.ts.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Requires } from "./Permissions.ts"
import { BadRequest } from "./Problem.ts"
import { guarded } from "./secured.ts"

export const mcpPath = "/mcp"

/** The newest first. What differs between them does not concern tools with text and JSON results. */
export const mcpVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const

const McpMessage = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "McpMessage",
  description: "A message of JSON-RPC 2.0, as the Model Context Protocol defines them."
})

const send = HttpApiEndpoint.post("send", mcpPath, {
  headers: {
    "mcp-protocol-version": Schema.optionalKey(
      Schema.Literals(mcpVersions).annotate({
        message: `must be one of ${mcpVersions.join(", ")}`,
        description: "The version that was agreed on at the beginning."
      })
    )
  },
  payload: McpMessage,
  success: [McpMessage, HttpApiSchema.Empty(202)],
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "sendMcpMessage",
      summary: "Send a message of the Model Context Protocol",
      description:
        "For assistants: `tools/list` has the tools, `tools/call` uses one, with the permissions and " +
        "credits of the key. A notification gets 202. A call that is refused has `isError`."
    })
  )

export class Mcp extends guarded(HttpApiGroup.make("Mcp").add(send)) {}

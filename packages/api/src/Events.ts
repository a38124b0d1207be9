/** The events of an account as a stream: what its webhook is sent, for programs that nobody can reach. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Requires } from "./Permissions.ts"
import { secured } from "./secured.ts"

const stream = HttpApiEndpoint.get("stream", "/events/stream", {
  headers: {
    "last-event-id": Schema.optionalKey(
      Schema.String.annotate({
        description:
          "The last `id` that was received: the stream continues after it. Default: only what happens " +
          "from now on. After one that is not kept any more, all events that are."
      })
    )
  },
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "streamEvents",
      summary: "Follow the account's events by server-sent events",
      description:
        "What a webhook of the account is sent, whether it has one or not: each `id` is the " +
        "`webhook-id` and each `data` the body of the delivery, byte for byte, so they can be handed on " +
        "signed (`rcpt listen` does so). The first event, `begun`, has no data: its `id` is where the " +
        "stream begins. At least once, in order; events are kept as long as jobs. A comment comes every 15 s. " +
        "The stream ends when its key is revoked or the server stops; a client connects again."
    })
  )

export class Events extends secured(HttpApiGroup.make("Events").add(stream)) {}

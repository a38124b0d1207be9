/** The floor of `GET /verify`: a server with the same contract that returns a constant JSON. */
import { createServer } from "node:http"

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

const answer = Schema.decodeUnknownSync(Schema.fromJsonString(VerifyResult))(process.argv[2])

const Bare = HttpApi.make("bare").add(
  HttpApiGroup.make("bare").add(
    HttpApiEndpoint.get("verify", "/api/v1/verify", {
      query: { email: Schema.String },
      success: VerifyResult
    })
  )
)

const handlers = HttpApiBuilder.group(Bare, "bare", (group) =>
  group.handle("verify", () => Effect.succeed(answer))
)

const ready = Layer.effectDiscard(
  HttpServer.HttpServer.use(({ address }) =>
    Effect.sync(() => console.log(`ready on ${HttpServer.formatAddress(address)}`))
  )
)

const listener = NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })

ready.pipe(
  Layer.provide(
    HttpRouter.serve(HttpApiBuilder.layer(Bare).pipe(Layer.provide(handlers)), {
      disableLogger: true,
      disableListenLog: true
    })
  ),
  Layer.provide(listener),
  Layer.launch,
  NodeRuntime.runMain()
)

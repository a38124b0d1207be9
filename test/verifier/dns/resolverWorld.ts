/** A resolver that asks a name server of the test, and records for its answers. */
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect } from "effect"

import { nameServer } from "./nameServer.ts"
import type { Answerer } from "./nameServer.ts"

export const a = (name: string, data: string) => ({
  answers: [{ type: "A", name, data, ttl: 60 } as const]
})
export const mx = (name: string, ...hosts: ReadonlyArray<readonly [number, string]>) => ({
  answers: hosts.map(
    ([preference, exchange]) =>
      ({ type: "MX", name, ttl: 60, data: { preference, exchange } }) as const
  )
})
export const txt = (name: string, ...records: ReadonlyArray<string | ReadonlyArray<string>>) => ({
  answers: records.map((data) => ({ type: "TXT", name, ttl: 60, data: [data].flat() }) as const)
})

export const withServer = <A, E>(
  answerer: Answerer,
  run: (server: { questions: ReadonlyArray<string> }) => Effect.Effect<A, E, Resolver>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* nameServer(answerer)
      return yield* run(server).pipe(Effect.provide(Resolver.layer({ servers: [server.address] })))
    })
  )

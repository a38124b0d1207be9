/**
 * For whoever watches over us. `/healthz`: the process answers. `/readyz`: it can do its work, which
 * it cannot without its database; balancers stop sending requests until it says 200 again.
 */
import * as generations from "@rcpt/store/generations"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Lists } from "@rcpt/verifier/Lists"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"

import { answerWithin } from "../answerWithin.ts"
import { Doctor } from "../doctor/Doctor.ts"
import { troubledGuards } from "../guards/GuardRecords.ts"

const livePath = "/healthz"
const readyPath = "/readyz"
export const healthPaths = [livePath, readyPath]

/** Probes usually wait one second themselves. */
const databaseWaitMax = "900 millis"

const live = HttpRouter.add("GET", livePath, HttpServerResponse.jsonUnsafe({ status: "ok" }))

const unready = HttpServerResponse.jsonUnsafe(
  { error: "the database does not answer" },
  { status: 503 }
)

/** The worst come first. */
const guardsShownMax = 20

const inTrouble = Effect.map(troubledGuards(guardsShownMax), (guards) =>
  guards.map(({ group, egress, shownAt, status: { circuit, pause, isBlocked } }) => ({
    group,
    egress,
    circuit,
    pause,
    isBlocked,
    shownAt
  }))
)

/** `?verbose` is for people: what goes on behind the answer. */
const details = Effect.gen(function* () {
  const lists = yield* Lists
  const blocklists = yield* Dnsbl
  const doctor = yield* Doctor
  return {
    status: "ready",
    projections: yield* generations.status,
    lists: lists.tables,
    blocklists: yield* blocklists.status,
    mailServersInTrouble: yield* inTrouble,
    // Absent until the examination of the start has ended.
    doctor: yield* doctor.latest
  }
})

const ready = HttpRouter.add(
  "GET",
  readyPath,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const verbose = new URLSearchParams(url.split("?")[1]).has("verbose")
    yield* sql`select 1`
    return HttpServerResponse.jsonUnsafe(verbose ? yield* details : { status: "ready" })
  }).pipe(
    answerWithin(databaseWaitMax),
    Effect.catchCause(() => Effect.succeed(unready))
  )
)

export const layer = Layer.mergeAll(live, ready)

import { verifierSpans } from "@rcpt/verifier/spans"
import type { SpanKind } from "@rcpt/verifier/spans"
import { Effect, Option, References } from "effect"
import type { Tracer } from "effect"

import { recording } from "../support/recordingTracer.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { verifyDeep } from "./smtp/probing.ts"
import { mailWorld, replying } from "./smtp/smtpWorld.ts"

const deepCheck = Effect.gen(function* () {
  const world = yield* mailWorld({
    "mx.x.test": replying({ rcpt: (words) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no") })
  })
  return yield* verifyDeep(world, "ann@x.test")
}).pipe(Effect.scoped)

const parentOf = ({ parent }: Tracer.NativeSpan): string =>
  Option.match(parent, {
    onNone: () => "-",
    onSome: (span) => (span._tag === "Span" ? span.name : "external")
  })

describe("A deep verification, traced", () => {
  it.live("has a span for each stage, below the stage that it is part of", function* () {
    const { spans, tracer } = recording()
    yield* Effect.withTracer(deepCheck, tracer)
    const lines = spans.map((span) => {
      const phase = span.attributes.get("phase")
      const what = typeof phase === "string" ? `${span.name} ${phase}` : span.name
      return `${parentOf(span)} > ${what}`
    })
    assert.includeMembers(lines, [
      "- > verify",
      "verify > dns.domain",
      "verify > smtp.probe",
      "smtp.session > smtp.phase connect",
      "smtp.session > smtp.phase greeting",
      "smtp.session > smtp.phase rcpt"
    ])
    const verify = spans.find(({ name }) => name === "verify")
    assert.deepStrictEqual(Object.fromEntries(verify?.attributes ?? []), {
      mode: "deep",
      status: "valid"
    })
  })

  it.live("has no attribute beyond those of the table, and no address in any", function* () {
    const { spans, tracer } = recording()
    yield* Effect.withTracer(deepCheck, tracer)
    const kinds: ReadonlyArray<SpanKind> = Object.values(verifierSpans)
    assert.isNotEmpty(spans)
    for (const { name, attributes } of spans) {
      const kind = kinds.find((one) => one.name === name)
      assert.isDefined(kind, name)
      assert.includeMembers([...kind.attributes], [...attributes.keys()], name)
      assert.notMatch(JSON.stringify([...attributes]), /ann|x\.test/i, name)
    }
  })

  it.live("makes no span at all while nobody listens", function* () {
    const { spans, tracer } = recording()
    yield* deepCheck.pipe(
      Effect.withTracer(tracer),
      Effect.provideService(References.TracerEnabled, false)
    )
    assert.isEmpty(spans)
  })
})

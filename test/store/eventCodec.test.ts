import * as EventCodec from "@rcpt/store/EventCodec"
import { Schema } from "effect"
import fc from "fast-check"

import { assert, describe, it } from "../support/vitest.ts"

const DoorEvent = Schema.TaggedUnion({
  DoorOpened: { by: Schema.String, at: Schema.optionalKey(Schema.DateTimeUtcFromString) },
  /** Version 3. Version 1 had `millis`, version 2 `seconds` as text. */
  DoorHeld: { seconds: Schema.Int }
})

const codec = EventCodec.make({
  category: "door",
  events: DoorEvent,
  upcasts: {
    DoorHeld: [
      ({ millis, ...rest }) => ({ ...rest, seconds: String(Number(millis) / 1_000) }),
      ({ seconds, ...rest }) => ({ ...rest, seconds: Number(seconds) })
    ]
  }
})
const { DoorOpened, DoorHeld } = DoorEvent.cases

describe("An event codec", () => {
  it("names streams by category and id", () => {
    assert.strictEqual(codec.streamOf("7"), "door-7")
    assert.strictEqual(codec.idOf("door-7"), "7")
    assert.isUndefined(codec.idOf("window-7"))
  })

  it("stores tag, version and data separately", () => {
    const event = DoorOpened.make({ by: "Ann" })
    assert.deepStrictEqual(codec.encode(event), { type: "DoorOpened", v: 1, data: '{"by":"Ann"}' })
  })

  it("writes the version after all upcasts", () =>
    assert.deepStrictEqual(codec.encode(DoorHeld.make({ seconds: 5 })), {
      type: "DoorHeld",
      v: 3,
      data: '{"seconds":5}'
    }))

  it("reads what it wrote", () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string().map((by) => DoorOpened.make({ by })),
          fc.integer().map((seconds) => DoorHeld.make({ seconds }))
        ),
        (event) => assert.deepEqual(codec.decode(codec.encode(event)), event)
      )
    ))

  const older = [
    { type: "DoorHeld", v: 1, data: '{"millis":5000}' },
    { type: "DoorHeld", v: 2, data: '{"seconds":"5"}' },
    { type: "DoorHeld", v: 3, data: '{"seconds":5}' }
  ]
  for (const stored of older) {
    it(`upcasts version ${stored.v} when it is read`, () =>
      assert.deepEqual(codec.decode(stored), DoorHeld.make({ seconds: 5 })))
  }

  it("ignores fields that a newer program added", () =>
    assert.deepEqual(
      codec.decode({ type: "DoorOpened", v: 1, data: '{"by":"Ann","why":"draught"}' }),
      DoorOpened.make({ by: "Ann" })
    ))

  const unreadable: ReadonlyArray<readonly [string, { type: string; v: number; data: string }]> = [
    ["an unknown event", { type: "DoorPainted", v: 1, data: "{}" }],
    ["a version of a newer program", { type: "DoorOpened", v: 2, data: '{"by":"Ann"}' }],
    ["data without a required field", { type: "DoorOpened", v: 1, data: "{}" }],
    ["a field of another type", { type: "DoorHeld", v: 3, data: '{"seconds":"5"}' }],
    ["data that is not JSON", { type: "DoorOpened", v: 1, data: "by Ann" }]
  ]
  for (const [what, stored] of unreadable) {
    it(`throws on ${what}`, () => assert.throws(() => codec.decode(stored)))
  }
})

import * as chain from "@rcpt/store/chain"
import { EventStore } from "@rcpt/store/EventStore"
import type { StoredEvent } from "@rcpt/store/EventStore"
import { Effect } from "effect"

import { storeLayer } from "../support/storeDatabase.ts"
import { describe, expect, it, layer } from "../support/vitest.ts"

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

describe("The hash of an event", () => {
  // Computed once with Python's hashlib: a change of the format breaks every existing ledger.
  it("has not changed since the format was set", () => {
    const first = {
      stream: "ledger-ü",
      version: 1,
      type: "CreditsGranted",
      v: 1,
      data: '{"credits":5}',
      atMicros: 1_700_000_000_123_456
    }
    expect(hex(chain.hashOf(chain.genesis, first))).toBe(
      "37d67e11d7fe6cd97153526870a2aa2b1eb74926774aff5c2116fe8bee3ef0ab"
    )
    expect(hex(chain.hashOf(chain.hashOf(chain.genesis, first), { ...first, version: 2 }))).toBe(
      "6929c2f9118bf64d593807a6cb9701528b9f449b84ef65f8fa164d816edf67d6"
    )
  })
})

layer(storeLayer)("A stream", (it) => {
  const append = Effect.fn(function* (stream: string, dataOfEvents: ReadonlyArray<string>) {
    const store = yield* EventStore
    for (const [version, data] of dataOfEvents.entries())
      yield* store.append({
        streams: [{ stream, expectedVersion: version, events: [{ type: "Tried", v: 1, data }] }],
        commands: [],
        holds: [],
        transfers: []
      })
    return yield* store.read(stream)
  })

  it.effect("reports the first event that was tampered with", function* () {
    const events = yield* append("tampered", ["1", "2", "3"])
    const with2 = (change: Partial<StoredEvent>) =>
      chain.firstBrokenLink(events.map((e) => (e.version === 2 ? { ...e, ...change } : e)))
    expect(with2({ data: "22" })?.version).toBe(2)
    expect(with2({ type: "Trie" })?.version).toBe(2)
    expect(with2({ atMicros: 0 })?.version).toBe(2)
    expect(chain.firstBrokenLink(events.filter((e) => e.version !== 2))?.version).toBe(3)
    expect(chain.firstBrokenLink(events)).toBeUndefined()
  })
})

import { EventLoopTurns } from "@rcpt/verifier/EventLoopTurns"
import { Effect } from "effect"
import type { Fiber } from "effect"
import fc from "fast-check"

import { assert, describe, it } from "../support/vitest.ts"

/** Turns of an event loop that the test advances. */
const world = (perTurn: number) => {
  let next: (() => void) | undefined
  const turns = new EventLoopTurns(perTurn, (run) => {
    assert.isUndefined(next, "one look for input is enough")
    next = run
  })
  const went: Array<number> = []
  const fibers: Array<Fiber.Fiber<void>> = []
  return {
    went,
    ask: (n: number) =>
      fibers.push(
        Effect.runFork(
          Effect.andThen(
            turns.turn,
            Effect.sync(() => void went.push(n))
          )
        )
      ),
    interrupt: (n: number) => fibers[n]?.interruptUnsafe(),
    /** Whether there was anything to do. */
    advance: (): boolean => {
      const run = next
      next = undefined
      run?.()
      return run !== undefined
    }
  }
}

describe("Work that becomes ready together", () => {
  it("goes on at once while the turn has room", () => {
    const { ask, went, advance } = world(2)
    ask(1)
    ask(2)
    assert.deepStrictEqual(went, [1, 2])
    advance()
    ask(3)
    assert.deepStrictEqual(went, [1, 2, 3])
  })

  it("goes on in slices, in order, also behind what came later", () => {
    const { ask, went, advance } = world(2)
    for (let n = 1; n <= 5; n++) ask(n)
    assert.deepStrictEqual(went, [1, 2])
    advance()
    ask(6)
    assert.deepStrictEqual(went, [1, 2, 3, 4])
    advance()
    assert.deepStrictEqual(went, [1, 2, 3, 4, 5, 6])
    assert.isTrue(advance())
    assert.isFalse(advance())
  })

  it("leaves out what was interrupted, and forgets nothing else", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        (perTurn, interrupted) => {
          const { ask, interrupt, went, advance } = world(perTurn)
          interrupted.forEach((_, n) => ask(n))
          interrupted.forEach((is, n) => is && interrupt(n))
          let before = went.length
          while (advance()) {
            assert.isAtMost(went.length - before, perTurn)
            before = went.length
          }
          const expected = interrupted.flatMap((is, n) => (is && n >= perTurn ? [] : [n]))
          assert.deepStrictEqual(went, expected)
        }
      )
    )
  })
})

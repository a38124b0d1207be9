/** When a group of mail hosts is left alone, for how long, and what ends that; on made-up time. */
import { assert, describe, it } from "@effect/vitest"
import {
  answersLifetime,
  answersToJudgeMin,
  domainsToJudgeMin,
  rateStrikesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "@rcpt/verifier/mx/limits"
import {
  circuitOf,
  freshPace,
  heard,
  isBlocked,
  isRested,
  nextStartAt,
  restorePace,
  started
} from "@rcpt/verifier/mx/pace"
import type { PaceState, Tidings } from "@rcpt/verifier/mx/pace"
import { Duration } from "effect"

import { converse, kinds, limits, minute, rateLimited, start, times, word } from "./mxTidings.ts"

describe("A pause", () => {
  const { state, now } = converse(freshPace(limits), rateLimited(rateStrikesMax))
  const until = state.pause?.until ?? 0
  const trial = (kind: Tidings["kind"]) => {
    const at = nextStartAt(state, limits, 0, until)
    return heard(started(state, limits, at), limits, word(kind, at), at + 1)
  }

  it("is as long as the policy says", () => assert.strictEqual(until - now, limits.pauseMillis))

  it("is over for one conversation at first", () => {
    const at = nextStartAt(state, limits, 0, now)
    assert.strictEqual(circuitOf(state, at), "halfOpen")
    assert.strictEqual(nextStartAt(state, limits, 1, at), Number.POSITIVE_INFINITY)
  })

  it("is over for all when that went well, who start slowly", () => {
    const after = trial("quiet")
    assert.strictEqual(circuitOf(after, until), "closed")
    assert.isAtMost(after.startsPerSecond, slowestStartsPerSecond + 1 / stepsToFullPace)
    assert.isFalse(isRested(after, limits, until + minute))
  })

  it("begins again when that went wrong", () => {
    for (const kind of ["rateLimited", "refused", "silent"] as const) {
      assert.strictEqual(circuitOf(trial(kind), until + 2), "paused", kind)
    }
    assert.strictEqual(circuitOf(trial("deferred"), until + 2), "halfOpen")
  })

  it("does not end, nor begin anew, for what an earlier conversation says", () => {
    for (const kind of kinds) {
      const late = heard(state, limits, word(kind, now - minute), now + minute)
      assert.deepStrictEqual(late.pause, state.pause)
    }
  })

  it("is kept as text and taken up again", () => {
    const kept: unknown = JSON.parse(JSON.stringify(state))
    assert.deepStrictEqual(restorePace(kept, limits), { ...state })
    const slower = { ...limits, startsPerSecondMax: 0.001 }
    assert.strictEqual(restorePace(kept, slower).startsPerSecond, 0.001)
    for (const junk of [undefined, null, 7, {}, { ...state, pause: "soon" }]) {
      assert.deepStrictEqual(restorePace(junk, limits), freshPace(limits))
    }
    assert.strictEqual(circuitOf(restorePace(kept, { ...limits, isFixed: true }), now), "closed")
  })
})

describe("The own-health gate", () => {
  /** So many answers of so many domains, a part of them refusals, one after the other. */
  const after = (count: number, domains: number, refusals: number, every = 1_000) =>
    times(count, (index) => index).reduce((state, index) => {
      const kind = index < count - refusals ? "quiet" : "refused"
      const at = start + index * every
      return heard(state, limits, word(kind, at, `d${index % domains}.test`), at)
    }, freshPace(limits))
  const min = answersToJudgeMin
  const rows: ReadonlyArray<readonly [says: string, state: PaceState, isShut: boolean]> = [
    ["shuts at 20 answers of 5 domains, 16 refusals", after(min, domainsToJudgeMin, 16), true],
    ["is open with 15 refusals", after(min, domainsToJudgeMin, 15), false],
    ["is open with 19 answers", after(min - 1, domainsToJudgeMin, min - 1), false],
    ["is open with 4 domains", after(min, domainsToJudgeMin - 1, min), false],
    [
      "is open when they are older than ten minutes",
      after(min, domainsToJudgeMin, min, Duration.toMillis(answersLifetime) / (min - 2)),
      false
    ]
  ]
  for (const [says, state, isShut] of rows) {
    it(says, () => assert.strictEqual(isBlocked(state, start + min * 1_000), isShut))
  }

  it("leaves few domains that all refuse with a pause instead", () => {
    const state = after(min, domainsToJudgeMin - 1, min)
    assert.strictEqual(state.pause?.because, "refused")
  })

  it("is not shut by one domain that outnumbers all others, which are answered", () => {
    const fine = times(8, (index) => ["quiet", `d${index}.test`] as const)
    const bad = times(90, () => ["refused", "bad.test"] as const)
    const state = [...fine, ...bad].reduce(
      (state, [kind, domain], index) =>
        heard(state, limits, word(kind, start + index * 100, domain), start + index * 100),
      freshPace(limits)
    )
    assert.strictEqual(state.pause, undefined)
  })

  it("opens for a trial, and shuts again when that is refused", () => {
    const shut = after(min, domainsToJudgeMin, min)
    const until = shut.pause?.until ?? 0
    assert.isFalse(isBlocked(shut, until))
    const at = Math.max(until, nextStartAt(shut, limits, 0, until))
    const trial = started(shut, limits, at)
    assert.isTrue(isBlocked(heard(trial, limits, word("refused", at), at + 1), at + 2))
    assert.strictEqual(circuitOf(heard(trial, limits, word("quiet", at), at + 1), at + 2), "closed")
  })
})

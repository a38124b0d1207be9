/**
 * Vitest with Effect, where the body of a test may be a generator: `it.effect("holds", function* () { … })`. All tests import
 * from here.
 */
import * as vitest from "@effect/vitest"
import { Effect } from "effect"
import type { Layer, Scope } from "effect"

export * from "@effect/vitest"

type Body<Args extends ReadonlyArray<unknown>, R> = (
  ...args: Args
) =>
  | Effect.Effect<unknown, unknown, R>
  | Generator<Effect.Effect<unknown, unknown, R>, unknown, never>

type Test<Args extends ReadonlyArray<unknown>, R> = (
  name: string,
  body: Body<Args, R>,
  options?: number | vitest.TestOptions
) => void

interface Tester<R> extends Test<[vitest.TestContext], R> {
  readonly each: <Case>(cases: ReadonlyArray<Case>) => Test<[Case, vitest.TestContext], R>
}

export interface Methods<R> extends vitest.TestAPI {
  readonly effect: Tester<R | Scope.Scope>
  readonly layer: Share<R>
}

type ShareOptions = Parameters<typeof vitest.layer>[1]

/** Shares what a layer makes among tests: of a new suite of that name, or of the suite around it. */
type Share<Outer> = <R, E>(
  shared: Layer.Layer<R, E, Outer>,
  options?: ShareOptions
) => {
  (tests: (it: Methods<Outer | R>) => void): void
  (name: string, tests: (it: Methods<Outer | R>) => void): void
}

const effectOf =
  <Args extends ReadonlyArray<unknown>, R>(body: Body<Args, R>) =>
  (...args: Args): Effect.Effect<unknown, unknown, R> => {
    const made = body(...args)
    return Effect.isEffect(made) ? made : Effect.gen(() => made)
  }

const testerOf = <R>(tester: vitest.Vitest.Tester<R>): Tester<R> => {
  const test: Test<[vitest.TestContext], R> = (name, body, options) =>
    tester(name, effectOf(body), options)
  const each: Tester<R>["each"] = (cases) => (name, body, options) =>
    tester.each(cases)(name, effectOf(body), options)
  return Object.assign(test, { each })
}

const shareOf =
  <Outer>(share: vitest.Vitest.MethodsNonLive<Outer>["layer"]): Share<Outer> =>
  <R, E>(shared: Layer.Layer<R, E, Outer>, options?: ShareOptions) => {
    type Tests = (it: Methods<Outer | R>) => void
    const suite = share(shared, options)
    return (...args: readonly [Tests] | readonly [string, Tests]) =>
      args.length === 1
        ? suite((of) => args[0](methodsOf(of)))
        : suite(args[0], (of) => args[1](methodsOf(of)))
  }

/** What else it has stays as it is. */
const withOwn = <Made extends object>(of: object, own: Partial<Made>): Made =>
  new Proxy(of, {
    get: (_, name, receiver) => Reflect.get(Object.hasOwn(own, name) ? own : of, name, receiver)
  }) as Made

const methodsOf = <R>(of: vitest.Vitest.MethodsNonLive<R>): Methods<R> =>
  withOwn<Methods<R>>(of, { effect: testerOf(of.effect), layer: shareOf(of.layer) })

interface TopMethods extends Methods<never> {
  /** By the real clock and random numbers. */
  readonly live: Tester<Scope.Scope>
}

export const it = withOwn<TopMethods>(methodsOf(vitest.it), { live: testerOf(vitest.it.live) })

export const layer = shareOf<never>(vitest.layer)

/**
 * DNS at a distance: the answers of a zone, each of which takes the time that the test gives it. As with a real
 * resolver, a question is sent when it is called, once, and its answer is kept.
 */
import { unanswered } from "@rcpt/domain/Fact"
import { byDeadline } from "@rcpt/verifier/cache/Deadline"
import type { TimedAnswer, TimedQuestion, TimedQuestions } from "@rcpt/verifier/dns/Questions"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Effect, Fiber, Layer } from "effect"

type Kind = keyof TimedQuestions

/** Milliseconds until the answer comes; `lost`: it never does. */
export type DelayOf = (kind: Kind, name: string) => number | "lost"

/** The questions so far, as `mx acme.test`, in the order in which they were sent. */
export const distantResolver = (
  zone: Zone,
  delayOf: DelayOf,
  asked: Array<string> = []
): Layer.Layer<Resolver> =>
  Layer.effect(
    Resolver,
    Effect.gen(function* () {
      const near = yield* Resolver
      const distant = <Record>(kind: Kind, ask: TimedQuestion<Record>): TimedQuestion<Record> => {
        const answers = new Map<string, Fiber.Fiber<TimedAnswer<Record>>>()
        return (name, { context, deadline }) => {
          const delay = delayOf(kind, name)
          const answer = ask(name, { context })
          const sent =
            answers.get(name) ??
            Effect.runForkWith(context)(
              delay === "lost" ? Effect.never : Effect.delay(answer, `${delay} millis`)
            )
          if (!answers.has(name)) asked.push(`${kind} ${name}`)
          answers.set(name, sent)
          const waiting = Fiber.join(sent)
          return deadline === undefined
            ? waiting
            : byDeadline(waiting, deadline, () => ({
                answer: unanswered("deadline"),
                at: deadline.at
              }))
        }
      }
      const { a, aaaa, mx, ns, policies } = near.timed
      return {
        ...near,
        timed: {
          a: distant("a", a),
          aaaa: distant("aaaa", aaaa),
          mx: distant("mx", mx),
          ns: distant("ns", ns),
          policies: distant("policies", policies)
        }
      }
    })
  ).pipe(Layer.provide(Resolver.layerZone(zone)))

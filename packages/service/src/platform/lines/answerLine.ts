/** The answering end of a line: each question is a fiber of its own, which ends with the line or its asker. */
import type { Socket } from "node:net"

import { partOf } from "@rcpt/verifier/spans"
import { Cause, Effect, Exit, Tracer } from "effect"
import type { Fiber } from "effect"

import type { Answered, Asked, Outcome, Question } from "./frames.ts"
import { FrameSocket } from "./FrameSocket.ts"

/** `undefined`: the actor is not on this node. */
export type Answer = (name: string, message: unknown) => Effect.Effect<unknown> | undefined

/** By the kind of actor. */
export type Answers = ReadonlyMap<string, Answer>

const elsewhere = { kind: "elsewhere" } as const

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): Outcome => {
  if (Exit.isSuccess(exit)) return { kind: "answer", value: exit.value }
  if (Cause.hasInterruptsOnly(exit.cause)) return { kind: "ended" }
  return { kind: "failed", error: String(Cause.squash(exit.cause)) }
}

const inTrace = ({ span }: Question) =>
  partOf(span && Tracer.externalSpan({ ...span, sampled: true }))

/** Runs until the connection closes, or closes it when it is interrupted. */
export const answerLine = (socket: Socket, answers: Answers): Effect.Effect<void> =>
  Effect.flatMap(Effect.context(), (context) =>
    Effect.callback<void>((resume) => {
      const fibers = new Map<number, Fiber.Fiber<unknown, unknown>>()
      const run = Effect.runForkWith(context)
      const interruptAll = () => {
        for (const fiber of fibers.values()) fiber.interruptUnsafe()
      }

      const ask = (id: number, question: Question) => {
        const answer = answers.get(question.actor)?.(question.name, question.message)
        if (answer === undefined) return frames.say({ ...elsewhere, id })
        const fiber = run(inTrace(question)(answer))
        fibers.set(id, fiber)
        fiber.addObserver((exit) => {
          // Whoever has gone hears no more of it.
          if (fibers.delete(id)) frames.say({ ...outcomeOf(exit), id })
        })
      }

      const leave = (id: number) => {
        const fiber = fibers.get(id)
        fibers.delete(id)
        fiber?.interruptUnsafe()
      }

      const hear = (frame: Asked) => {
        if (frame.kind === "ask") ask(frame.id, frame.question)
        else if (frame.kind === "leave") leave(frame.id)
        else frames.say({ kind: "pong" })
      }

      const frames = new FrameSocket<Asked, Answered>(socket, hear, () => {
        interruptAll()
        resume(Effect.void)
      })
      return Effect.sync(() => {
        interruptAll()
        frames.end()
      })
    })
  )

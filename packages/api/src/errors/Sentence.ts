/**
 * The sentence of an error. One that has a code of its own brings it along; others have the code of their status. The code
 * is no part of the body: it is noted when the error is encoded, and read when the answer goes out.
 */
import { Context, Effect, Schema, SchemaGetter } from "effect"

const CodedSentence = Schema.Struct({ code: Schema.String, says: Schema.String })
export type CodedSentence = typeof CodedSentence.Type

const AnySentence = Schema.Union([Schema.String, CodedSentence])
export type AnySentence = typeof AnySentence.Type

export const textOf = (sentence: AnySentence): string =>
  typeof sentence === "string" ? sentence : sentence.says

interface ErrorDraft {
  sentence?: AnySentence
}

/** Of the request that is being answered; `undefined`: there is none. */
export const CurrentError = Context.Reference<ErrorDraft | undefined>(
  "@rcpt/api/errors/CurrentError",
  { defaultValue: () => undefined }
)

export const Sentence = Schema.String.pipe(
  Schema.decodeTo(AnySentence, {
    decode: SchemaGetter.passthrough({ strict: false }),
    encode: SchemaGetter.transformEffect((sentence: AnySentence) =>
      Effect.withFiber((fiber) => {
        const draft = fiber.getRef(CurrentError)
        if (draft !== undefined) draft.sentence = sentence
        return Effect.succeed(textOf(sentence))
      })
    )
  })
)

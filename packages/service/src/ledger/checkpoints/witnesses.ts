/**
 * Asks witnesses to co-sign checkpoints, as https://c2sp.org/tlog-witness has it. A witness remembers the
 * last checkpoint of this log that it has signed, and signs another only with a proof that the log has grown
 * from there. So another history cannot get its signature, not even with our key.
 */
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import { cosignedAt, cosignedSize, keepCosignature, linesIn } from "@rcpt/store/tree/cosignature"
import { consistencyProof } from "@rcpt/store/tree/proofs"
import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { Outbox } from "../../mail/Outbox.ts"
import type { Witness } from "../../platform/config/parse.ts"

const answerWaitMax = Duration.seconds(15)

/** Characters. A line has some 150; a longer answer is not from a witness. */
const answerCharsMax = 65_536

const sizeType = "text/x.tlog.size"

interface Question {
  /** The number of commits that the witness has signed before; 0: none. */
  readonly old: number
  readonly proof: ReadonlyArray<Uint8Array>
  readonly checkpoint: SignedCheckpoint
}

interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

type Judged =
  | { readonly _tag: "Cosigned"; readonly line: string }
  /** It has signed another size than we thought. */
  | { readonly _tag: "Elsewhere"; readonly size: number }
  /** It knows of a history that ours does not go on from, or of a longer one. */
  | { readonly _tag: "Contradicted"; readonly why: string }
  | { readonly _tag: "Refused"; readonly why: string }

/** The meaning of the statuses of tlog-witness other than 200 and 409. */
const refusals: Readonly<Record<number, string>> = {
  400: "it does not understand the request",
  403: "it does not know the key that signs this ledger: give it what `rcpt ledger key` prints",
  404: "it does not know this ledger: give it what `rcpt ledger key` prints",
  422: "it says that the proof is wrong"
}

const bodyOf = ({ old, proof, checkpoint }: Question): string =>
  [
    `old ${old}`,
    ...proof.map((hash) => Buffer.from(hash).toString("base64")),
    "",
    checkpoint.note
  ].join("\n")

const judgeConflict = ({ old, checkpoint }: Question, { contentType, body }: Reply): Judged => {
  const { size } = checkpoint
  const known = /^(?:0|[1-9]\d{0,15})$/.exec(body.trim())?.[0]
  if (!contentType.startsWith(sizeType) || known === undefined)
    return { _tag: "Contradicted", why: `it has signed another ledger of ${size} commits` }
  if (Number(known) > size)
    return { _tag: "Contradicted", why: `it has signed ${known} commits, and there are ${size}` }
  return Number(known) === old
    ? { _tag: "Contradicted", why: `it has signed another ledger of ${old} commits` }
    : { _tag: "Elsewhere", size: Number(known) }
}

export const judgeReply = (witness: Witness, question: Question, reply: Reply): Judged => {
  if (reply.status === 409) return judgeConflict(question, reply)
  if (reply.status === 422 && question.old > 0)
    return {
      _tag: "Contradicted",
      why: `by what it has signed, the ledger does not begin with its first ${question.old} commits`
    }
  if (reply.status !== 200)
    return { _tag: "Refused", why: refusals[reply.status] ?? `it answered ${reply.status}` }
  const line = linesIn(reply.body).find(
    (line) => cosignedAt(line, question.checkpoint.note, witness.verifier) !== undefined
  )
  return line === undefined
    ? { _tag: "Refused", why: "its answer is not signed with its key" }
    : { _tag: "Cosigned", line }
}

const textOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  for await (const octets of response.body ?? []) {
    text += decoder.decode(octets, { stream: true })
    if (text.length > answerCharsMax) throw new Error("its answer is too long")
  }
  return text
}

const ask = ({ url }: Witness, question: Question): Effect.Effect<Reply, string> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${url}/add-checkpoint`, {
        method: "POST",
        body: bodyOf(question),
        redirect: "error",
        signal
      })
      const body = await textOf(response)
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? "",
        body
      }
    },
    catch: (error) => String(Object(Object(error).cause).message ?? Object(error).message)
  }).pipe(
    Effect.timeoutOrElse({
      duration: answerWaitMax,
      orElse: () => Effect.fail(`no answer within ${Duration.format(answerWaitMax)}`)
    })
  )

/** The log begins with what is proven of it, so `old` is at most the size of the checkpoint. */
const questionOf = (old: number, checkpoint: SignedCheckpoint) =>
  Effect.map(
    old === 0 || old === checkpoint.size
      ? Effect.succeed([])
      : consistencyProof(old, checkpoint.size),
    (proof): Question => ({ old, proof, checkpoint })
  )

const askFrom = (witness: Witness, old: number, checkpoint: SignedCheckpoint) =>
  Effect.gen(function* () {
    const question = yield* Effect.mapError(
      questionOf(old, checkpoint),
      () => "the database does not answer"
    )
    return judgeReply(witness, question, yield* ask(witness, question))
  })

/** Nothing is asked again: what a witness has signed stays signed. */
const alarm = ({ verifier: { name } }: Witness, why: string) =>
  Effect.gen(function* () {
    const says = `The ledger is not the one that the witness ${name} has signed: ${why}.`
    const advice =
      "It was changed or set back, or its key signs two. `rcpt ledger verify --against` a published checkpoint says where."
    yield* Effect.logError(`${says} ${advice}`)
    const { tellOwnersOnce } = yield* Outbox
    yield* tellOwnersOnce(`witness ${name}`, { kind: "witness_disagrees", facts: { says, advice } })
  })

/** Asks once more when the witness says from where. */
const cosign = (witness: Witness, checkpoint: SignedCheckpoint) =>
  Effect.gen(function* () {
    const known = yield* cosignedSize(witness.verifier)
    if (known >= checkpoint.size) return
    let judged = yield* askFrom(witness, known, checkpoint)
    if (judged._tag === "Elsewhere") judged = yield* askFrom(witness, judged.size, checkpoint)
    switch (judged._tag) {
      case "Cosigned":
        return yield* keepCosignature(checkpoint.size, witness.verifier, judged.line)
      case "Elsewhere":
        return yield* Effect.fail("it has signed other checkpoints meanwhile")
      case "Contradicted":
        return yield* alarm(witness, judged.why)
      case "Refused":
        return yield* Effect.fail(judged.why)
    }
  })

/** A witness as one of the receivers that checkpoints go to. */
export const witnessing = (witness: Witness) => ({
  name: `the witness ${witness.verifier.name}`,
  send: (checkpoint: SignedCheckpoint): Effect.Effect<void, string, SqlClient.SqlClient> =>
    Effect.mapError(cosign(witness, checkpoint), (error) =>
      typeof error === "string" ? error : "the database does not answer"
    )
})

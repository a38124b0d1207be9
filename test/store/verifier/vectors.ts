/** Proofs of logs that are made up here, with fixed keys: whoever writes a third verifier tries it on them. */
import * as chain from "@rcpt/store/chain"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import * as merkle from "@rcpt/store/tree/merkle"
import type { Hash, Range } from "@rcpt/store/tree/merkle"
import { rootOf } from "@rcpt/store/tree/tiles"

export interface Vector {
  readonly name: string
  readonly proof: object
  /** What a verifier ends with. */
  readonly code: 0 | 1
  /** Why it is refused. */
  readonly sentence?: string
}

export interface Vectors {
  readonly key: string
  readonly vectors: ReadonlyArray<Vector>
}

const origin = "rcpt/0191a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5b"
const seedOf = (text: string) => ({ seed: Buffer.alloc(checkpoint.seedOctets, text) })
const [signer, stranger] = [seedOf("a key of the log"), seedOf("of somebody else")]

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")

const event = {
  stream: "ledger-0191a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5c",
  version: 86,
  type: "CreditsCharged",
  v: 1,
  atMicros: 1_795_470_000_123_456,
  data: '{"holdId":"0191a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5d","credits":1,"note":"Grüße 🙂"}'
}
const at = "2026-11-23T21:40:00.123456Z"
const previous = merkle.leafHash(Buffer.from("before"))
const ownHash = chain.hashOf(previous, event)

const otherHash = (name: string | number): Hash => merkle.leafHash(Buffer.from(`other ${name}`))

/** The hashes of a log with so many commits, of which one is ours. */
const treeOf = (size: number, index: number, own: Hash) => {
  const leaves = Array.from({ length: size }, (_, at) => (at === index ? own : otherHash(at)))
  return (range: Range) =>
    merkle.combine(
      merkle
        .subtreesOf(range)
        .map(({ height, index }) =>
          rootOf(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))
        )
    )
}

interface Shape {
  readonly size: number
  readonly index: number
  readonly events?: number
  readonly position?: number
  readonly signers?: ReadonlyArray<checkpoint.Signer>
  readonly extension?: string
}

const proofOf = ({
  size,
  index,
  events = 1,
  position = 1,
  signers = [signer],
  extension = ""
}: Shape) => {
  const hashes = Array.from({ length: events }, (_, at) =>
    at === position - 1 ? ownHash : otherHash(`event ${at}`)
  )
  const hashOf = treeOf(size, index, merkle.leafHash(Buffer.concat(hashes)))
  const root = Buffer.from(hashOf({ start: 0, end: size })).toString("base64")
  return {
    format: "rcpt-ledger-proof/1",
    entry: `4711-${position}`,
    event: {
      stream: event.stream,
      version: event.version,
      type: event.type,
      v: event.v,
      at,
      data: event.data,
      previous: hex(previous)
    },
    commit: { position, events: hashes.map(hex) },
    inclusion: { index, size, path: merkle.inclusionRanges(index, size).map(hashOf).map(hex) },
    checkpoint: checkpoint.signNote(origin, `${origin}\n${size}\n${root}\n${extension}`, signers)
  }
}

type Proof = ReturnType<typeof proofOf>

const right: ReadonlyArray<readonly [name: string, shape: Shape]> = [
  ...[1, 2, 3, 7, 8, 255, 256, 257, 70_000].flatMap((size) =>
    [...new Set([0, Math.floor(size / 2), size - 1])].map(
      (index) => [`commit ${index} of ${size}`, { size, index }] as const
    )
  ),
  ["the last of 300 events", { size: 5, index: 3, events: 300, position: 300 }],
  ["two signatures, one of an unknown key", { size: 5, index: 2, signers: [stranger, signer] }],
  ["a line more in the checkpoint", { size: 5, index: 2, extension: "of 2026-11-23\n" }]
]

const base = proofOf({ size: 1_000, index: 617, events: 3, position: 2 })

const hashSentence = "event has another hash than commit.events has at commit.position"
const rootSentence = "inclusion.path leads to another root than the checkpoint's"
const keySentence = "checkpoint is not signed by the key"

const wrong: ReadonlyArray<
  readonly [name: string, change: (proof: Proof) => object, says: string]
> = [
  ...(
    [
      ["stream", "ledger-0191a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5e"],
      ["version", 87],
      ["type", "CreditsRefunded"],
      ["v", 2],
      ["at", "2026-11-23T21:40:00.123457Z"],
      ["data", event.data.replace('"credits":1', '"credits":5')],
      ["previous", hex(otherHash("previous"))]
    ] as const
  ).map(
    ([field, value]) =>
      [
        `another ${field}`,
        (proof: Proof) => ({ ...proof, event: { ...proof.event, [field]: value } }),
        hashSentence
      ] as const
  ),
  [
    "another position",
    (proof) => ({ ...proof, commit: { ...proof.commit, position: 1 } }),
    hashSentence
  ],
  ["position 0", (proof) => ({ ...proof, commit: { ...proof.commit, position: 0 } }), hashSentence],
  [
    "an event of the commit left out",
    (proof) => ({ ...proof, commit: { ...proof.commit, events: proof.commit.events.slice(0, 2) } }),
    rootSentence
  ],
  [
    "another index",
    (proof) => ({ ...proof, inclusion: { ...proof.inclusion, index: 616 } }),
    rootSentence
  ],
  [
    "an index behind the end",
    (proof) => ({ ...proof, inclusion: { ...proof.inclusion, index: 1_000 } }),
    "inclusion.index is not below inclusion.size"
  ],
  [
    "another size",
    (proof) => ({ ...proof, inclusion: { ...proof.inclusion, size: 999 } }),
    "inclusion.size is not the size of the checkpoint"
  ],
  [
    "a hash too few",
    (proof) => ({
      ...proof,
      inclusion: { ...proof.inclusion, path: proof.inclusion.path.slice(1) }
    }),
    "inclusion.path has too few hashes"
  ],
  [
    "a hash too many",
    (proof) => ({
      ...proof,
      inclusion: { ...proof.inclusion, path: [...proof.inclusion.path, hex(previous)] }
    }),
    "inclusion.path has too many hashes"
  ],
  [
    "two hashes swapped",
    (proof) => {
      const [first, second, ...rest] = proof.inclusion.path
      return { ...proof, inclusion: { ...proof.inclusion, path: [second, first, ...rest] } }
    },
    rootSentence
  ],
  [
    "another size in the checkpoint",
    (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace("\n1000\n", "\n1001\n") }),
    keySentence
  ],
  [
    "a checkpoint that somebody else signed",
    (proof) => ({
      ...proof,
      checkpoint: proofOf({ size: 1_000, index: 617, signers: [stranger] }).checkpoint
    }),
    keySentence
  ],
  [
    "a checkpoint without a signature",
    (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace(/— .*\n/, "") }),
    keySentence
  ],
  [
    "a checkpoint of another log",
    (proof) => ({ ...proof, checkpoint: proof.checkpoint.replaceAll(origin, "rcpt/other") }),
    "checkpoint is of another log than the key"
  ]
]

export const makeVectors = (): Vectors => ({
  key: checkpoint.verifierOf(origin, signer),
  vectors: [
    ...right.map(([name, shape]): Vector => ({ name, proof: proofOf(shape), code: 0 })),
    ...wrong.map(([name, change, sentence]): Vector => ({
      name,
      proof: change(base),
      code: 1,
      sentence
    }))
  ]
})

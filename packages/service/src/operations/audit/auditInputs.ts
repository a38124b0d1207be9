/** Reads the texts that an auditor gives to the command line, which does not know the store. */
import { checkpointAt, newest } from "@rcpt/store/tree/certify"
import { notesIn, parseCheckpoint, parseVerifier } from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"

export { notesIn as checkpointsIn, parseVerifier as verifierIn }

/** The number of commits of a checkpoint; `undefined`: the note is none. */
export const sizeOf = (note: string): number | undefined => parseCheckpoint(note)?.size

/** The stored checkpoint of this number of commits. */
export const storedCheckpoint = (size: number) =>
  Effect.map(checkpointAt(size), (checkpoint) => checkpoint?.note)

/** The number of commits of the newest stored checkpoint; 0: there is none. */
export const signedSize = Effect.map(newest, (checkpoint) => checkpoint?.size ?? 0)

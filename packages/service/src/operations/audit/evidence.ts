/** What an auditor brings along, as text: for the command line, which does not know the store. */
import { checkpointAt, newest } from "@rcpt/store/tree/certify"
import { notesIn, parseCheckpoint, parseVerifier } from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"

export { notesIn as checkpointsIn, parseVerifier as verifierIn }

/** How many commits a checkpoint is of. */
export const sizeOf = (note: string): number | undefined => parseCheckpoint(note)?.size

/** The checkpoint of so many commits, as it is stored. */
export const storedCheckpoint = (size: number) =>
  Effect.map(checkpointAt(size), (checkpoint) => checkpoint?.note)

/** Of how many commits the newest is; 0: there is none. */
export const signedSize = Effect.map(newest, (checkpoint) => checkpoint?.size ?? 0)

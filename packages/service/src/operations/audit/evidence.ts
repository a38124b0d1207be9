/** What an auditor brings along, as text: for the command line, which does not know the store. */
import { notesIn, parseVerifier } from "@rcpt/store/tree/checkpoint"

export { notesIn as checkpointsIn, parseVerifier as verifierIn }

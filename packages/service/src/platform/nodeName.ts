/** The name of this process among the nodes of a database. It is new at every start. */
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"

import { Duration } from "effect"

/** Characters of the identifier: enough to distinguish processes of one machine. */
const idChars = 8

export const nodeName = `${hostname()}/${process.pid}/${randomUUID().slice(0, idChars)}`

/** A node that was silent for so long is gone: heartbeats come every 5 s, and some may be lost. */
export const nodeSilenceMax = Duration.seconds(30)

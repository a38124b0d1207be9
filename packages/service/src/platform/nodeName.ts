/** What this process is called where several work on one database: unlike any other, also of itself before. */
import { randomUUID } from "node:crypto"
import { hostname } from "node:os"

/** Of the identifier: enough to tell processes of one machine apart. */
const idChars = 8

export const nodeName = `${hostname()}/${process.pid}/${randomUUID().slice(0, idChars)}`

/** The command line as `npm start` runs it: bundled, once for the whole run. */
import { buildBundle } from "@rcpt/tools/buildBundle"

export default buildBundle

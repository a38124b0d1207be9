/** What went wrong at a server that is a source or a sink, before it is known which of them. */
import { Effect } from "effect"

import { BadSettings, SinkFailed, SourceFailed } from "./Adapter.ts"

export type Fault = Pick<SourceFailed, "code" | "sentence" | "mayHelp">

export const ofSource = (fault: Fault): SourceFailed => new SourceFailed(fault)
export const ofSink = (fault: Fault): SinkFailed => new SinkFailed(fault)

/** Before it is a source or a sink: its settings. */
export const ofSettings = ({ sentence }: Fault): BadSettings => new BadSettings({ sentence })

/** A fault of the settings. The sentence begins with the field. */
export const badSettings = (sentence: string): Effect.Effect<never, Fault> =>
  Effect.fail({ code: "bad_settings", sentence, mayHelp: false })

export const refused = (sentence: string): Effect.Effect<never, Fault> =>
  Effect.fail({ code: "refused", sentence, mayHelp: false })

/** Characters of another program's words that are shown: a sentence. */
const quotedCharsMax = 300

/** Addresses of contacts must not be in a sentence, and servers quote what they could not read. */
const address = /[^\s"'(),:;<>@[\]]{1,64}@[^\s"'(),:;<>@[\]]{1,255}/g

/** The words of another program, as they may stand in a sentence of ours. */
export const quoted = (text: string): string =>
  text.slice(0, quotedCharsMax).replaceAll(address, "…@…").trim().replace(/\.$/, "")

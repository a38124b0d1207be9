/**
 * Tests that need more than npm can install. Where it is missing they are left out, and the run says
 * so at its end (LeftOut.ts); CI leaves nothing out that could be installed there.
 */
import { describe, it } from "vitest"

import { whyLeftOut } from "./LeftOut.ts"

export interface Need {
  /** As in "needs Chromium". */
  readonly name: string
  readonly found: boolean
  /** What no package can bring, such as being root, CI may do without. */
  readonly installable: boolean
}

export const root: Need = { name: "root", found: process.getuid?.() === 0, installable: false }

/** `describe`, for tests that need something. */
export const describeWith = (need: Need, name: string, body: () => void): void => {
  if (need.found) return void describe(name, body)
  if (process.env["CI"] !== "true" || !need.installable) {
    return void describe.skip(`${name} ${whyLeftOut}${need.name})`, body)
  }
  describe(name, () =>
    it(`needs ${need.name}`, () => {
      throw new Error(`${need.name} is not installed, and CI leaves nothing out`)
    })
  )
}

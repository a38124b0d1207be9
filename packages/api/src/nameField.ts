/** The name that people give to a key, an inlet or a schedule. */
import { holdsAddress, isKeyName, keyNameCharsMax } from "@rcpt/domain/keptTexts"
import { Schema } from "effect"

import { fieldFault } from "./errors/errorTexts.ts"

const limits = fieldFault("visibleChars", { from: 1, to: keyNameCharsMax })

/** `withAddress`: the refusal of a name that holds an email address, which erasure would not find. */
export const nameField = (withAddress: "address" | "keptAddress" = "address") =>
  Schema.String.annotate({ message: limits }).check(
    Schema.makeFilter(
      (name) => isKeyName(name.trim()) || (holdsAddress(name) ? fieldFault(withAddress) : limits)
    )
  )

/** The name that people give to a key, an inlet or a schedule. */
import { holdsAddress, isKeyName, keyNameCharsMax } from "@rcpt/domain/keptTexts"
import { Schema } from "effect"

const limits = `must be 1 to ${keyNameCharsMax} visible characters`

/** `holdsAddressSays`: the refusal of a name that holds an email address, which erasure would not find. */
export const nameField = (holdsAddressSays = "must not contain an email address") =>
  Schema.String.annotate({ message: limits }).check(
    Schema.makeFilter(
      (name) => isKeyName(name.trim()) || (holdsAddress(name) ? holdsAddressSays : limits)
    )
  )

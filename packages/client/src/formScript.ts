/**
 * The script that a page loads from the service, `/form.js`: checks each `<input data-rcpt>` of the page, also those
 * that come later. Attributes of the script hold for all fields, and those of a field for itself.
 */
import { checkEmailField } from "./checkEmailField.ts"
import type { FieldOptions } from "./checkEmailField.ts"

const selector = "input[data-rcpt]"

type Attributes = Readonly<Record<string, string | undefined>>

const optionsOf = (given: Attributes, baseUrl: string): FieldOptions => ({
  apiKey: given["key"],
  baseUrl,
  block: given["block"]?.split(/[\s,]+/),
  field: given["field"],
  language: given["lang"],
  texts: {
    invalid: given["textInvalid"],
    disposable: given["textDisposable"],
    typo: given["textTypo"],
    keep: given["textKeep"]
  }
})

const start = ({ src, dataset }: HTMLScriptElement): void => {
  const baseUrl = new URL(src).origin
  const known = new WeakSet<Element>()
  const look = (): void => {
    for (const input of document.querySelectorAll<HTMLInputElement>(selector)) {
      if (known.has(input)) continue
      known.add(input)
      checkEmailField(input, () => optionsOf(Object.assign({}, dataset, input.dataset), baseUrl))
    }
  }
  look()
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-rcpt"]
  })
}

/** A page may load the script twice, by a template and by a tag manager: the first one is enough. */
const mark = Symbol.for("rcpt.form")
const script = document.currentScript
if (script instanceof HTMLScriptElement && !Reflect.has(window, mark)) {
  Reflect.set(window, mark, true)
  start(script)
}

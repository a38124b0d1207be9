/**
 * Checks the email address in a field of a web page with a browser key: when it is left, and when its form is
 * submitted. It offers the address that was probably meant, and refuses an address that cannot be used through the
 * form's own validity. Everything else is let through: every error, every limit, and a server that is slow or away.
 *
 * A page can be left out by whoever submits a form, so the website's server must check the address again.
 */

/** What is said about an address. `{email}` stands for an address. */
export interface FieldTexts {
  /** Refuses an address that is `invalid`. */
  readonly invalid: string
  /** Refuses an address that is disposable. */
  readonly disposable: string
  /** The button that takes the address that was probably meant. */
  readonly typo: string
  /** The button that keeps the address as it was typed. */
  readonly keep: string
}

export interface FieldOptions {
  /** A browser key, `rcpt_pub_…`. Without one the visitor's own session is used, on pages of the service itself. */
  readonly apiKey?: string | undefined
  /** Of the service, such as `https://verify.example.com`. */
  readonly baseUrl: string
  /** What is refused; `["invalid"]` if it is absent. */
  readonly block?: ReadonlyArray<string> | undefined
  /** The name of a hidden field that gets the `status`; it is added to the form if there is none. */
  readonly field?: string | undefined
  /** Such as `de`; otherwise that of the page. English where rcpt does not speak it. */
  readonly language?: string | undefined
  readonly texts?: { readonly [Key in keyof FieldTexts]?: string | undefined } | undefined
}

/** What a page is told about an address, and the detail of the event `rcpt:verdict`. */
export interface FieldVerdict {
  readonly email: string
  readonly status: "valid" | "invalid" | "risky" | "unknown"
  readonly sub_status?: string
  readonly did_you_mean?: string
  readonly recommendation: string
  readonly mode: string
}

/** Milliseconds that a submitted form waits for an answer. */
const submitWaitMax = 1_500

/** Milliseconds: an answer that takes longer is of no use to somebody who fills in a form. */
const answerMax = 10_000

const said = (invalid: string, disposable: string, typo: string, keep: string): FieldTexts => ({
  invalid,
  disposable,
  typo,
  keep
})

const textsIn: Readonly<Record<string, FieldTexts>> = {
  en: said(
    "We cannot send email to this address. Check the spelling.",
    "This is a temporary email address. Use a permanent one.",
    "Did you mean {email}?",
    "No, keep {email}"
  ),
  de: said(
    "An diese Adresse können wir keine E-Mail senden. Prüfen Sie die Schreibweise.",
    "Das ist eine Wegwerfadresse. Verwenden Sie eine dauerhafte E-Mail-Adresse.",
    "Meinten Sie {email}?",
    "Nein, {email} behalten"
  ),
  fr: said(
    "Nous ne pouvons pas envoyer d’e-mail à cette adresse. Vérifiez l’orthographe.",
    "Cette adresse e-mail est temporaire. Utilisez une adresse permanente.",
    "Vouliez-vous dire {email} ?",
    "Non, garder {email}"
  ),
  es: said(
    "No podemos enviar correo a esta dirección. Revise la ortografía.",
    "Esta dirección de correo es temporal. Use una permanente.",
    "¿Quiso decir {email}?",
    "No, mantener {email}"
  ),
  it: said(
    "Non possiamo inviare email a questo indirizzo. Controlli l’ortografia.",
    "Questo indirizzo email è temporaneo. Ne usi uno permanente.",
    "Intendeva {email}?",
    "No, mantenere {email}"
  ),
  pt: said(
    "Não podemos enviar e-mail para este endereço. Verifique a ortografia.",
    "Este endereço de e-mail é temporário. Use um permanente.",
    "Quis dizer {email}?",
    "Não, manter {email}"
  ),
  nl: said(
    "Wij kunnen geen e-mail naar dit adres sturen. Controleer de spelling.",
    "Dit is een tijdelijk e-mailadres. Gebruik een permanent adres.",
    "Bedoelt u {email}?",
    "Nee, {email} behouden"
  ),
  pl: said(
    "Nie możemy wysłać e-maila na ten adres. Sprawdź pisownię.",
    "To jest tymczasowy adres e-mail. Podaj stały adres.",
    "Czy chodziło o {email}?",
    "Nie, zachowaj {email}"
  )
}

/** `undefined`: there was no verdict, for whatever reason. */
const ask = async (email: string, options: FieldOptions): Promise<FieldVerdict | undefined> => {
  const { apiKey, baseUrl } = options
  try {
    const response = await fetch(
      `${baseUrl}/api/v1/verify?email=${encodeURIComponent(email)}`,
      // The default of `credentials` sends no cookie to another origin.
      { headers: apiKey ? { "X-API-Key": apiKey } : {}, signal: AbortSignal.timeout(answerMax) }
    )
    const answer = await response.json()
    return response.ok && answer.status ? answer : undefined
  } catch {
    return undefined
  }
}

/** Why the address may not be submitted; `undefined` lets it through. */
const refusalOf = (
  { status, sub_status }: FieldVerdict,
  { block = ["invalid"] }: FieldOptions
): "invalid" | "disposable" | undefined => {
  if (sub_status === "disposable" && block.includes("disposable")) return "disposable"
  return status === "invalid" && block.includes("invalid") ? "invalid" : undefined
}

/** React remembers the value that was set last through the element itself, and would miss the change. */
const setValue = (input: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value)
  for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Sets the hidden field of this name, which is added to a form that has none. */
const writeHidden = (form: HTMLFormElement, name: string, value: string): void => {
  let hidden = form.elements.namedItem(name)
  if (!(hidden instanceof HTMLInputElement)) {
    hidden = document.createElement("input")
    Object.assign(hidden, { type: "hidden", name })
    form.append(hidden)
  }
  Object.assign(hidden, { value })
}

let hints = 0

/** The place below a field where it is said what was found. */
const makeHint = (input: HTMLInputElement) => {
  const hint = document.createElement("span")
  hint.id = `rcpt-hint-${++hints}`
  hint.className = "rcpt-hint"
  hint.setAttribute("role", "status")
  hint.setAttribute("aria-live", "polite")
  const describedBy = () => (input.getAttribute("aria-describedby") ?? "").split(/\s+/)
  const describe = (ids: ReadonlyArray<string>): void => {
    if (ids.some(Boolean)) input.setAttribute("aria-describedby", ids.join(" ").trim())
    else input.removeAttribute("aria-describedby")
  }
  return {
    /** A screen reader hears of a change only in a place that was there before. In a label it would be its text. */
    place: () => {
      if (!hint.isConnected) (input.closest("label") ?? input).after(hint)
    },
    /** In a block of its own, so that what follows the field does not move beside the sentence. Empty, it takes no line. */
    say: (parts: ReadonlyArray<Node | string>) => {
      const block = document.createElement("div")
      block.append(...parts)
      hint.replaceChildren(...(parts.length ? [block] : []))
      describe([
        ...describedBy().filter((id) => id !== hint.id),
        ...(parts.length ? [hint.id] : [])
      ])
    },
    focus: () => hint.querySelector("button")?.focus(),
    remove: () => hint.remove()
  }
}

const button = (text: string, onClick: () => void): HTMLButtonElement => {
  const made = document.createElement("button")
  made.type = "button"
  made.textContent = text
  made.addEventListener("click", onClick)
  return made
}

interface Field {
  /** Whether nothing is left to be asked about the value that is there. */
  readonly isChecked: () => boolean
  readonly check: () => Promise<void>
  /** Whether the form has to stay: the address is refused, or the one that was meant was not yet offered. */
  readonly holds: (isNew: boolean) => boolean
  /** Takes back what was said about a value that is no longer there. */
  readonly sync: () => void
}

/** The fields that are checked; one that leaves the page is forgotten with its element. */
const fields = new WeakMap<Element, Field>()

const fieldsOf = (form: HTMLFormElement): ReadonlyArray<Field> =>
  Array.from(form.elements).flatMap((element) => fields.get(element) ?? [])

const waiting = new WeakSet<HTMLFormElement>()
const released = new WeakSet<HTMLFormElement>()

const submitAgain = (form: HTMLFormElement, submitter: HTMLElement | null): void => {
  waiting.delete(form)
  released.add(form)
  const isOwn = (submitter as HTMLButtonElement | null)?.form === form
  form.requestSubmit(isOwn ? submitter : null)
  released.delete(form)
}

/** Runs before the handlers of the page, which must not send what is still being checked. */
const onSubmit = (event: Event): void => {
  const form = event.target as HTMLFormElement
  const { submitter } = event as SubmitEvent
  const inForm = fieldsOf(form)
  if ((submitter as HTMLButtonElement | null)?.formNoValidate) return
  const isNew = released.has(form)
  const mustAsk = !isNew && inForm.some(({ isChecked }) => !isChecked())
  if (mustAsk && !waiting.has(form)) {
    waiting.add(form)
    const late = new Promise((resolve) => setTimeout(resolve, submitWaitMax))
    // Whatever goes wrong, the form goes on.
    void Promise.race([Promise.all(inForm.map(({ check }) => check())), late])
      .catch(() => {})
      .then(() => submitAgain(form, submitter))
  }
  if (mustAsk || waiting.has(form) || inForm.some(({ holds }) => holds(isNew))) {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}

/** A page may have set another value, about which no event tells: an old refusal must not stop the form. */
const onClick = (event: Event): void => {
  const { form } = (event.target as Element).closest<HTMLInputElement>("button,input") ?? {}
  if (form) for (const { sync } of fieldsOf(form)) sync()
}

const roots = new WeakSet<Node>()

/** A document or a shadow root: a submission is not seen outside of its own. */
const listenOn = (root: Node): void => {
  if (roots.has(root)) return
  roots.add(root)
  root.addEventListener("submit", onSubmit, true)
  root.addEventListener("click", onClick, true)
}

/** What is said about the value of a field, in its hint, its validity and the hidden field. */
const makeReport = (input: HTMLInputElement, optionsNow: () => FieldOptions) => {
  const hint = makeHint(input)
  /** The value that the report is about, and the sentence that refuses it. */
  let reported: string | undefined
  let refusal = ""
  /** The page itself may have found something wrong, and takes that back itself. */
  const isOfPage = () =>
    input.validity.customError && ![refusal, ""].includes(input.validationMessage)

  const write = (status: string) => {
    const { field } = optionsNow()
    if (field && input.form) writeHidden(input.form, field, status)
  }
  const clear = () => {
    if (reported === undefined) return
    reported = undefined
    hint.say([])
    write("")
    if (!refusal) return
    if (!isOfPage()) input.setCustomValidity("")
    refusal = ""
    input.removeAttribute("aria-invalid")
  }
  const textOf = (key: keyof FieldTexts, email = "") => {
    const { language, texts } = optionsNow()
    const spoken = language ?? input.closest<HTMLElement>("[lang]")?.lang ?? ""
    const known = textsIn[spoken.slice(0, 2).toLowerCase()] ?? textsIn["en"]
    return (texts?.[key] ?? known?.[key] ?? "").replace("{email}", () => email)
  }
  const suggestion = (value: string, meant: string): ReadonlyArray<Node | string> => {
    const take = button(textOf("typo", meant), () => {
      setValue(input, meant)
      input.focus()
    })
    const keep = button(textOf("keep", value), () => {
      hint.say([])
      input.focus()
    })
    return refusal ? [" ", take] : [take, " ", keep]
  }
  return {
    hint,
    clear,
    isAbout: (value: string) => reported === value,
    report: (value: string, verdict: FieldVerdict) => {
      clear()
      hint.place()
      reported = value
      write(verdict.status)
      const reason = refusalOf(verdict, optionsNow())
      if (reason) {
        refusal = textOf(reason)
        if (!input.validity.customError) input.setCustomValidity(refusal)
        input.setAttribute("aria-invalid", "true")
      }
      const { did_you_mean: meant } = verdict
      hint.say([...(refusal ? [refusal] : []), ...(meant ? suggestion(value, meant) : [])])
    }
  }
}

const makeField = (
  input: HTMLInputElement,
  optionsNow: () => FieldOptions,
  { hint, clear, isAbout, report }: ReturnType<typeof makeReport>
): Field => {
  const verdicts = new Map<string, FieldVerdict>()
  const asked = new Map<string, Promise<void>>()

  const valueNow = () => input.value.trim()
  const isAskable = (value: string) => value !== "" && !input.validity.typeMismatch
  const show = (value: string): void => {
    const verdict = verdicts.get(value)
    if (verdict && value === valueNow() && !isAbout(value) && fields.has(input))
      report(value, verdict)
  }
  const learn = async (value: string): Promise<void> => {
    const verdict = await ask(value, optionsNow())
    // What failed may work the next time.
    asked.delete(value)
    if (!verdict) return
    verdicts.set(value, verdict)
    show(value)
    input.dispatchEvent(new CustomEvent("rcpt:verdict", { bubbles: true, detail: verdict }))
  }
  const isChecked = () => !isAskable(valueNow()) || verdicts.has(valueNow())
  return {
    isChecked,
    check: async () => {
      const value = valueNow()
      if (isChecked()) return show(value)
      const asking = asked.get(value) ?? learn(value)
      asked.set(value, asking)
      return asking
    },
    holds: (isNew) => {
      const value = valueNow()
      const verdict = verdicts.get(value)
      if (!verdict) return false
      show(value)
      const isRefused = refusalOf(verdict, optionsNow()) !== undefined
      const isOffered = isNew && verdict.did_you_mean !== undefined
      if (isRefused) input.reportValidity()
      else if (isOffered) hint.focus()
      return isRefused || isOffered
    },
    sync: () => {
      if (!isAbout(valueNow())) clear()
    }
  }
}

/**
 * Checks the field from now on. Returns a function that ends it, as an effect of React or a directive of Vue wants it.
 * Options that may change are given as a function, which is called whenever they are needed.
 */
export const checkEmailField = (
  input: HTMLInputElement,
  options: FieldOptions | (() => FieldOptions)
): (() => void) => {
  const optionsNow = typeof options === "function" ? options : () => options
  const report = makeReport(input, optionsNow)
  const field = makeField(input, optionsNow, report)
  const ended = new AbortController()
  const on = (type: string, listener: () => void) =>
    input.addEventListener(type, listener, { signal: ended.signal })
  on("focus", () => {
    report.hint.place()
    listenOn(input.getRootNode())
  })
  on("input", field.sync)
  on("invalid", field.sync)
  on("change", () => void field.check())
  on("blur", () => void field.check())
  listenOn(input.getRootNode())
  fields.set(input, field)
  return () => {
    ended.abort()
    fields.delete(input)
    report.clear()
    report.hint.remove()
  }
}

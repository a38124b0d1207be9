/** The German of words/verify.tsx. */
import { heldFor } from "@rcpt/domain/prices"

import { inline } from "../inline.ts"
import { whole } from "../numbers.ts"
import type { words } from "../verify.tsx"
import { creditsOf } from "./parts.tsx"

export const verify: typeof words = {
  title: "Prüfen",
  lead: "Stellen Sie fest, ob eine Adresse E-Mails empfangen kann, und warum.",
  readOnly: "Mit Ihrer Rolle können Sie nur lesen: keine Adressen prüfen.",
  spoken: (status, score, credits) =>
    `${status}, Punktzahl ${score} von 100. ${credits} abgebucht.`,
  form: {
    label: "Eine Adresse prüfen",
    address: "E-Mail-Adresse",
    placeholder: "name@example.com",
    blank: "Geben Sie eine E-Mail-Adresse ein.",
    mode: "Modus",
    fastHint:
      "Prüft Schreibweise, DNS und Verzeichnisse in einem Augenblick. Der Mailserver wird nicht gefragt.",
    deepHint:
      "Fragt auch den Mailserver des Empfängers, ohne eine E-Mail zu senden. Dauert einige Sekunden oder länger.",
    verify: "Prüfen",
    cost: "Kosten:"
  },
  price: {
    fast: `${creditsOf(heldFor.fast)}, oder 0, wenn das Ergebnis unbekannt ist.`,
    deep:
      `${creditsOf(heldFor.deep)}, wenn der Mailserver eine Antwort zum Postfach gibt, sonst ${heldFor.fast}, und 0, wenn das ` +
      `Ergebnis unbekannt ist. ${creditsOf(heldFor.deep)} bleiben reserviert, bis die Prüfung endet.`,
    sandbox: "0 Credits: Das ist eine Adresse der Sandbox."
  },
  samples: {
    title: "Kostenlos ausprobieren",
    reference: "API-Referenz",
    lead: (reference) =>
      inline`Adressen der Sandbox haben immer das Ergebnis, das ihr Name nennt, und kosten keine Credits. Alle stehen in der ${reference}.`,
    result: (mode, result) => `${mode}: ${result}`,
    valid: "keine Probleme gefunden",
    disposable: "eine Wegwerfadresse",
    did_you_mean: "wahrscheinlich ein Tippfehler",
    dns_error: "das DNS versagt, das Ergebnis ist unbekannt",
    mailbox_not_found: "das Postfach gibt es nicht",
    catch_all: "der Mailserver nimmt jede Adresse an"
  },
  waiting: {
    fast: "Die Adresse wird geprüft.",
    deep: "Der Mailserver wird gefragt.",
    long: "Das kann eine Weile dauern. Sie können die Seite verlassen, die Prüfung läuft weiter."
  },
  notVerified: {
    title: "In dieser Sitzung noch nicht geprüft",
    action: "Jetzt prüfen",
    text: (email) =>
      inline`Das Laden dieser Seite beginnt nie eine Prüfung und kostet keine Credits, und der Browser speichert keine Ergebnisse. Was die Prüfung von ${email} kostet, steht oben.`
  },
  meant: {
    one: "Meinten Sie diese Adresse?",
    oneText: (email) =>
      inline`In Ihrer Eingabe ist nur ${email} eine Adresse. Es wurde nichts geprüft und nichts abgebucht.`,
    verify: "Diese Adresse prüfen",
    several: (count) => `${whole(count)} Adressen`,
    severalText:
      "Diese Seite prüft eine Adresse nach der anderen. Eine Liste prüft alle und zeigt vorher den Preis. Es wurde nichts geprüft und nichts abgebucht.",
    makeList: "Daraus eine Liste machen",
    asTyped: "Den Text prüfen, wie er ist"
  },
  stored: {
    activity: "Aktivität",
    text: (at, activity) =>
      inline`Das ist die Antwort vom ${at}, aus Ihrer ${activity}. Jetzt wurde nichts geprüft und nichts abgebucht.`
  },
  errors: {
    tooFewCredits: {
      fast: (held, available, isOne) =>
        `Zu wenige Credits: Eine schnelle Prüfung reserviert ${held}, verfügbar ${isOne ? "ist" : "sind"} nur ${available}.`,
      deep: (held, available, isOne) =>
        `Zu wenige Credits: Eine tiefe Prüfung reserviert ${held}, verfügbar ${isOne ? "ist" : "sind"} nur ${available}.`
    },
    verifyFast: `Für ${creditsOf(heldFor.fast)} schnell prüfen`,
    lost: "Ein neuer Versuch liefert dieselbe Prüfung; sie wird nur einmal abgebucht.",
    notCharged: "Es wurde nichts abgebucht."
  },
  verdict: {
    score: "Punktzahl",
    of100: "von 100",
    didYouMean: (address) => <>Meinten Sie {address}</>,
    why: "Warum",
    mode: "Modus",
    duration: "Dauer",
    checked: "Geprüft",
    charged: "Abgebucht",
    again: "Noch einmal prüfen"
  },
  background: {
    title: "Hintergrund",
    normalized: "Normalisiert",
    provider: "Mailanbieter",
    servers: "Mailserver",
    age: "Alter der Domain",
    days: (days) => (days === 1 ? "1 Tag" : `${days} Tage`),
    years: (years, days) => `${years === 1 ? "1 Jahr" : `${years} Jahre`} (${whole(days)} Tage)`,
    spf: "SPF-Eintrag",
    dmarc: "DMARC-Eintrag",
    dmarcPolicy: "DMARC-Richtlinie",
    blocklists: "Sperrlisten",
    catchAll: "Zuversicht trotz Catch-all",
    confidence: (of100) => `${of100} von 100, dass es das Postfach gibt`
  },
  api: {
    title: "Über die API",
    key: "API-Schlüssel",
    lead: (key, variable) =>
      inline`Dieselbe Prüfung mit curl und Ihrem ${key} in ${variable}. Sie kostet so viel wie hier.`,
    response: "Antwort (JSON)"
  },
  history: {
    title: "Diese Sitzung",
    lead: "Ein Ergebnis noch einmal zu öffnen ist kostenlos. Beim Neuladen der Seite verschwindet diese Liste; alle Abbuchungen bleiben im Hauptbuch.",
    caption: "Prüfungen dieser Sitzung, die neuesten zuerst",
    address: "Adresse",
    mode: "Modus",
    verdict: "Ergebnis",
    score: "Punktzahl",
    charged: "Abgebucht",
    when: "Wann",
    failed: "Nicht geprüft",
    pending: "Wird geprüft"
  }
}

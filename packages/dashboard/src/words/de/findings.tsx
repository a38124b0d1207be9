/** The German of words/findings.tsx. */
import type { words } from "../findings.tsx"

const valid = ["Richtig", "Falsch"] as const
const yes = ["Ja", "Nein"] as const
const found = ["Vorhanden", "Keine"] as const
const listed = ["Gelistet", "Nicht gelistet"] as const
const published = ["Veröffentlicht", "Keiner"] as const

const noRecord = "Kein solcher Eintrag; die meisten Domains haben keinen."
const skipped = "Übersprungen: Andere Befunde hatten das Ergebnis schon entschieden."

export const findings: typeof words = {
  checks: {
    syntax: {
      label: "Schreibweise",
      result: valid,
      present: "Die Adresse ist richtig geschrieben.",
      absent: "Das ist keine gültige Adresse."
    },
    role: {
      label: "Funktionsadresse",
      result: yes,
      present: "Der Name steht für eine Funktion, nicht für eine Person.",
      absent: "Der Name steht nicht für eine Funktion."
    },
    smtputf8: {
      label: "Name nicht in ASCII",
      result: yes,
      present: "Nicht jedes Mailsystem kann dorthin zustellen.",
      absent: "Der Teil vor dem @ ist reines ASCII."
    },
    mx: {
      label: "Mailserver",
      result: found,
      present: "Die Domain nennt ihre Mailserver.",
      absent: "Die Domain nennt keinen Mailserver."
    },
    mx_routable: {
      label: "Erreichbar",
      result: yes,
      present: "Mindestens ein Mailserver hat eine öffentliche Adresse.",
      absent: "Kein Mailserver hat eine öffentliche Adresse."
    },
    catch_all: {
      label: "Catch-all",
      result: yes,
      present: "Die Domain nimmt jeden Namen an.",
      absent: "Die Domain lehnt Namen ab, die es nicht gibt."
    },
    free: {
      label: "Kostenloser Anbieter",
      result: yes,
      present: "Eine Adresse bekommt dort jeder.",
      absent: "Kein bekannter kostenloser Anbieter."
    },
    disposable: {
      label: "Wegwerfadresse",
      result: yes,
      present: "Ein Anbieter von Wegwerfadressen.",
      absent: "Kein bekannter Anbieter von Wegwerfadressen."
    },
    relay: {
      label: "Alias",
      result: yes,
      present: "Ein Alias, der eine andere Adresse verbirgt.",
      absent: "Kein bekannter Aliasdienst."
    },
    forwarder: {
      label: "Weiterleitung",
      result: yes,
      present: "Ein Dienst leitet die E-Mails der Domain weiter.",
      absent: "Kein bekannter Weiterleitungsdienst."
    },
    parked: {
      label: "Geparkt",
      result: yes,
      present: "Die Domain ist geparkt oder steht zum Verkauf.",
      absent: "Kein Anzeichen dafür, dass sie geparkt ist."
    },
    dnsbl: {
      label: "Auf Sperrliste",
      result: listed,
      present: "Die Domain oder ihr Mailserver steht auf einer Sperrliste.",
      absent: "Auf keiner der abgefragten Sperrlisten."
    },
    spf: {
      label: "SPF",
      result: published,
      present: "Die Domain legt fest, wer für sie senden darf.",
      absent: "Die Domain legt nicht fest, wer für sie senden darf."
    },
    dmarc: {
      label: "DMARC",
      result: published,
      present: "Die Domain legt fest, was mit gefälschten E-Mails geschieht.",
      absent: "Die Domain legt nicht fest, was mit gefälschten E-Mails geschieht."
    },
    mta_sts: {
      label: "MTA-STS",
      result: published,
      present: "Die Domain verlangt verschlüsselte Zustellung.",
      absent: noRecord
    },
    tls_rpt: {
      label: "TLS-RPT",
      result: published,
      present: "Die Domain bittet um Berichte über die Verschlüsselung.",
      absent: noRecord
    },
    bimi: {
      label: "BIMI",
      result: published,
      present: "Die Domain veröffentlicht ein Logo für ihre E-Mails.",
      absent: noRecord
    }
  },
  groups: {
    address: "Adresse",
    domain: "Domain und Mailserver",
    policies: "Veröffentlichte Richtlinien"
  },
  list: {
    title: "Einzelne Prüfungen",
    lead: "Offen: Die Abfrage schlug fehl oder entfiel, deshalb steht das Ergebnis nicht fest.",
    caption: (group) => `Einzelne Prüfungen: ${group}`,
    check: "Prüfung",
    result: "Ergebnis",
    meaning: "Bedeutung"
  },
  unanswered: {
    label: "Offen",
    fast: "Nicht gefragt: Dies war eine schnelle Prüfung.",
    askedInVain: "Der Mailserver wurde gefragt, verriet aber nicht, ob er jeden Namen annimmt.",
    skipped,
    failed: (why) => `Die Abfrage schlug fehl (${why}).`,
    reasons: {
      "not asked": skipped,
      timeout: "Der Server antwortete nicht rechtzeitig.",
      deadline: "Die Antwort kam nicht rechtzeitig."
    }
  },
  smtp: {
    title: "Mailserver",
    statuses: {
      deliverable:
        "Der Mailserver hat diesen Empfänger angenommen, und seiner Antwort ist zu trauen.",
      undeliverable: "Der Mailserver hat diesen Empfänger endgültig abgelehnt.",
      catch_all:
        "Der Mailserver nimmt jeden Empfänger an: Dass er diesen annahm, beweist also nichts.",
      unknown: "Die SMTP-Sitzung endete ohne Antwort zum Postfach.",
      greylisted:
        "Der Mailserver bat uns, später wiederzukommen (Greylisting). Eine spätere Prüfung gelingt meist.",
      rate_limited: "Der Mailserver nimmt zurzeit keine weiteren Anfragen von uns an.",
      policy_blocked:
        "Der Mailserver hat uns abgelehnt, nicht den Empfänger. Über das Postfach sagt das nichts.",
      timeout: "Der Mailserver antwortete nicht rechtzeitig.",
      not_checked: "Der Mailserver wurde nicht gefragt."
    },
    subReasons: {
      mailbox_not_found: "Das Postfach gibt es nicht.",
      mailbox_full: "Das Postfach gibt es, aber es ist voll.",
      mailbox_disabled: "Das Postfach ist gesperrt oder stillgelegt.",
      domain_not_found: "Er nimmt für diese Domain keine E-Mails an.",
      accept_all_gateway: "Er ist ein Gateway, das jeden Empfänger annimmt und später filtert.",
      provider_unverifiable:
        "Dieser Anbieter nimmt zunächst jeden Empfänger an und verrät nicht, welche Postfächer es gibt.",
      connection_failed: "Die Verbindung kam nicht zustande oder brach ab.",
      protocol_error: "Seine Antwort war kein gültiges SMTP oder rcpt kennt ihre Worte nicht.",
      tls_required: "Er verlangt Verschlüsselung, die sich nicht aushandeln ließ.",
      sender_rejected: "Er lehnte unsere Absenderadresse ab."
    },
    reasons: {
      smtp_not_required: "Nicht gefragt: Was bekannt ist, entscheidet das Ergebnis schon.",
      smtp_not_requested: "Nicht gefragt: Es war keine SMTP-Sitzung verlangt.",
      smtp_unavailable: "Nicht gefragt: Für diese Adresse war keine tiefe Prüfung möglich.",
      smtp_no_mx: "Nicht gefragt: Die Domain hat keinen brauchbaren Mailserver.",
      smtp_invalid_syntax: "Nicht gefragt: Die Adresse ist nicht richtig geschrieben.",
      smtp_smtputf8:
        "Nicht gefragt: Der Teil vor dem @ ist nicht in ASCII, und dafür braucht es SMTPUTF8.",
      smtp_unsafe_mx: "Nicht gefragt: Seine IP-Adresse ist privat oder aus anderem Grund unsicher.",
      smtp_throttled: "Nicht gefragt: Es konnte nicht rechtzeitig eine SMTP-Sitzung beginnen.",
      smtp_abuse_throttled: "Nicht gefragt: Ihr Konto hat bei dieser Domain zu viele Namen geprüft."
    },
    controls: {
      accepted: "Der Server nahm auch eine erfundene Adresse an.",
      refused: "Der Server lehnte eine erfundene Adresse ab, er unterscheidet also Postfächer.",
      "neither accepted nor refused":
        "Der Server hat eine erfundene Adresse weder angenommen noch abgelehnt.",
      "not asked": "Es wurde keine erfundene Adresse ausprobiert."
    },
    phases: { connect: "Verbindung", greeting: "Begrüßung" },
    facts: {
      host: "Mailserver",
      provider: "Anbieter",
      reply: "Antwort",
      encrypted: "Verschlüsselt",
      encryptedYes: "Ja (STARTTLS)",
      catchAll: "Catch-all",
      duration: "Dauer",
      yes: "Ja",
      no: "Nein",
      unknown: "Unbekannt"
    },
    session: {
      summary: (lines) => `SMTP-Sitzung, ${lines === 1 ? "1 Zeile" : `${lines} Zeilen`}`,
      caption: "SMTP-Sitzung, Zeile für Zeile",
      command: "Befehl",
      host: "Mailserver",
      recipient: "Empfänger",
      reply: "Antwort",
      noReply: "keine",
      rule: "Passende Regel",
      madeUp: "Erfundene Adresse",
      thisAddress: "Diese Adresse"
    }
  }
}

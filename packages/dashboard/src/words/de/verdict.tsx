/** The German of words/verdict.tsx. */
import type { words } from "../verdict.tsx"

export const verdict: typeof words = {
  meanings: {
    failed_syntax_check: "Nicht zustellbar: Das ist keine richtig geschriebene Adresse.",
    domain_not_found: "Nicht zustellbar: Die Domain gibt es nicht.",
    does_not_accept_mail: "Nicht zustellbar: Die Domain nimmt keine E-Mails an.",
    mx_unroutable: "Nicht zustellbar: Die Mailserver der Domain sind nicht erreichbar.",
    mailbox_not_found: "Nicht zustellbar: Das Postfach gibt es nicht.",
    mailbox_disabled: "Nicht zustellbar: Das Postfach ist gesperrt.",
    domain_rejected_by_mail_server: "Nicht zustellbar: Der Mailserver lehnt die ganze Domain ab.",
    reported_bounce: "Sie haben gemeldet, dass eine E-Mail an diese Adresse zurückkam.",
    reported_complaint: "Sie haben eine Beschwerde über E-Mail an diese Adresse gemeldet.",
    blocked_by_rule: "Eine Ihrer Regeln sperrt diese Adresse.",
    dns_error: "Noch ist nichts bekannt, weil das DNS versagt hat.",
    no_mx_records: "E-Mails kommen wahrscheinlich nicht an: Die Domain nennt keinen Mailserver.",
    disposable:
      "Ein Wegwerfpostfach: Es kann in Minuten verschwunden sein, und E-Mails liest dort selten jemand.",
    blocklisted:
      "Die Domain oder ihr Mailserver steht auf einer Sperrliste, ein Zeichen für Spam oder Einbrüche.",
    parked: "Die Domain ist geparkt oder steht zum Verkauf: E-Mails liest dort wohl niemand.",
    role_based:
      "Das ist ein gemeinsames Postfach, etwa Vertrieb oder Support, keine einzelne Person.",
    role_based_catch_all:
      "Ein gemeinsames Postfach bei einer Domain, die jeden Namen annimmt: Ob es existiert, lässt sich nicht feststellen.",
    relay:
      "Ein Alias, der an eine verborgene Adresse weiterleitet. Sein Inhaber kann ihn abschalten.",
    catch_all:
      "Die Domain nimmt jeden Namen an: Ob es dieses Postfach gibt, lässt sich nicht feststellen.",
    synthetic_local_part:
      "Der Name sieht erfunden aus, als wäre er nur für ein Formular eingetippt worden.",
    new_domain:
      "Die Domain wurde vor weniger als 30 Tagen registriert: zu kurz, um einen Ruf zu haben.",
    mailbox_full:
      "Das Postfach gibt es, aber es ist voll. E-Mails kommen zurück, bis es geleert wird.",
    possible_typo: "Die Adresse ist wahrscheinlich vertippt. E-Mails liest womöglich ein Fremder.",
    mailbox_unverified:
      "Die Adresse kann stimmen, aber kein Mailserver hat das Postfach bestätigt.",
    low_score:
      "Kein Befund entscheidet für sich allein, aber zusammen drücken sie die Punktzahl unter 80."
  },
  valid: {
    mistyped:
      "Die Adresse enthält vielleicht einen Tippfehler. Sonst wurden keine Probleme gefunden.",
    fast: "Der Mailserver wurde nicht gefragt, ob es das Postfach gibt.",
    deep: "Der Mailserver nimmt E-Mails für dieses Postfach an."
  },
  found: { fast: "Kein Problem gefunden", deep: "Postfach bestätigt" },
  typoOf: (domain) => `Wahrscheinlich Tippfehler für ${domain}`,
  scoreMeaning:
    "100 minus Punkte für jedes Problem. Sie ordnet Adressen mit gleichem Status und ist keine Wahrscheinlichkeit.",
  advice: {
    send: "Sie können an diese Adresse senden.",
    send_with_care: "Senden Sie mit Vorsicht: E-Mails können zurückkommen.",
    do_not_send: "Senden Sie nicht an diese Adresse.",
    ask_again: "Prüfen Sie noch einmal, bevor Sie senden."
  },
  askAgainIn: {
    minutes: (minutes) =>
      `Prüfen Sie in ${minutes === 1 ? "einer Minute" : `${minutes} Minuten`} noch einmal, bevor Sie senden.`,
    hours: (hours) =>
      `Prüfen Sie in ${hours === 1 ? "einer Stunde" : `${hours} Stunden`} noch einmal, bevor Sie senden.`
  }
}

/** The German of words/inlets.tsx. */
import type { words } from "../inlets.tsx"

const optionalKey = "Freiwillig: Name:Passwort oder ein Token, falls der Dienst eines sendet."

export const inlets: typeof words = {
  title: "Eingänge",
  lead: "Ihr Maildienst sendet Zustellungen, Rückläufer und Beschwerden hierher. Damit werden spätere Antworten an Sie besser.",
  make: "Eingang anlegen",
  empty: {
    title: "Noch keine Eingänge",
    text: "Legen Sie einen Eingang an und tragen Sie seine URL bei Ihrem Maildienst, Newsletter-Programm oder Mailserver ein."
  },
  url: {
    label: "URL",
    of: (name) => `URL von ${name}`,
    once: "Kopieren Sie diese URL jetzt: Sie wird nur einmal gezeigt. Wer sie kennt, kann Ereignisse senden."
  },
  states: { live: "Nimmt Ereignisse an", needs_key: "Braucht einen Schlüssel" },
  kinds: {
    amazon_ses: {
      label: "Amazon SES",
      where:
        "Legen Sie in Amazon SNS für Ihr Thema ein Abonnement mit dem Protokoll HTTPS und dieser URL an, ohne Raw Message Delivery.",
      key: "Die ARN des Themas. Nur dessen Nachrichten werden angenommen."
    },
    mailgun: {
      label: "Mailgun",
      where:
        "Tragen Sie die URL in Mailgun unter Sending → Webhooks für Delivered, Permanent Failure, Temporary Failure und Spam Complaints ein.",
      key: "Der HTTP Webhook Signing Key unter API Security."
    },
    postmark: {
      label: "Postmark",
      where:
        "Tragen Sie die URL in Postmark in Ihrem Message Stream unter Webhooks für Delivery, Bounce und Spam complaint ein.",
      key: optionalKey
    },
    sendgrid: {
      label: "SendGrid",
      where:
        "Tragen Sie die URL in SendGrid unter Settings → Mail Settings → Event Webhook ein und schalten Sie die Signatur ein.",
      key: "Der Verification Key. SendGrid zeigt ihn, sobald es die URL hat."
    },
    brevo: {
      label: "Brevo",
      where:
        "Tragen Sie die URL in Brevo unter Transactional → Settings → Webhook für Delivered, Soft bounce, Hard bounce und Complaint ein.",
      key: optionalKey
    },
    sparkpost: {
      label: "SparkPost",
      where:
        "Tragen Sie die URL in SparkPost unter Webhooks für Delivery, Bounce, Out of band, Delay und Spam complaint ein.",
      key: optionalKey
    },
    mailjet: {
      label: "Mailjet",
      where:
        "Tragen Sie die URL in Mailjet unter Account → Event notifications für Sent, Bounce und Spam ein.",
      key: optionalKey
    },
    mailchimp_transactional: {
      label: "Mailchimp Transactional",
      where:
        "Tragen Sie die URL in Mailchimp Transactional unter Settings → Webhooks für zugestellte, zurückgekommene, verzögerte und als Spam gemeldete Nachrichten ein.",
      key: "Der Schlüssel des Webhooks. Er wird gezeigt, sobald der Webhook angelegt ist."
    },
    resend: {
      label: "Resend",
      where:
        "Tragen Sie die URL in Resend unter Webhooks für email.delivered, email.bounced, email.complained und email.delivery_delayed ein.",
      key: "Das Signing Secret, whsec_…. Resend zeigt es, sobald es die URL hat."
    },
    listmonk: {
      label: "listmonk",
      where:
        "Lassen Sie das Programm, das an /webhooks/bounce von listmonk sendet, dasselbe an diese URL senden.",
      key: optionalKey
    },
    returned_mail: {
      label: "Zurückgekommene E-Mails",
      where:
        "Lassen Sie Ihren Mailserver jede Nachricht, die zurückkommt, als message/rfc822 an diese URL senden.",
      key: optionalKey
    }
  },
  table: {
    title: "Ihre Eingänge",
    name: "Name",
    kind: "Dienst",
    state: "Zustand",
    last: "Letztes Ereignis",
    never: "noch keines",
    recorded: "Meldungen"
  },
  form: {
    title: "Neuer Eingang",
    kind: "Dienst",
    name: "Name",
    nameHint: "Etwa Newsletter.",
    nameSubject: "Der Name",
    key: "Signaturschlüssel",
    keySubject: "Der Signaturschlüssel",
    save: "Eingang anlegen"
  },
  outcomes: {
    delivered: "Zugestellt",
    bounced: "Zurückgekommen",
    complained: "Beschwerde",
    deferred: "Verzögert",
    other: "Anderes"
  },
  fates: {
    recorded: "Übernommen",
    not_about_mailbox: "Nicht über das Postfach",
    not_verified_by_you: "Nicht von Ihnen geprüft",
    deferred: "Der Dienst versucht es weiter",
    nothing: "Sagt nichts über ein Postfach",
    too_old: "Zu alt"
  },
  one: {
    connect: "Den Dienst verbinden",
    needsKey: "Dieser Eingang nimmt nichts an, bis sein Signaturschlüssel gesetzt ist.",
    previous: (until) => <>Die vorige URL gilt bis {until}.</>,
    events: "Letzte Ereignisse",
    none: "Noch keine Ereignisse.",
    email: "Adresse",
    outcome: "Ereignis",
    result: "Ergebnis",
    waits: "Wartet",
    received: "Empfangen",
    setKey: "Signaturschlüssel setzen",
    changeKey: "Signaturschlüssel ändern",
    saveKey: "Speichern",
    replace: "URL ersetzen",
    replaceTitle: "Die URL ersetzen?",
    replaceText: "Sie bekommen eine neue URL. Die vorige gilt noch 24 Stunden.",
    remove: "Eingang entfernen",
    removeTitle: "Diesen Eingang entfernen?",
    removeText: "Seine URL gilt dann nicht mehr. Übernommene Meldungen bleiben.",
    missing: "Eingang nicht gefunden",
    missingText: "Er wurde entfernt, oder er gehört zu einem anderen Konto.",
    all: "Alle Eingänge"
  }
}

/** Rules that are made from the words of each language: a noun for the recipient, and a phrase about it. */
import type { ReplyRule } from "../ReplyRule.ts"

interface ForeignWords {
  readonly language: string
  /** Nouns for the recipient, its mailbox or its account. */
  readonly recipient: RegExp
  readonly missing: RegExp
  readonly full: RegExp
  /** Words for closed, suspended or blocked. The noun says that it is the account. */
  readonly disabled: RegExp
  readonly source: string
}

const replies = "words of mail systems in that language; our judgement"

/**
 * Words with which mail systems of other languages say that a mailbox is missing, full or closed. A reply speaks of
 * a mailbox if it has a noun of the language (`recipient`) and one of the phrases, all in lower case and without
 * accents. Letters that make a word part of another one (`unbekannt`, `felhasználó`) are left open.
 */
const foreignWords: ReadonlyArray<ForeignWords> = [
  {
    language: "german",
    recipient: /empfa?e?nger|benutzer|postfach|mailbox|konto|e-?mail-?adresse|adressat|teilnehmer/,
    missing:
      /unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt)|gibt es nicht|ungu?e?ltig/,
    full: /\bvoll\b|uberfu?e?llt|ueberfuellt|speicher(?:platz)? .*erschopft|quota (?:ist )?uberschritten/,
    disabled:
      /gesperrt|deaktiviert|geschlossen|stillgelegt|gelo?e?scht|nicht mehr (?:aktiv|gu?e?ltig)/,
    source: replies
  },
  {
    language: "dutch",
    recipient: /ontvanger|gebruiker|mailbox|postvak|\baccount|e-?mailadres|geadresseerde/,
    missing: /onbekend|bestaat niet|niet gevonden|ongeldig/,
    full: /\bvol\b|quotum|geen ruimte/,
    disabled: /geblokkeerd|uitgeschakeld|opgeheven|afgesloten|niet (?:meer )?actief|gedeactiveerd/,
    source: replies
  },
  {
    language: "french",
    recipient: /destinataire|utilisateur|boite|compte|adresse|messagerie/,
    missing: /inconnu|inexistant|n'?existe pas|introuvable|invalide|pas trouve/,
    full: /pleine|saturee|quota (?:est )?(?:depasse|atteint)|espace insuffisant/,
    disabled: /desactive|suspendu|ferme|bloque|inactif|resilie|cloture/,
    source: replies
  },
  {
    language: "spanish",
    recipient: /destinatari|usuario|buzon|cuenta|direccion de correo|casilla/,
    missing: /no existe|desconocid|inexistente|no (?:se ha )?encontrad|no se encuentra|invalid/,
    full: /\bllen[oa]\b|cuota (?:excedida|superada)|sin espacio|excedi\S* (?:su|la) cuota/,
    disabled: /desactivad|deshabilitad|inhabilitad|suspendid|bloquead|cerrad|dada de baja|cancelad/,
    source: replies
  },
  {
    language: "portuguese",
    recipient:
      /destinatario|usuario|utilizador|caixa (?:postal|de correio|de entrada)|\bconta\b|endereco de e-?mail/,
    missing: /nao (?:foi )?encontrad|nao existe|desconhecid|inexistente|invalid/,
    full: /\bcheia\b|lotad|cota (?:excedida|ultrapassada)|quota excedida|sem espaco/,
    disabled: /desativad|desabilitad|suspens|bloquead|encerrad|inativ|cancelad/,
    source: replies
  },
  {
    language: "italian",
    recipient: /destinatari|utente|casella|account|mailbox|indirizzo e-?mail/,
    missing: /sconosciut|inesistente|non esiste|non (?:e stat[oa] )?trovat|non valid|nessun/,
    full: /\bpien[oa]\b|spazio esaurito|quota superata/,
    disabled: /disabilitat|disattivat|sospes|bloccat|chius|non (?:piu )?attiv/,
    source: replies
  },
  {
    language: "polish",
    recipient: /odbiorc|uzytkownik|skrzynk|konto|adresat/,
    missing: /nie istnieje|nie ma\b|nieznan|nie znaleziono|nieprawidlow/,
    full: /pelna|przepelnion|przekroczon\S* (?:limit|pojemnosc)/,
    disabled: /zablokowan|wylaczon|zawieszon|zamknie|nieaktywn|usuniet/,
    source: replies
  },
  {
    language: "czech",
    recipient: /prijemc|uzivatel|schrank|\bucet\b|adresat/,
    missing: /neexistuj|neznam|nenalezen|nebyl nalezen|neplatn/,
    full: /\bpln[aey]\b|preplnen|prekrocen\S* kvot/,
    disabled: /zablokovan|blokovan|zrusen|deaktivovan|pozastaven|neaktivn|uzavren/,
    source: replies
  },
  {
    language: "russian",
    recipient:
      /получател|пользовател|ящик|уч[её]тная запись|аккаунт|адресат|polzovatel|poluchatel|yaschik/,
    missing:
      /не найден|не существует|нет так|неизвест|неверн|не обнаружен|ne naiden|ne naden|ne suschestvuet|neizvesten/,
    full: /переполнен|заполнен|превышен\S* квот|нет места/,
    disabled: /отключен|заблокирован|удален|закрыт|приостановлен|неактив/,
    source: replies
  },
  {
    language: "ukrainian",
    recipient: /одержувач|отримувач|користувач|скриньк|обліковий запис|адресат/,
    missing: /не знайден|не існує|немає|невідом|недійсн/,
    full: /переповнен|заповнен|перевищен\S* квот/,
    disabled: /вимкнен|заблоковано|видален|закрит|призупинен|неактивн/,
    source: replies
  },
  {
    language: "turkish",
    recipient: /alici|kullanici|posta kutusu|hesa[pb]|e-?posta adresi/,
    missing: /bulunamadi|bulunmuyor|\byok\b|mevcut degil|bilinmeyen|gecersiz/,
    full: /\bdolu\b|kota(?:si)? (?:asildi|dolu)|yer kalmadi/,
    disabled: /devre disi|kapatil|askiya alin|engellen|bloke|pasif/,
    source: replies
  },
  {
    language: "greek",
    recipient: /χρηστη|παραληπτ|γραμματοκιβωτι|λογαριασμ|θυριδα/,
    missing: /δεν υπαρχει|δεν βρεθηκε|αγνωστ|ακυρ/,
    full: /πληρες|γεματ|υπερβ\S+ (?:το )?οριο/,
    disabled: /απενεργοποι|κλειδω|αναστελ|κλεισ|ανενεργ|αποκλειστ/,
    source: replies
  },
  {
    language: "chinese",
    recipient: /收件|用户|用戶|邮箱|郵箱|信箱|账号|账户|帐号|帐户|帳號|帳戶|收信人/,
    missing: /不存在|找不到|未找到|无此|無此|没有此|沒有此|无效|無效|未知/,
    full: /已满|已滿|容量不足|空间不足|空間不足|超过配额|超出容量/,
    disabled: /停用|禁用|冻结|凍結|锁定|鎖定|注销|註銷|关闭|封禁/,
    source: replies
  },
  {
    language: "japanese",
    recipient: /宛先|受信者|ユーザ|メールアドレス|メールボックス|アカウント/,
    missing: /存在しま|存在しない|見つかりません|ありません|不明|無効な/,
    full: /容量.*(?:超過|超え|不足|いっぱい)|一杯|いっぱい|満杯/,
    disabled: /停止|無効化|無効にな|凍結|ロック|解約|閉鎖/,
    source: replies
  },
  {
    language: "korean",
    recipient: /수신자|수신인|받는 ?사람|사용자|계정|메일함|편지함|메일 ?주소/,
    missing: /존재하지 않|찾을 수 없|없는 (?:사용자|계정|주소)|없습니다|알 수 없는/,
    full: /가득|용량(?:이)? ?(?:초과|부족)|꽉/,
    disabled: /휴면|정지|비활성|차단된 계정|폐쇄|잠긴|잠겨|해지/,
    source: replies
  },
  {
    language: "swedish",
    recipient: /mottagar|anvandar|brevlad|konto|e-?postadress/,
    missing: /finns inte|okand|hittades inte|existerar inte|ogiltig/,
    full: /\bfull\b|kvot\S* (?:ar )?overskrid|fullt/,
    disabled: /avstang|inaktiv|sparrad|avslutad|blockerad|stangt/,
    source: replies
  },
  {
    language: "danish",
    recipient: /modtager|bruger|postkasse|konto|e-?mailadresse/,
    missing: /findes ikke|ukendt|eksisterer ikke|ikke fundet|ugyldig/,
    full: /\bfuld\b|\bfyldt\b|kvote\S* (?:er )?overskred/,
    disabled: /spaerret|lukket|deaktiveret|inaktiv|suspenderet|blokeret/,
    source: replies
  },
  {
    language: "finnish",
    recipient: /vastaanottaj|kayttaj|postilaatik|\btili|sahkopostiosoit/,
    missing: /ei (?:loydy|loytynyt|ole olemassa)|tuntemat|virheelli/,
    full: /\btays\b|taynna|kiinti\S* (?:on )?ylit/,
    disabled: /suljet|poistettu kaytosta|lukit|jaadytet|estetty|ei ole (?:enaa )?kaytossa/,
    source: replies
  },
  {
    language: "hungarian",
    recipient: /cimzett|felhasznalo|postafiok|fiok|postalada|e-?mail cim/,
    missing: /nem letezik|ismeretlen|nem talalhato|ervenytelen|nincs ilyen/,
    full: /megtelt|\btele\b|tullepte/,
    disabled: /letilt|le van tiltva|felfuggeszt|megszunt|inaktiv|zarolt|torol/,
    source: replies
  },
  {
    language: "romanian",
    recipient: /destinatar|utilizator|casut|contul|\bcont\b|cutia postala/,
    missing: /nu exista|necunoscut|inexistent|nu (?:a fost|poate fi) gasit|invalid/,
    full: /\bplin[aă]?\b|depasit|spatiu insuficient/,
    disabled: /dezactivat|suspendat|blocat|inchis|inactiv/,
    source: replies
  }
]

const meanings = {
  full: "mailboxFull",
  disabled: "mailboxDisabled",
  missing: "mailboxMissing"
} as const

const phrases = ["full", "disabled", "missing"] as const

const ruleFor = (words: ForeignWords, phrase: (typeof phrases)[number]): ReplyRule => ({
  id: `${phrase}-${words.language}`,
  all: [words.recipient, words[phrase]],
  means: meanings[phrase],
  source: words.source
})

export const replyRulesInOtherLanguages: ReadonlyArray<ReplyRule> = foreignWords.flatMap((words) =>
  phrases.map((phrase) => ruleFor(words, phrase))
)

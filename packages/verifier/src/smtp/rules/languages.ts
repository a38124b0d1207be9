/**
 * The words with which mail servers say what happened to a recipient, by language. A verdict needs a noun and a
 * predicate of one language in one clause (understand.ts), so sentences that nobody has written down yet are read too.
 *
 * All words are in lower case and without accents, as texts are compared. `|` separates words, `*` stands for
 * letters that a word may have besides, `…` for up to four words between. `not` are words that turn `known` and
 * `open` into a refusal, and take the meaning from the others.
 */

export interface LanguageWords {
  readonly language: string
  /** Nouns for the recipient, its mailbox, its account. */
  readonly recipient: string
  /** Nouns for the recipient's domain. */
  readonly domain: string
  /** Nouns for our sender and our server. A sentence with one is about us. */
  readonly sender: string
  readonly absent: string
  readonly closed: string
  readonly full: string
  /** Words that say "absent" with a negation. */
  readonly known: string
  /** Words that say "closed" with a negation. */
  readonly open: string
  readonly not: string
  /** Words that may say "absent", "closed" or "not for you". */
  readonly unavailable?: string
  /** Whether a negation may also follow its word: `existiert nicht`. */
  readonly negatesAfter?: true
  /** Whether the script has no blanks between words. */
  readonly isUnspaced?: true
  readonly source: string
}

const replies = "words of mail systems in that language; our judgement"

export const languages: ReadonlyArray<LanguageWords> = [
  {
    language: "english",
    recipient:
      "user|users|username|userid|mailuser|recipient|recipients|recipent|rcpt|rcptto|rcpt-to|mailbox|mailboxes|mail box|mail-box|mbox|mailfolder|folder|maildir|inbox|" +
      "account|accounts|address|addresses|addressee|alias|aliases|local part|local-part|localpart|login|" +
      "email|e-mail|person|destination|forward-path|customer|employee|email id|mail id|email name|mail name|user's|recipient's|addressee's",
    domain: "domain|domains|tenant|organization|organisation|domain's",
    // English words about us have rules of their own (ourWords.ts).
    sender: "",
    absent:
      "not available here|no-domain|not local|not here|not in|no longer here|no mailbox here|no user here|not on this|not on our|in no directory|no…in name directory|unknown|unkown|unknow|no such|nosuch*|non-existent|nonexistent|non existent|nonexistant|non-existant|inexistent|invalid|illegal|" +
      "unroutable|unrouteable|undeliverable|unallocated|unrecognized|unrecognised|undefined|unregistered|bad|incorrect|" +
      "wrong|misspelled|mistyped|never existed|ceased to exist|lookup failed|no user|no users|no mailbox|no account|" +
      "no recipient|no person|no local mailbox|no address|no alias|no match*|no mail box|userunknown|missing home directory|dead|not a user|not a mailbox|not a recipient|no known",
    closed:
      "disabled|not used|suspended|suspend|inactivity|deactivated|de-activated|inactive|inactivated|discontinued|locked|locked out|frozen|expired|closed|" +
      "terminated|cancelled|canceled|deleted|removed|dormant|on hold|retired|archived|decommissioned|obsolete|abandoned|" +
      "disused|has left|no longer valid|no longer available|no longer active|no longer accept*|no longer in use|no longer used|" +
      "no longer in service|no longer works|no longer working|no longer with|no longer employed|no longer monitored|" +
      "no longer receiv*|no longer maintained|no longer operational|no longer supported",
    full:
      "full|overfull|not sufficient space|not sufficient disk space|not have enough space|not have enough room|too much mail*|too much data|*disk quota|exceeded…local limit|exceeded its limit|exceeded…size limit|over quota|overquota|over-quota|over…quota|over limit|overlimit|over…storage limit|" +
      "quota exceeded|quota…exceeded|quota is full|quota full|quota violation|quota…reached|out of quota|exceeded…quota|exceeds…quota|exceed…quota|" +
      "exceeding…quota|exceeded…storage|exceeds…storage|exceed…storage|exhausted…storage|exhausted…space|exhausted…quota|" +
      "exceeded…space|exceeds…space|exceeded…capacity|exceeded…size|exceeded…mailbox limit|exceed…mailbox limit|" +
      "storage exceeded|storage…exceeded|storage full|storage limit|space limit|limit of storage|out of storage|out of space|" +
      "out of disk space|no space|no disk space|no more space|no free space|no room|no storage|not enough space|not enough storage|" +
      "not enough disk space|not enough room|insufficient space|insufficient storage|insufficient disk space|insufficient mailbox*|" +
      "disk quota|disk full|size limit…exceeded|mailbox size limit|has too many messages|too many messages in|too many messages on|too many mails in|" +
      "too many messages stored|mailbox limit exceeded|reached…quota|reached…storage|reached…size|storage…used up|space…used up|quota…used up",
    known:
      "member of domain|exist|exists|existing|existent|found|find|known|know|valid|recognized|recognised|registered|defined|mapped|present|" +
      "located|locate|listed|matched|resolved|hosted|handled|served|allocated|assigned|provisioned|belong|belongs|" +
      "have…account|have…mailbox|has…account|has…mailbox|got…account|" +
      "in directory|reachable|our customer|our customers|our user|our users|our member|our members|a mailbox|a user|a recipient",
    open: "active|activated|enabled|accepting|in use|in service|operational|monitored|alive|maintained|open",
    unavailable:
      "unavailable|unavaiable|not available|not accepted|not ok|can't accept|cannot accept|not permitted|not allowed",
    not: "not|no|*n't|never|cannot|doesnt|dont|isnt|cant|does'nt|is'nt|nor|unable to|failed to|none|ain't",
    source: "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT), KumoMTA (Apache-2.0)"
  },
  {
    language: "german",
    recipient:
      "*empfanger*|*empfaenger*|*benutzer*|*postfach*|*postfacher|mailbox|*konto*|*mailadresse*|*mail-adresse*|*emailadresse*|*adressat*|teilnehmer*|" +
      "nutzer*|mailaccount|email-account|e-mail-account|account|adresse|zieladresse|user",
    domain: "domain|domaene|domane",
    sender: "*absend*|sendende*|ihr server|ihre* server|ihrem server|*einliefer*|ihr host",
    absent:
      "unbekannt*|ungultig*|ungueltig*|existiert nicht|nicht gefunden|nicht vorhanden|nicht bekannt|gibt es nicht|gibt es…nicht|kein benutzer|" +
      "keine mailbox|kein postfach|nicht existent*|nicht existier*|falsch*",
    closed:
      "gesperrt*|deaktiviert*|geschlossen*|stillgelegt*|geloscht*|geloescht*|inaktiv*|abgelaufen|gekundigt|gekuendigt|abgeschaltet|" +
      "nicht mehr aktiv|nicht mehr gultig|nicht mehr gueltig|nicht mehr erreichbar|nicht mehr verfugbar|nicht mehr verfuegbar",
    full:
      "voll|uberfullt|ueberfuellt|*speicher* erschopft|*speicher* erschoepft|*speicher*…uberschritten|*speicher*…ueberschritten|" +
      "quota uberschritten|quota ueberschritten|quota…uberschritten|quota…ueberschritten|kein* speicherplatz|zu viele mails|zuviele mails|" +
      "zu viele nachrichten|kontingent…uberschritten|kontingent…ueberschritten|*grosse*…uberschritten|*limit*…uberschritten",
    known:
      "existiert|existieren|gefunden|vorhanden|bekannt|registriert|gultig|gueltig|eingerichtet|zugeordnet",
    open: "aktiv|aktiviert|freigeschaltet|in betrieb",
    not: "nicht|kein|keine|keinen|nie",
    negatesAfter: true,
    source: replies
  },
  {
    language: "dutch",
    recipient:
      "*ontvanger*|*gebruiker*|mailbox|*postvak*|account|*mailadres*|*geadresseerde*|postbus|adres",
    domain: "domein*",
    sender: "*afzend*|*verzend*|uw server",
    absent: "onbekend*|bestaat niet|niet gevonden|ongeldig*|niet bekend|geen gebruiker",
    closed:
      "geblokkeerd|uitgeschakeld|opgeheven|afgesloten|niet meer actief|niet actief|gedeactiveerd|verwijderd|gesloten|opgezegd|niet meer in gebruik",
    full: "vol|quotum|geen ruimte|overvol|quota overschreden|quota…overschreden|opslaglimiet",
    known: "bestaat|gevonden|bekend|geldig|geregistreerd",
    open: "actief|in gebruik",
    not: "niet|geen|nooit",
    negatesAfter: true,
    source: replies
  },
  {
    language: "french",
    recipient: "destinataire*|utilisateur*|boite|boites|bo?te|compte|adresse|messagerie|usager",
    domain: "domaine*",
    sender: "*expedit*|emetteur*|votre serveur|votre domaine|votre hote|serveur",
    absent:
      "inconnu*|inexistant*|n'existe pas|introuvable*|invalide*|pas trouve*|n'existe plus|incorrect*|errone*|aucun utilisateur",
    closed:
      "desactive*|suspendu*|ferme|fermee|bloque|bloquee|inactif|inactive|resilie*|cloture*|supprime*|archive*|expire*|plus valide|plus actif|plus active|plus en service",
    full: "pleine|plein|saturee|sature|quota depasse|quota est depasse|quota atteint|quota…depasse|quota…atteint|depasse…quota|espace insuffisant|espace disque insuffisant|plus de place",
    known: "existe|trouve|trouvee|connu|connue|valide|reconnu|reconnue|enregistre|repertorie",
    open: "actif|active|activee|disponible",
    not: "pas|n'est|n'a|ne|aucun|aucune|plus",
    source: replies
  },
  {
    language: "spanish",
    recipient: "*destinatari*|usuario*|buzon*|cuenta|direccion de correo|direccion|casilla*|correo",
    domain: "dominio*",
    sender: "remit*|su servidor|servidor remit*|servidor de origen|servidor que envia",
    absent:
      "no existe*|desconocid*|inexistente*|no encontrad*|no se encuentra|no se encontro|no se ha encontrado|invalid*|no valid*|incorrect*|erronea|erroneo|ningun usuario",
    closed:
      "desactivad*|deshabilitad*|inhabilitad*|suspendid*|bloquead*|cerrad*|dada de baja|dado de baja|cancelad*|inactiv*|eliminad*|caducad*|vencid*",
    full: "llen*|cuota excedida|cuota superada|cuota…excedid*|cuota…superad*|sin espacio|excedi*…cuota|exced*…espacio|excede…cuota|saturad*|espacio insuficiente",
    known:
      "existe|existen|encontrado|encontrada|encuentra|conocido|conocida|valida|valido|registrado|registrada",
    open: "activa|activo|habilitada|habilitado",
    not: "no|nunca|ningun|ninguna|ni|tampoco",
    source: replies
  },
  {
    language: "portuguese",
    recipient:
      "destinatario*|usuario*|utilizador*|caixa postal|caixa de correio|caixa de entrada|caixa|conta|endereco*|correio|mailbox",
    domain: "dominio*",
    sender: "remetent*|seu servidor",
    absent:
      "nao encontrad*|nao foi encontrad*|nao existe*|desconhecid*|inexistente*|invalid*|nao localizad*|incorret*|nenhum usuario",
    closed:
      "desativad*|desabilitad*|suspens*|bloquead*|encerrad*|inativ*|cancelad*|removid*|excluid*|expirad*|desligad*",
    full: "cheia|cheio|lotad*|cota excedida|cota ultrapassada|quota excedida|cota…excedid*|quota…excedid*|excedeu…cota|excedeu…quota|excedeu…limite|sem espaco|espaco insuficiente|espaco esgotado",
    known:
      "existe|existem|encontrado|encontrada|localizado|localizada|conhecido|conhecida|valido|valida|cadastrado|cadastrada",
    open: "ativa|ativo|habilitada|habilitado|disponivel",
    not: "nao|nunca|nenhum|nenhuma|nem",
    source: replies
  },
  {
    language: "italian",
    recipient:
      "destinatari*|utent*|casella|caselle|account|mailbox|indirizzo|casella postale|posta",
    domain: "dominio|domini",
    sender: "mittent*|tuo server|suo server|vostro server",
    absent:
      "sconosciut*|inesistent*|non esist*|non trovat*|non e stat* trovat*|non valid*|nessun utent*|errat*",
    closed:
      "disabilitat*|disattivat*|sospes*|bloccat*|chius*|non attiv*|non piu attiv*|cessat*|scadut*|eliminat*|rimoss*|inattiv*|cancellat*",
    full: "pien*|spazio esaurito|quota superata|quota…superat*|spazio insufficiente|superat*…spazio|superat*…quota|superat*…limite|satura|quota esaurita",
    known:
      "esiste|esistente|trovato|trovata|conosciuto|conosciuta|valido|valida|registrato|registrata|presente",
    open: "attivo|attiva|attivato|disponibile",
    not: "non|mai|nessun|nessuna|ne",
    source: replies
  },
  {
    language: "polish",
    recipient: "odbiorc*|uzytkownik*|skrzynk*|konto|konta|adresat*|adres*|abonent*",
    domain: "domen*",
    sender: "nadawc*|wysylaj*",
    absent:
      "nie istnieje|nie ma takie*|nieznan*|nie znaleziono|nieprawidlow*|nie znany|nie odnaleziono|bledny adres|niepoprawn*",
    closed:
      "zablokowan*|wylaczon*|zawieszon*|zamkniet*|nieaktywn*|usuniet*|wygasl*|zlikwidowan*|skasowan*|dezaktywowan*",
    full: "pelna|pelne|pelny|przepelnion*|przekroczon* limit|przekroczon* pojemnosc|przekroczon*…limit*|przekroczon*…pojemnosc|przekroczon* quota|przekroczyl*…limit*|brak miejsca|zapelnion*",
    known: "istnieje|znaleziono|znany|znane|znana|prawidlowy|zarejestrowan*",
    open: "aktywne|aktywna|aktywny|wlaczone",
    not: "nie|brak|zaden",
    source: replies
  },
  {
    language: "czech",
    recipient: "prijemc*|uzivatel*|schrank*|ucet|uctu|adresat*|adresa|adresy",
    domain: "domen*",
    sender: "odesilat*|odesilaj*",
    absent:
      "neexistuj*|neznam*|nenalezen*|nebyl nalezen*|neplatn*|nebyla nalezen*|nelze najit|chybn*",
    closed:
      "zablokovan*|blokovan*|zrusen*|deaktivovan*|pozastaven*|neaktivn*|uzavren*|vypnut*|smazan*|vyprsel*",
    full: "plna|plny|plne|preplnen*|prekrocen* kvot*|prekrocen*…kvot*|prekrocil*…kvot*|kvota…prekrocen*|prekrocen*…limit*|nedostatek mista",
    known: "existuje|nalezen|nalezena|znamy|platny|platna|registrovan*",
    open: "aktivni|povolen*",
    not: "ne|neni|nebyl|nebyla|neni-li|zadny",
    source: replies
  },
  {
    language: "russian",
    recipient:
      "получател*|пользовател*|*ящик*|учетная запись|учётная запись|учетной записи|аккаунт*|адресат*|адрес|адреса|абонент*|polzovatel*|poluchatel*|yaschik*",
    domain: "домен*",
    sender: "отправител*|адресант*",
    absent:
      "не найден*|не существует|нет так*|такого…нет|неизвест*|неверн*|не обнаружен*|ne naiden*|ne naden*|ne suschestvuet|neizvesten|отсутствует|недействител*|несуществующ*|не зарегистрирован*",
    closed:
      "отключен*|отключён*|заблокирован*|удален*|удалён*|закрыт*|приостановлен*|неактив*|не активен|деактивирован*|замороже*|не используется|выключен*",
    full: "переполнен*|заполнен*|полон|превышен* квот*|превышен*…квот*|квота…превышен*|нет места|недостаточно места|превысил*…квот*|исчерпан*…квот*|квота…исчерпан*",
    known: "найден|найдена|найдено|существует|известен|известна|зарегистрирован|обнаружен",
    open: "активен|активна|включен|доступен",
    not: "не|нет|никогда",
    source: replies
  },
  {
    language: "ukrainian",
    recipient:
      "одержувач*|отримувач*|користувач*|*скриньк*|обліковий запис|адресат*|адреса|абонент*",
    domain: "домен*",
    sender: "відправник*|надсилач*",
    absent: "не знайден*|не існує|немає так*|невідом*|недійсн*|не зареєстрован*|відсутн*",
    closed: "вимкнен*|заблокован*|видален*|закрит*|призупинен*|неактивн*|деактивован*",
    full: "переповнен*|заповнен*|перевищен* квот*|перевищен*…квот*|квоту…перевищен*|немає місця|недостатньо місця",
    known: "знайдено|існує|відомий|зареєстрований",
    open: "активний|активна|увімкнен*",
    not: "не|немає|ні",
    source: replies
  },
  {
    language: "turkish",
    recipient: "alici*|kullanici*|posta kutusu|posta kutunuz|*hesap*|*hesab*|*posta adres*|adres",
    domain: "alan adi|etki alani",
    sender: "gonderen*|gonderici*",
    absent:
      "bulunamadi*|bulunmuyor|bulunmamaktadir|yok|yoktur|mevcut degil*|bilinmeyen|bilinmiyor|gecersiz*|tanimli degil|kayitli degil",
    closed:
      "devre disi*|kapatil*|kapali|askiya alin*|engellen*|bloke*|pasif*|silinmis*|silindi|dondurul*|aktif degil",
    full: "dolu|doldu|kota asildi|kotasi asildi|kotasi dolu|kotasi dolmus*|yer kalmadi|kotasini ast*|kotasini asmis*|yeterli alan yok",
    known: "mevcut|bulundu|tanimli|kayitli|gecerli",
    open: "aktif|acik",
    not: "degil|degildir|yok",
    negatesAfter: true,
    source: replies
  },
  {
    language: "greek",
    recipient: "χρηστη*|παραληπτ*|γραμματοκιβωτι*|λογαριασμ*|θυριδα*|διευθυνση",
    domain: "τομεας|τομεα|domain",
    sender: "αποστολε*",
    absent: "δεν υπαρχει|δεν βρεθηκε|αγνωστ*|ακυρ*|μη εγκυρ*|ανυπαρκτ*",
    closed: "απενεργοποι*|κλειδω*|αναστελ*|κλεισ*|ανενεργ*|αποκλειστ*|διαγραφ*",
    full: "πληρες|πληρης|γεματ*|υπερβ* οριο|υπερβ*…οριο|υπερβ*…χωρο*",
    known: "υπαρχει|βρεθηκε|γνωστος|εγκυρ*",
    open: "ενεργος|ενεργο|ενεργη",
    not: "δεν|μη|μην|ουτε",
    source: replies
  },
  {
    language: "chinese",
    recipient:
      "收件*|用户|用戶|邮箱|郵箱|信箱|账号|账户|帐号|帐户|帳號|帳戶|收信人|邮件地址|郵件地址|电邮地址|電郵地址|邮件帐号|使用者|地址",
    domain: "域名|网域|網域",
    sender: "发件|發件|寄件|发送方|發送方|客户端|发信人|發信人|来信|來信",
    absent:
      "不存在|找不到|未找到|无此|無此|没有此|沒有此|无效|無效|未知|查无|查無|没有这个|沒有這個|未注册|未註冊|不正确|不正確|没有找到|沒有找到",
    closed:
      "停用|禁用|冻结|凍結|锁定|鎖定|注销|註銷|关闭|關閉|封禁|休眠|过期|過期|被删除|被刪除|已删除|已刪除",
    full: "已满|已滿|容量不足|空间不足|空間不足|超过配额|超出容量|超出配额|超過配額|超出配額|爆满|爆滿|容量已|超过容量|超過容量|空间已满|滿了|满了",
    known: "存在|找到|注册|有效|开通|開通",
    open: "启用|啟用|激活|可用",
    not: "不|未|没有|沒有|没|沒|无|無|非|并未",
    isUnspaced: true,
    source: replies
  },
  {
    language: "japanese",
    recipient: "宛先|受信者|ユーザ|メールアドレス|メールボックス|アカウント|受信箱|利用者|あて先",
    domain: "ドメイン",
    sender: "差出人|送信者|送信元|発信|送信サーバ",
    absent:
      "存在しません|存在しない|存在していません|存在していない|存在致しません|見つかりません|見つからない|ありません|不明|無効な|無効で|誤り|正しくありません|登録されていません|該当",
    closed:
      "停止|無効化|無効にな|凍結|ロック|解約|閉鎖|廃止|削除|休止|使われていません|利用されていません|使用されていません",
    full: "容量*超過|容量*超え|容量*不足|容量*いっぱい|一杯|いっぱい|満杯",
    known: "存在|見つか|登録|有効",
    open: "利用可能|使用可能|有効化",
    not: "ません|ない|なく|なかっ",
    negatesAfter: true,
    isUnspaced: true,
    source: replies
  },
  {
    language: "korean",
    recipient:
      "수신자|수신인|받는 사람|받는사람|사용자|계정|메일함|편지함|메일주소|메일 주소|메일박스|이용자|회원|아이디|수신처",
    domain: "도메인",
    sender: "발신|보낸|보내는|송신",
    absent:
      "존재하지 않|존재하지않|찾을 수 없|없는 사용자|없는 계정|없는 주소|없습니다|없음|알 수 없는|잘못된|유효하지 않|확인되지 않|등록되지 않|등록되어 있지 않|없는 회원|없는 아이디|없는 메일",
    closed: "휴면|정지|비활성|차단된 계정|폐쇄|잠긴|잠겨|해지|탈퇴|중지|삭제|만료|사용하지 않는",
    full: "가득|용량 초과|용량이 초과|용량초과|용량이 부족|용량 부족|용량부족|꽉|용량을 초과|용량*초과|한도*초과|한도초과",
    known: "존재|확인|등록|유효",
    open: "활성|사용 가능",
    not: "지 않|지 못|하지않|수 없|없|아닙|아닌|않",
    negatesAfter: true,
    isUnspaced: true,
    source: replies
  },
  {
    language: "swedish",
    recipient: "*mottagar*|*anvandar*|*brevlad*|*konto*|*postadress*|adress*",
    domain: "doman*",
    sender: "*avsandar*",
    absent: "finns inte|okand*|hittades inte|existerar inte|ogiltig*|finns ej|saknas|felaktig*",
    closed:
      "avstang*|inaktiv*|sparrad*|avslutad*|blockerad*|stangt|stangd|borttag*|upphort|avaktivera*",
    full: "full|fullt|kvot* overskrid*|kvot*…overskrid*|overfull*|slut pa utrymme",
    known: "finns|hittades|existerar|kand|giltig|registrerad",
    open: "aktiv|aktivt|aktiverad",
    not: "inte|ej|ingen|inget|aldrig",
    negatesAfter: true,
    source: replies
  },
  {
    language: "danish",
    recipient: "*modtager*|*bruger*|*postkasse*|*konto*|*mailadresse*|adresse*|mottaker*|postboks*",
    domain: "domaene*|domene*",
    sender: "*afsender*|avsender*",
    absent:
      "findes ikke|ukendt*|eksisterer ikke|ikke fundet|ugyldig*|finnes ikke|ukjent*|blev ikke fundet|ikke funnet",
    closed:
      "spaerret|lukket|deaktiveret|inaktiv*|suspenderet|blokeret|slettet|nedlagt|sperret|stengt|deaktivert",
    full: "fuld|fyldt|kvote* overskred*|kvote*…overskred*|overfyldt|full|kvote*…overskredet",
    known: "findes|fundet|eksisterer|kendt|gyldig|finnes|registreret",
    open: "aktiv|aktivt|aktiveret",
    not: "ikke|ingen|intet|aldrig",
    negatesAfter: true,
    source: `${replies}; Norwegian beside it`
  },
  {
    language: "finnish",
    recipient: "vastaanottaj*|kayttaj*|postilaatik*|tili|tilia|tilin|sahkopostiosoit*|osoite*",
    domain: "verkkotunnu*|toimialue*",
    sender: "lahettaj*",
    absent: "ei loydy|ei loytynyt|ei ole olemassa|tuntemat*|virheelli*|ei tunneta",
    closed:
      "suljet*|poistettu kaytosta|lukit*|jaadytet*|estetty|ei ole kaytossa|ei ole enaa kaytossa|poistettu",
    full: "tays|taynna|kiinti* ylit*|kiinti*…ylit*|tila loppu*",
    known: "loydy|loytynyt|olemassa|tunnettu|voimassa",
    open: "kaytossa|aktiivi*",
    not: "ei|eivat|ei ole",
    source: replies
  },
  {
    language: "hungarian",
    recipient: "cimzett*|*felhasznalo*|*postafiok*|fiok*|*postalada*|e-mail cim*|email cim*",
    domain: "tartomany*|domain*",
    sender: "felado*|kuldo*",
    absent: "nem letezik|nem letezo|ismeretlen*|nem talalhato|ervenytelen*|nincs ilyen|hibas",
    closed: "letilt*|le van tiltva|felfuggeszt*|megszunt*|inaktiv*|zarolt*|torol*|torolt*|lezart*",
    full: "megtelt|tele|tullepte*|betelt|kvota…tullep*",
    known: "letezik|talalhato|ismert|ervenyes|regisztralt",
    open: "aktiv|mukodik",
    not: "nem|nincs|sem",
    source: replies
  },
  {
    language: "romanian",
    recipient: "destinatar*|utilizator*|casut*|contul|cont|cutia postala|adresa",
    domain: "domeni*",
    sender: "expeditor*",
    absent:
      "nu exista|necunoscut*|inexistent*|nu a fost gasit*|nu poate fi gasit*|invalid*|gresit*",
    closed: "dezactivat*|suspendat*|blocat*|inchis*|inactiv*|sters|expirat*",
    full: "plin|plina|plină|depasit*|spatiu insuficient|cota depasita|cota…depasit*",
    known: "exista|gasit|gasita|cunoscut|valid|valida|inregistrat*",
    open: "activ|activa|activat",
    not: "nu|niciun|nicio|nici",
    source: replies
  }
]

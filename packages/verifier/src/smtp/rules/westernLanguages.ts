/** The words of Germanic and Romance languages without a Nordic one. */
import { replies } from "./LanguageWords.ts"
import type { LanguageWords } from "./LanguageWords.ts"

export const westernLanguages: ReadonlyArray<LanguageWords> = [
  {
    language: "german",
    recipient:
      "*empfanger*|*empfaenger*|*benutzer*|*postfach*|*postfacher|mailbox|*konto*|*mailadresse*|*mail-adresse*|*emailadresse*|*adressat*|teilnehmer*|" +
      "nutzer*|mailaccount|email-account|e-mail-account|account|adresse|zieladresse|user",
    domain: "domain|domaene|domane",
    sender: "*absend*|sendende*|ihr server|ihre* server|ihrem server|*einliefer*|ihr host",
    absent:
      "unbekannt*|kein solcher|keine solche|kein solches|ungultig*|ungueltig*|existiert nicht|nicht gefunden|nicht vorhanden|nicht bekannt|gibt es nicht|gibt es…nicht|kein benutzer|" +
      "keine mailbox|kein postfach|nicht existent*|nicht existier*|falsch*",
    closed:
      "gesperrt*|deaktiviert*|geschlossen*|stillgelegt*|geloscht*|geloescht*|inaktiv*|abgelaufen|gekundigt|gekuendigt|abgeschaltet|aufgelost*|aufgeloest*|nicht mehr verwendet|nicht mehr genutzt|" +
      "nicht mehr aktiv|nicht mehr gultig|nicht mehr gueltig|nicht mehr erreichbar|nicht mehr verfugbar|nicht mehr verfuegbar",
    full:
      "voll|uberfullt|ueberfuellt|*speicher* erschopft|*speicher* erschoepft|*speicher*…uberschritten|*speicher*…ueberschritten|" +
      "quota uberschritten|quota ueberschritten|quota…uberschritten|quota…ueberschritten|kein* speicherplatz|zu viele mails|zuviele mails|" +
      "zu viele nachrichten|kontingent…uberschritten|kontingent…ueberschritten|*grosse*…uberschritten|*limit*…uberschritten|kontingent…ausgeschopft|kontingent…ausgeschoepft|*speicher*…ausgeschopft|quota…erschopft|*kapazitat erreicht|*kapazitaet erreicht|*kapazitat…erschopft|kein*…platz|*speicher*…aufgebraucht|*speicherlimit erreicht|*postfachlimit erreicht",
    known:
      "gehostet|konfiguriert|betreut|verwaltet|zustandig|zustaendig|existiert|existieren|gefunden|vorhanden|bekannt|registriert|gultig|gueltig|eingerichtet|zugeordnet",
    open: "aktiv|aktiviert|freigeschaltet|in betrieb",
    not: "nicht|kein|keine|keinen|nie",
    negatesAfter: true,
    unavailable: "nicht verfugbar|nicht verfuegbar|nicht erreichbar",
    refused:
      "abgelehnt*|ablehn*|abgewiesen*|zuruckgewiesen*|zurueckgewiesen*|verweiger*|nicht erlaubt|nicht angenommen|nicht zugelassen|unerwunscht*|unerwuenscht*|blockiert*|verboten*|untersagt*|nicht gestattet|nicht erwunscht|nicht erwuenscht",
    grounds:
      "*richtlini*|*filter*|*regel|*regeln|*einstellung*|*grosse|zu gross|*zeit|*zeiten|*uhr|*quota*|*kontingent*|*limit*|*spam*|*inhalt*|*anhang*|policy|werbung|*sicherheit*|*berechtig*|*mitglied*|vorgaben|wunsch|wunsche|vorliebe*|wartung*|vorubergehend*|voruebergehend*|gewunscht*|gewuenscht*|erwunscht*|erwuenscht*|intern*|extern*|urlaub*|abwesen*|einladung*|quarantan*|quarantaen*|taglich*|taeglich*|vertrau*|interess*",
    source: replies
  },
  {
    language: "dutch",
    recipient:
      "*ontvanger*|*gebruiker*|mailbox|*postvak*|account|*mailadres*|*geadresseerde*|postbus|adres",
    domain: "domein*",
    sender: "*afzend*|*verzend*|uw server",
    absent: "onbekend*|bestaat niet|bestaan nie|niet gevonden|ongeldig*|niet bekend|geen gebruiker",
    closed:
      "geblokkeerd|uitgeschakeld|opgeheven|afgesloten|niet meer actief|niet actief|gedeactiveerd|verwijderd|gesloten|opgezegd|niet meer in gebruik|verlopen",
    full: "vol|quotum|geen ruimte|overvol|quota overschreden|quota…overschreden|opslaglimiet|quotum…overschreden|limiet…overschreden",
    known: "bestaat|gevonden|bekend|geldig|geregistreerd",
    open: "actief|in gebruik",
    not: "niet|geen|nooit",
    negatesAfter: true,
    unavailable: "niet beschikbaar|niet bereikbaar",
    refused: "geweigerd*|afgewezen|weiger*|niet toegestaan|verboden|niet geaccepteerd|afgekeurd",
    grounds:
      "*beleid*|*filter*|*voorkeur*|*regel|*regels|instelling*|*grootte|te groot|*tijd*|quotum|*limiet*|*spam*|inhoud|bijlage*|tijdelijk|gewenst|intern*|extern*|dagelijks*|vakantie|vertrouwd*|interesse",
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
      "desactive*|suspendu*|ferme|fermee|bloque|bloquee|inactif|inactive|resilie*|cloture*|supprime*|archive*|expire*|plus valide|plus actif|plus active|plus en service|plus utilise|plus utilisee|n'est plus utilise|n'est plus utilisee",
    full: "pleine|plein|saturee|sature|quota depasse|quota est depasse|quota atteint|quota…depasse|quota…atteint|depasse…quota|espace insuffisant|espace disque insuffisant|plus de place|espace…epuise|stockage…epuise|quota…epuise|quota epuise|limite…depassee|capacite…atteinte|limite de stockage|capacite…depassee",
    known:
      "heberge|hebergee|configure|configuree|gere|geree|existe|trouve|trouvee|connu|connue|valide|reconnu|reconnue|enregistre|repertorie",
    open: "actif|active|activee",
    not: "pas|n'est|n'a|ne|aucun|aucune|plus",
    unavailable: "indisponible*|pas disponible*|non disponible*",
    refused:
      "refus*|rejet*|bloque*|interdit*|non autoris*|pas autoris*|pas accept*|non accept*|indesirable*",
    grounds:
      "politique*|regle|regles|filtr*|preference*|parametre*|reglage*|taille|trop volumineu*|trop grand*|heure*|quota*|limite*|spam*|pourriel*|contenu*|piece jointe|securite|autorisation*|temporaire*|souhait*|desir*|interne*|externe*|conges|vacances|interess*|confiance|attente|invit*|quarantaine",
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
      "desactivad*|deshabilitad*|inhabilitad*|suspendid*|bloquead*|cerrad*|dada de baja|dado de baja|cancelad*|inactiv*|eliminad*|caducad*|vencid*|expirad*|ha expirado|expiro|vencio|dado de baja|sin uso|suspens*",
    full: "llen*|cuota excedida|cuota superada|cuota…excedid*|cuota…superad*|sin espacio|excedi*…cuota|exced*…espacio|excede…cuota|saturad*|espacio insuficiente|superado…cuota|supera…cuota|cuota agotada|cuota…agotada|limite…superado|limite…excedido|almacenamiento…lleno|capacidad…agotada|capacidad…alcanzada|limite de almacenamiento|limite de espacio",
    known:
      "alojado|alojada|configurado|configurada|existe|existen|encontrado|encontrada|encuentra|conocido|conocida|valida|valido|registrado|registrada",
    open: "aceptan mails|aceptan correos|aceptan mensajes|acepta correo|acepta mensajes|activa|activo|habilitada|habilitado",
    not: "no|nunca|ningun|ninguna|ni|tampoco",
    unavailable: "no disponible*|no esta disponible|no se encuentra disponible",
    refused:
      "rechaz*|deneg*|prohib*|no permitid*|no autoriz*|no acept*|bloquead*|no admit*|rehus*|no deseado*",
    grounds:
      "politica*|filtr*|preferencia*|regla*|ajuste*|configuracion|tamano|demasiado grande|hora*|cuota*|limite*|spam*|contenido*|adjunto*|seguridad|permiso*|suscri*|temporal*|desead*|intern*|extern*|diari*|vacaciones|interes*|confianza",
    source: replies
  },
  {
    language: "portuguese",
    recipient:
      "destinatario*|usuario*|utilizador*|caixa postal|caixa de correio|caixa de entrada|caixa|conta|endereco*|correio|mailbox",
    domain: "dominio*",
    sender: "remetent*|seu servidor",
    absent:
      "non existe*|nao encontrad*|nao foi encontrad*|nao existe*|desconhecid*|inexistente*|invalid*|nao localizad*|incorret*|nenhum usuario",
    closed:
      "desativad*|desabilitad*|suspens*|bloquead*|encerrad*|inativ*|cancelad*|removid*|excluid*|expirad*|desligad*|vencid*",
    full: "cheia|cheio|lotad*|cota excedida|cota ultrapassada|quota excedida|cota…excedid*|quota…excedid*|excedeu…cota|excedeu…quota|excedeu…limite|capacidade…esgotada|capacidade…atingida|limite de armazenamento|limite de espaco|sem espaco|espaco insuficiente|espaco esgotado",
    known:
      "existe|existem|encontrado|encontrada|localizado|localizada|conhecido|conhecida|valido|valida|cadastrado|cadastrada",
    open: "ativa|ativo|habilitada|habilitado",
    not: "nao|non|nunca|nenhum|nenhuma|nem",
    unavailable: "indisponivel|nao disponivel|nao esta disponivel",
    refused: "recus*|rejeit*|negad*|proibid*|nao permitid*|nao autoriz*|nao aceit*|bloquead*",
    grounds:
      "politica*|filtr*|preferencia*|regra*|configurac*|tamanho|muito grande|hora*|cota*|quota*|limite*|spam*|conteudo*|anexo*|seguranca|permiss*|temporari*|desejad*|intern*|extern*|diari*|ferias|interess*|confianca",
    source: replies
  },
  {
    language: "italian",
    recipient:
      "destinatari*|destin|utent*|casella|caselle|account|mailbox|indirizzo|casella postale|posta",
    domain: "dominio|domini",
    sender: "mittent*|tuo server|suo server|vostro server",
    absent:
      "sconosciut*|inesistent*|non esist*|non trovat*|non e stat* trovat*|non valid*|nessun utent*|errat*",
    closed:
      "disabilitat*|disattivat*|sospes*|bloccat*|chius*|non attiv*|non piu attiv*|cessat*|scadut*|eliminat*|rimoss*|inattiv*|cancellat*|dismess*|non piu utilizzat*|non piu in uso",
    full: "pien*|spazio esaurito|quota superata|quota…superat*|spazio insufficiente|superat*…spazio|superat*…quota|superat*…limite|satura|quota esaurita|memoria…esaurit*|capacita…esaurit*|capacita…raggiunt*|limite di spazio|spazio…esaurito|quota…esaurita",
    known:
      "esiste|esistente|trovato|trovata|conosciuto|conosciuta|valido|valida|registrato|registrata|presente",
    open: "attivo|attiva|attivato",
    not: "non|mai|nessun|nessuna|ne",
    unavailable: "non disponibil*|non raggiungibil*|non e disponibil*",
    refused:
      "rifiut*|respint*|negat*|vietat*|non permess*|non autorizz*|non accett*|bloccat*|rigettat*",
    grounds:
      "politic*|policy|filtr*|preferenz*|regol*|impostazion*|dimension*|troppo grande|orari*|ore|quota*|limit*|spam*|contenut*|allegat*|sicurezza|permess*|temporane*|desiderat*|gradit*|intern*|estern*|giornalier*|ferie|interess*|fiducia",
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
    full: "plin|plina|plină|depasit*|spatiu insuficient|cota depasita|cota…depasit*|cota…depasita|limita…depasita",
    known: "exista|gasit|gasita|cunoscut|valid|valida|inregistrat*",
    open: "activ|activa|activat",
    not: "nu|niciun|nicio|nici",
    unavailable: "indisponibil*|nu este disponibil*",
    refused: "respins*|refuz*|interzis*|nu este permis*|nu e permis*|neautorizat*|nu accepta*",
    grounds:
      "politic*|filtr*|preferint*|regul*|setari*|dimensiun*|prea mare|ora|ore|cota|cotei|limit*|spam*|continut*|atasament*|temporar*",
    source: replies
  },
  {
    language: "catalan",
    recipient: "destinatari*|usuari|usuaria|usuaris|busti*|compte|comptes|adreca|adreces",
    domain: "domini*",
    sender: "remitent*|el vostre servidor|el seu servidor",
    absent:
      "no existeix*|desconegu*|inexistent*|no s'ha trobat|no trobat*|no es troba|no valid*|invalid*|incorrect*|erroni*|cap usuari",
    closed:
      "desactivat*|desactivad*|deshabilitat*|suspes*|bloquejat*|bloquejad*|tancat*|tancad*|donat de baixa|donada de baixa|inactiu|inactiva|eliminat*|eliminad*|caducat*|caducad*|expirat*",
    full: "ple|plena|quota…superad*|superat…quota|superat la quota|excedi*…quota|quota excedida|sense espai|espai insuficient|saturad*",
    known: "existeix|existeixen|trobat|trobada|conegut|valid|registrat",
    open: "actiu|activa|activat",
    not: "no|cap|mai|sense",
    unavailable: "no disponible*|no esta disponible",
    refused: "rebutja*|refusa*|denega*|prohibi*|no permes*|no accept*|no autoritz*",
    grounds:
      "politic*|filtr*|preferenci*|regla|regles|configuraci*|mida|massa gran|hora*|quota*|limit*|spam|contingut*|adjunt*|seguretat|permis*|temporal*",
    source: replies
  }
]

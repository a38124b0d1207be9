/** What people and programs write where there is no address: words of a cell without marks and blanks (`plainName`). */
import { plainName } from "./listCells.ts"

const words: ReadonlyArray<string> = [
  // Spreadsheets, databases and programs: #N/A, \\N, False (Odoo), anonymous (Microsoft Forms), 0 (a formula).
  "n/a n a null nil none nan undefined empty blank missing false anonymous 0 x tbd tba #NV #REF! #VALUE! #NAME?",
  "unknown,not available,not applicable,not provided,not given,not set,not specified,no email,no e-mail,no mail",
  "no email address,without email,(none),(blank)",
  // German
  "unbekannt,keine,keiner,kein,k. A.,keine Angabe,keine E-Mail,keine Mail,kein Email,keine E-Mail-Adresse,ohne,fehlt",
  "nicht vorhanden,nicht angegeben,nicht bekannt,leer,entfällt,anonym,ohne E-Mail",
  // French
  "aucun,aucune,inconnu,inconnue,néant,s/o,n.c.,n.d.,non renseigné,vide,sans,pas d'email,pas de mail,sans email",
  // Spanish, Portuguese, Italian, Catalan, Romanian
  "ninguno,ninguna,desconocido,sin correo,sin email,no tiene,no disponible,vacío,sin datos,no consta",
  "nenhum,nenhuma,desconhecido,não tem,sem email,sem e-mail,vazio,não informado,não possui",
  "nessuno,nessuna,sconosciuto,non disponibile,vuoto,assente,senza email,cap,desconegut,fără,necunoscut,lipsă",
  // Dutch, Swedish, Danish, Norwegian, Finnish
  "geen,onbekend,n.v.t.,leeg,geen email,geen e-mail,saknas,ingen,okänd,ukendt,ukjent,mangler,ei ole,tuntematon,puuttuu",
  // Polish, Czech, Slovak, Hungarian, Croatian, Lithuanian, Latvian, Estonian
  "brak,nieznany,brak danych,není,žádný,neznámý,nie je,neznámy,nincs,ismeretlen,nema,nepoznato,nėra,nav,puudub",
  // Turkish, Greek, Indonesian, Vietnamese
  "yok,bilinmiyor,δεν υπάρχει,άγνωστο,tidak ada,không có",
  // Russian, Ukrainian, Bulgarian
  "нет,неизвестно,отсутствует,не указан,не указано,нету,немає,невідомо,няма,неизвестен",
  // Chinese, Japanese, Korean, Thai, Arabic, Hebrew
  "无,無,没有,未知,不详,なし,無し,不明,未登録,없음,ไม่มี,لا يوجد,غير معروف,אין,לא ידוע"
]

const placeholders: ReadonlySet<string> = new Set(
  words.flatMap((line) => line.split(line.includes(",") ? "," : " ")).map(plainName)
)

/** Characters: the longest is shorter. */
const charsMax = 30

/** Whether a cell stands for no address. A line of dashes is one, too: it has neither letter nor digit. */
export const isPlaceholder = (cell: string): boolean => {
  if (cell.length > charsMax && /[\p{L}\p{N}]/u.test(cell)) return false
  const word = plainName(cell)
  return word === "" || placeholders.has(word)
}

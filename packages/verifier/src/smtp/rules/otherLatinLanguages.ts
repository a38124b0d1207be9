/** The words of the other languages in Latin letters. */
import { replies } from "./LanguageWords.ts"
import type { LanguageWords } from "./LanguageWords.ts"

export const otherLatinLanguages: ReadonlyArray<LanguageWords> = [
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
    unavailable: "niedostepn*|nie jest dostepn*",
    refused: "odrzucon*|odrzuc*|odmow*|zabronion*|niedozwolon*|nie zaakceptowan*|nie przyjet*",
    grounds:
      "zasad*|polityk*|filtr*|preferencj*|regul*|ustawien*|rozmiar*|zbyt duz*|czas*|godzin*|limit*|kwot*|spam*|tresc*|zalacznik*|uprawnie*",
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
    unavailable: "nedostupn*|neni dostupn*",
    refused: "odmitnut*|odmit*|zamitnut*|zakazan*|nepovolen*|neprijat*|neprijima*",
    grounds:
      "politik*|zasad*|filtr*|preferenc*|pravid*|nastaven*|velikost*|prilis velk*|hodin*|limit*|kvot*|spam*|obsah*|priloh*|opravneni*|docasn*",
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
      "devre disi*|kapatil*|kapali|askiya alin*|engellen*|bloke*|pasif*|silinmis*|silindi|dondurul*|aktif degil|suresi doldu|suresi dolmus*|suresi gecmis*|iptal edil*",
    full: "dolu|doldu|kota asildi|kotasi asildi|kotasi dolu|kotasi dolmus*|yer kalmadi|kotasini ast*|kotasini asmis*|yeterli alan yok",
    known: "mevcut|bulundu|tanimli|kayitli|gecerli",
    open: "aktif|acik",
    not: "degil|degildir|yok",
    negatesAfter: true,
    unavailable: "kullanilamiyor|musait degil",
    refused: "reddedil*|red edil*|reddetti*|kabul edilme*|izin veril*|yasak*|geri cevril*",
    grounds:
      "politika*|filtre*|tercih*|kural*|ayar*|boyut*|saat*|kota*|limit*|spam*|icerik*|ek dosya*|guvenlik*|gecici*",
    source: replies
  },
  {
    language: "swedish",
    recipient: "*mottagar*|*anvandar*|*brevlad*|*konto*|*postadress*|adress*",
    domain: "doman*",
    sender: "*avsandar*",
    absent: "finns inte|okand*|hittades inte|existerar inte|ogiltig*|finns ej|saknas|felaktig*",
    closed:
      "avstang*|inaktiv*|sparrad*|avslutad*|blockerad*|stangt|stangd|borttag*|upphort|avaktivera*|utgang*|gatt ut|gick ut",
    full: "full|fullt|kvot* overskrid*|kvot*…overskrid*|overfull*|slut pa utrymme",
    known: "finns|hittades|existerar|kand|giltig|registrerad",
    open: "aktiv|aktivt|aktiverad",
    not: "inte|ej|ingen|inget|aldrig",
    negatesAfter: true,
    unavailable: "inte tillganglig*|otillganglig*|ej tillganglig*",
    refused:
      "blocker*|sparra*|avvisa*|nekad*|nekas|vagra*|forbju*|ej tillat*|inte tillat*|accepteras inte|accepteras ej",
    grounds:
      "policy|regel*|regler*|*filter*|*filtr*|installning*|storlek*|for stor*|tid|tider|kvot*|*grans*|skrappost|spam*|innehall*|bilag*|tillfallig*",
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
      "spaerret|lukket|deaktiveret|inaktiv*|suspenderet|blokeret|slettet|nedlagt|sperret|stengt|deaktivert|udlobet|utlopt|udlob",
    full: "fuld|fyldt|kvote* overskred*|kvote*…overskred*|overfyldt|full|kvote*…overskredet",
    known: "findes|fundet|eksisterer|kendt|gyldig|finnes|registreret",
    open: "aktiv|aktivt|aktiveret",
    not: "ikke|ingen|intet|aldrig",
    negatesAfter: true,
    unavailable: "ikke tilgaengelig*|ikke tilgjengelig*|utilgaengelig*|utilgjengelig*",
    refused:
      "bloker*|blokker*|afvis*|naegt*|avvis*|nekt*|forbud*|ikke tilladt|ikke tillatt|accepteres ikke|aksepteres ikke",
    grounds:
      "politik*|policy|regel*|regler*|*filter*|*filtr*|indstilling*|innstilling*|storrelse*|for stor*|tid|tider|kvote*|*graense*|*grense*|spam*|indhold*|innhold*|midlertidig*",
    source: `${replies}; Norwegian beside it`
  },
  {
    language: "finnish",
    recipient: "vastaanottaj*|kayttaj*|postilaatik*|tili|tilia|tilin|sahkopostiosoit*|osoite*",
    domain: "verkkotunnu*|toimialue*",
    sender: "lahettaj*",
    absent: "ei loydy|ei loytynyt|ei ole olemassa|tuntemat*|virheelli*|ei tunneta",
    closed:
      "suljet*|poistettu kaytosta|lukit*|jaadytet*|estetty|ei ole kaytossa|ei ole enaa kaytossa|poistettu|vanhentun*|paattyny*",
    full: "tays|taynna|kiinti* ylit*|kiinti*…ylit*|tila loppu*",
    known: "loydy|loytynyt|olemassa|tunnettu|voimassa",
    open: "kaytossa|aktiivi*",
    not: "ei|eivat|ei ole",
    unavailable: "ei saatavilla|ei kaytettavissa|ei tavoitettavissa",
    refused: "hylat*|hylka*|estet*|kielle*|ei hyvaksy*|ei sallit*|torju*",
    grounds:
      "kaytant*|saanno*|saanto*|suodat*|asetu*|koko|kokoraja*|liian suuri|aika|ajan|kiinti*|raja|rajaa|rajan|roskaposti*|spam*|sisalto*|liite*|valiaikai*",
    source: replies
  },
  {
    language: "hungarian",
    recipient:
      "cimzett*|*felhasznalo*|*postafiok*|fiok*|*postalada*|cim|cimet|e-mail cim*|email cim*",
    domain: "tartomany*|domain*",
    sender: "felado*|kuldo*",
    absent: "nem letezik|nem letezo|ismeretlen*|nem talalhato|ervenytelen*|nincs ilyen|hibas",
    closed:
      "letilt*|le van tiltva|felfuggeszt*|megszunt*|inaktiv*|zarolt*|torol*|torolt*|lezart*|lejart*",
    full: "megtelt|tele|tullepte*|betelt|kvota…tullep*",
    known: "letezik|talalhato|ismert|ervenyes|regisztralt",
    open: "aktiv|mukodik",
    not: "nem|nincs|sem",
    unavailable: "nem elerheto*",
    refused: "elutasit*|visszautasit*|tiltott*|nem engedelyez*|nem fogad*|megtagad*",
    grounds:
      "szabaly*|iranyelv*|szuro*|szurt*|beallitas*|meret*|tul nagy|ido|kvota*|korlat*|spam*|levelszemet*|tartalom*|csatolmany*|atmeneti*",
    source: replies
  },
  {
    language: "croatian",
    recipient:
      "primatelj*|primalac*|primaoc*|prejemnik*|korisnik*|uporabnik*|*sanduc*|pretinac|pretinc*|predal*|racun|racuna|nalog|adresa|adrese|adresat*",
    domain: "domen*",
    sender: "posiljatelj*|posiljal*|posiljaoc*|vas posluzitelj*|vas server*|vas streznik*",
    absent:
      "ne postoji|nepostojec*|nije pronaden*|nije pronadjen*|nepoznat*|nevazec*|neispravan|neispravn*|nema takvog|ne obstaja|neznan*|ni najden*|neveljav*|nije registr*",
    closed:
      "onemogucen*|deaktiviran*|iskljucen*|zatvoren*|suspendiran*|suspendovan*|blokiran*|obrisan*|izbrisan*|zakljucan*|istekao|istekla|isteklo|vise nije aktivn*|nije vise aktivn*|neaktiv*|onemogocen*|potekel|potekla|ukinut*",
    full: "pun|puna|puno|poln|polna|prepun*|popunjen*|prekoracen* kvot*|prekoracen*…kvot*|kvota…prekoracen*|nema mjesta|nema mesta|prekoracen*…ogranic*|nedovoljno prostora|presezen*…kvot*",
    known: "postoji|pronaden*|poznat*|registriran*|registrovan*|obstaja|najden*",
    open: "aktivan|aktivna|aktivno|omogucen*",
    not: "ne|nije|nema|ni|nisu",
    unavailable: "nedostup*|nije dostup*|ni na voljo",
    refused: "odbijen*|odbij*|zabranjen*|nije dopusten*|nije dozvoljen*|zavrnjen*",
    grounds:
      "pravil*|politik*|filt*|postavk*|podesavanj*|preferenc*|velicin*|vrijem*|vreme*|sat|sati|kvot*|limit*|spam*|sadrzaj*|privit*|privremen*",
    source: `${replies}; Serbian in Latin letters, Bosnian and Slovenian beside it`
  },
  {
    language: "vietnamese",
    recipient: "nguoi nhan|nguoi dung|hop thu|hom thu|tai khoan|dia chi|thue bao",
    domain: "ten mien",
    sender: "nguoi gui|may chu cua ban|may chu gui|ip cua ban",
    absent:
      "khong ton tai|khong tim thay|khong co nguoi|khong co hop thu|khong co tai khoan|khong co dia chi|khong hop le|khong xac dinh|chua dang ky|khong dung|khong biet|khong ro",
    closed:
      "vo hieu hoa|bi khoa|da khoa|tam khoa|bi dinh chi|dinh chi|bi xoa|da xoa|ngung hoat dong|khong hoat dong|het han|da dong|bi dong|tam ngung",
    full: "da day|bi day|day hop thu|qua day|hop thu day|vuot qua dung luong|vuot…dung luong|het dung luong|vuot…han muc|vuot…han ngach|vuot…gioi han|het cho|khong du dung luong",
    known: "ton tai|tim thay|hop le|dang ky",
    open: "hoat dong|kich hoat",
    not: "khong|chua",
    unavailable: "khong kha dung|khong san sang",
    refused: "tu choi|bi chan|khong chap nhan|khong cho phep|bi cam",
    grounds:
      "chinh sach|bo loc|quy tac|cai dat|tuy chon|kich thuoc|qua lon|thoi gian|gio|han muc|han ngach|gioi han|thu rac|spam|noi dung|dinh kem|tam thoi",
    source: replies
  },
  {
    language: "indonesian",
    recipient:
      "penerima*|pengguna*|kotak surat|kotak pos|kotak masuk|peti mel|peti surat|akun*|akaun*|alamat|mailbox|recipient",
    domain: "domain*",
    sender: "pengirim*|penghantar*|server anda|pelayan anda|ip anda",
    absent:
      "tidak ditemukan|tidak ada|tidak dikenal*|tidak valid|tidak sah|tidak terdaftar|tak ditemukan|tidak wujud|tidak dijumpai|tidak diketahui|belum terdaftar|tidak berlaku",
    closed:
      "dinonaktifkan|dinyahaktif*|nonaktif|tidak aktif|ditangguhkan|ditutup|dihapus|diblokir|dibekukan|dikunci|kedaluwarsa|kadaluarsa|kadaluwarsa|digantung|dipadam*|tamat tempoh|tidak lagi aktif",
    full: "penuh|kuota…terlampaui|melebihi kuota|melebihi…kuota|melampaui…kuota|kehabisan ruang|ruang tidak cukup|tidak cukup ruang|melebihi…batas|kuota…penuh|kuota…habis",
    known: "ditemukan|dikenal|dikenali|terdaftar|valid|dijumpai|wujud",
    open: "aktif",
    not: "tidak|tak|bukan|belum",
    unavailable: "tidak tersedia",
    refused: "ditolak|menolak|dilarang|tidak diizinkan|tidak diterima|tidak dibenarkan",
    grounds:
      "kebijakan|dasar|filter*|aturan|pengaturan|preferensi|tetapan|ukuran|terlalu besar|waktu|jam|kuota|batas*|spam|konten|lampiran|izin|sementara",
    source: `${replies}; Malay beside it`
  },
  {
    language: "lithuanian",
    recipient: "gavej*|vartotoj*|naudotoj*|*dezut*|paskyr*|adres*|abonent*",
    domain: "domen*",
    sender: "siuntej*|jusu serveri*",
    absent:
      "neegzistuoj*|nerast*|nezinom*|neteising*|negalioj*|tokio…nera|nera toki*|neregistruot*",
    closed:
      "isjungt*|uzblokuot*|uzdaryt*|sustabdyt*|istrint*|neaktyv*|panaikint*|pasibaige|nebegalioj*|deaktyvuot*|uzrakint*",
    full: "pilna|pilnas|perpildyt*|virsyt* kvot*|virsyt*…kvot*|kvota…virsyt*|nera vietos|truksta vietos|nepakanka vietos|virsyt*…limit*|uzpildyt*",
    known: "egzistuoja|rastas|rasta|zinomas|registruot*|galioja",
    open: "aktyv*|ijungt*",
    not: "ne|nera|nebe",
    unavailable: "nepasiekiam*|neprieinam*",
    refused: "atmest*|atmet*|draudziam*|uzdraust*|neleidziam*|neleist*|nepriimt*|nepriima*",
    grounds:
      "taisykl*|politik*|filtr*|nustatym*|nuostat*|dydis|dydzio|per didel*|laikas|laiku|valand*|kvot*|limit*|riba|ribos|brukal*|slamst*|spam*|turin*|pried*|laikin*",
    source: replies
  },
  {
    language: "latvian",
    recipient: "sanemej*|lietotaj*|pastkast*|kont|konts|konta|adres*",
    domain: "domen*",
    sender: "sutitaj*|nosutitaj*|jusu server*",
    absent: "neeksiste*|nav atrast*|nezinam*|nepareiz*|nederig*|nav registret*",
    closed:
      "atslegt*|blokets|bloketa|slegts|slegta|deaktivizet*|dzests|dzesta|neaktiv*|beidzies|apturet*",
    full: "pilns|pilna|parpildit*|parsniegt* kvot*|parsniegt*…kvot*|kvota…parsniegt*|nav vietas",
    known: "eksiste|atrasts|atrasta|zinams|registrets",
    open: "aktivs|aktiva",
    not: "nav|ne",
    unavailable: "nav pieejam*|nepieejam*",
    refused: "noraidit*|atteikt*|aizliegt*|nav atlaut*|netiek pienemt*",
    grounds:
      "politik*|noteikum*|filtr*|iestatijum*|izmer*|parak liel*|laiks|laika|stund*|kvot*|limit*|spam*|satur*|pielikum*|drosib*|islaicig*|vel*",
    source: replies
  },
  {
    language: "estonian",
    recipient: "saaja*|kasutaja*|postkast*|konto|kontot|kontod|aadress*|meiliaadress*",
    domain: "domeen*",
    sender: "saatja*|teie server*",
    absent: "ei leitud|ei eksisteeri*|tundmatu*|puudub|vigane|vale|ei ole olemas",
    closed:
      "suletud|blokeeritud|keelatud kasutaja|peatatud|kustutatud|mitteaktiiv*|aegunud|deaktiveeritud",
    full: "tais|kvoot…uletatud|uletatud…kvoot*|ruumi ei ole|pole ruumi",
    known: "leitud|olemas|tuntud|registreeritud",
    open: "aktiivne",
    not: "ei|pole",
    unavailable: "pole saadaval|ei ole saadaval",
    refused: "keeldu*|tagasi lukatud|ei ole lubatud|pole lubatud|keelatud|ei voeta vastu",
    grounds:
      "poliitik*|reegl*|filtr*|seade*|suurus*|liiga suur|aeg|aja|tund*|kvoot*|piirang*|rampspost*|spam*|sisu|manus*|turva*|ajuti*|soovi*",
    source: replies
  }
]

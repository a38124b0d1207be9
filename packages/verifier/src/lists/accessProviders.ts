/**
 * Mail domains that access providers give to their customers, and that the list of free providers lacks.
 * One person has each address, as at a free provider. Domains of their employees are not here.
 */
interface AccessProviderRow {
  readonly country: string
  readonly domains: string
  readonly source: string
}

export const accessProviders: ReadonlyArray<AccessProviderRow> = [
  {
    country: "Canada",
    domains:
      "sympatico.ca nb.sympatico.ca ns.sympatico.ca bellaliant.net bellnet.ca nbnet.nb.ca telus.net cogeco.ca " +
      "cogeco.net eastlink.ca sasktel.net mts.net mymts.net xplornet.ca xplornet.com execulink.com " +
      "teksavvy.com distributel.ca primus.ca look.ca tbaytel.net northwestel.net novuscom.net ncf.ca " +
      "vianet.ca persona.ca nb.aibn.com ns.aliantzinc.ca golden.net uniserve.com accesscomm.ca",
    source: "Bell, Telus, Cogeco, Eastlink, SaskTel, Xplore and others: e-mail help for customers"
  },
  {
    country: "Belgium",
    domains:
      "proximus.be scarlet.be voo.be belgacom.net brutele.be tele2.be versateladsl.be swing.be " +
      "euphonynet.be edpnet.be numericable.be tvcablenet.be dommel.be",
    source: "Proximus, Scarlet, VOO, EDPnet and others: e-mail help for customers"
  },
  {
    country: "France",
    domains:
      "bbox.fr numericable.fr numericable.com club-internet.fr aliceadsl.fr cegetel.net 9online.fr " +
      "9business.fr modulonet.fr libertysurf.fr worldonline.fr chello.fr tele2.fr nordnet.fr estvideo.fr " +
      "infonie.fr evhr.net ozone.net wibox.fr dartybox.com",
    source: "Bouygues Telecom, SFR, Free and Nordnet: own and taken over domains, e-mail help"
  },
  {
    country: "Sweden",
    domains:
      "telia.com tele2.se bredband.net bredband2.com comhem.se swipnet.se glocalnet.net passagen.se " +
      "ownit.nu tyfon.se",
    source: "Telia, Tele2, Telenor and Bredband2: own and taken over domains, e-mail help"
  },
  {
    country: "Norway",
    domains: "altibox.no combitel.no nextgentel.com loqal.no",
    source: "Altibox, NextGenTel and Telenor: e-mail help for customers"
  },
  {
    country: "Denmark",
    domains:
      "stofanet.dk webspeed.dk tdcadsl.dk mail.tele.dk post.tele.dk youmail.dk yousee.dk privat.dk " +
      "adr.dk dlgtele.dk dlgmail.dk fibermail.dk profibermail.dk c.dk city.dk cybercity.dk " +
      "vip.cybercity.dk os.dk kabelmail.dk pc.dk mail-online.dk ofir.dk",
    source: "YouSee, TDC, Norlys (Stofa) and Telenor (Cybercity): mail domains on offer"
  },
  {
    country: "Finland and Iceland",
    domains: "saunalahti.fi inet.fi welho.com surffi.fi phnet.fi mbnet.fi simnet.is internet.is",
    source: "Elisa, Telia, DNA and Síminn: e-mail help for customers"
  },
  {
    country: "Britain and Ireland",
    domains:
      "btopenworld.com talktalk.net plus.net orange.net wanadoo.co.uk supanet.com madasafish.com " +
      "lineone.net onetel.com uwclub.net zen.co.uk pipex.com dsl.pipex.com eclipse.co.uk demon.co.uk " +
      "eir.ie iol.ie indigo.ie",
    source: "BT, TalkTalk, EE, Plusnet, Zen and eir: own and taken over domains, e-mail help"
  },
  {
    country: "United States",
    domains:
      "centurylink.net optimum.net suddenlink.net insightbb.com knology.net flash.net nvbell.net consolidated.net",
    source: "Lumen, Altice, Spectrum, WOW! and AT&T: e-mail help for customers"
  },
  {
    country: "Netherlands",
    domains:
      "kpnplanet.nl caiway.nl caiway.net onsbrabantnet.nl kabelfoon.nl zeelandnet.nl multiweb.nl wxs.nl " +
      "tiscali.nl",
    source: "KPN, Caiway, Delta and Online.nl: own and taken over domains, e-mail help"
  },
  {
    country: "Germany, Austria and Switzerland",
    domains:
      "vodafonemail.de kabelbw.de kabelmail.de unity-mail.de alice-dsl.net alice.de o2mail.de ewetel.net " +
      "netcologne.de osnanet.de versanet.de htp-tel.de mnet-online.de tele2.de " +
      "a1.net chello.at inode.at kabsi.at utanet.at liwest.at tele2.at drei.at speed.at " +
      "sunrise.ch swissonline.ch quickline.ch vtxnet.ch netplus.ch citycable.ch",
    source: "Vodafone, O2, EWE, NetCologne, A1, Magenta, Sunrise and others: e-mail help"
  },
  {
    country: "Southern Europe",
    domains:
      "tim.it blu.it fastwebnet.it vodafone.it teletu.it ono.com jazztel.es euskaltel.net netcabo.pt clix.pt " +
      "mail.telepac.pt meo.pt zon.pt otenet.gr forthnet.gr hol.gr cytanet.com.cy",
    source: "TIM, Fastweb, Vodafone, Orange, MEO, NOS, Cosmote and Cyta: e-mail help"
  },
  {
    country: "Central and Eastern Europe",
    domains:
      "neostrada.pl go2.pl vectranet.pl volny.cz quick.cz tiscali.cz upcmail.cz zoznam.sk stonline.sk " +
      "chello.hu upcmail.hu invitel.hu digikabel.hu enternet.hu dir.bg clicknet.ro rdslink.ro net.hr inet.hr " +
      "vip.hr optinet.hr siol.net t-2.net amis.net telemach.net eunet.rs sbb.rs ptt.rs open.telekom.rs " +
      "one.lt takas.lt zebra.lt neti.ee narod.ru online.ua mail.kz",
    source: "Orange, UPC, Telekom, Yettel, A1 and the portals of each country: e-mail help"
  },
  {
    country: "Turkey, Israel and the Gulf",
    domains:
      "ttnet.net.tr superonline.com turk.net walla.com netvision.net.il 012.net.il bezeqint.net barak.net.il " +
      "emirates.net.ae eim.ae qatar.net.qa batelco.com.bh omantel.net.om",
    source: "Türk Telekom, Bezeq, Etisalat and others: e-mail help for customers"
  },
  {
    country: "India",
    domains:
      "vsnl.net vsnl.com dataone.in bsnl.in airtelmail.in airtelbroadband.in touchtelindia.net " +
      "hathway.com mtnl.net.in eth.net in.com sancharnet.in satyam.net.in zapak.com",
    source: "Tata (VSNL), BSNL, MTNL and Airtel: e-mail of dial-up and broadband customers"
  },
  {
    country: "East Asia",
    domains:
      "wo.cn 263.net vip.163.com empal.com goo.jp hinet.net ms1.hinet.net seed.net.tw pchome.com.tw " +
      "netvigator.com pacific.net.sg starhub.net.sg streamyx.com tm.net.my pldtdsl.net",
    source: "China Unicom, NetEase, HiNet, HKT, Singtel and TM: e-mail help"
  },
  {
    country: "Australia and New Zealand",
    domains:
      "exetel.com.au aussiebroadband.com.au orcon.net.nz slingshot.co.nz paradise.net.nz ihug.co.nz " +
      "vodafone.co.nz inspire.net.nz actrix.co.nz",
    source: "Exetel, Aussie Broadband, One NZ and 2degrees: own and taken over domains, e-mail help"
  },
  {
    country: "Latin America",
    domains:
      "globomail.com oi.com.br r7.com pop.com.br superig.com.br brturbo.com.br veloxmail.com.br " +
      "netsite.com.br fibertel.com.ar speedy.com.ar ciudad.com.ar prodigy.net.mx terra.com.mx une.net.co " +
      "etb.net.co cantv.net adinet.com.uy vtr.net entelchile.net",
    source: "Oi, Telecom Argentina, Telmex, CANTV, Antel and others: e-mail help for customers"
  },
  {
    country: "South Africa",
    domains:
      "mweb.co.za telkomsa.net vodamail.co.za iafrica.com absamail.co.za lantic.net polka.co.za",
    source: "MWEB, Telkom, Vodacom and Absa: e-mail help for customers"
  }
]

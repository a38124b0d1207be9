/**
 * The operators of mail hosts, by the suffix of their names. `name` is shown to people (`mx_provider`), `id` is
 * for programs; neither is ever renamed.
 *
 * A `gateway` filters mail for another server and may accept every recipient itself.
 */
import { microsoft365Hosts, outlookConsumerHosts } from "./microsoftHosts.ts"

interface MailProviderRow {
  readonly id: string
  readonly name: string
  readonly kind: "mailboxes" | "gateway" | "inbound"
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

const kumo = "KumoMTA shaping.toml (Apache-2.0), 2026"
const help = "the provider's own set-up pages, MX records"
const sniffed = "mxsniff providers.py (BSD-2-Clause)"
/** The source is the MX records of the portal's or access provider's own mail domains. */
const own = "MX records of the operator's own mail domains, 2026"

/** The regions in which Amazon SES receives mail. Rented machines have names below amazonaws.com too. */
const sesRegions =
  "us-east-1 us-east-2 us-west-1 us-west-2 us-gov-west-1 us-gov-east-1 ca-central-1 ca-west-1 mx-central-1 " +
  "sa-east-1 eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 " +
  "il-central-1 me-south-1 me-central-1 af-south-1 ap-south-1 ap-south-2 ap-east-1 ap-northeast-1 " +
  "ap-northeast-2 ap-northeast-3 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 " +
  "ap-southeast-5 ap-southeast-7"
const sesHosts = sesRegions
  .split(" ")
  .map((region) => `inbound-smtp.${region}.amazonaws.com`)
  .join(" ")

const mailboxes = (id: string, name: string, hosts: string, source = help): MailProviderRow => ({
  id,
  name,
  kind: "mailboxes",
  hosts: hosts.split(" "),
  source
})
const gateway = (id: string, name: string, hosts: string, source = help): MailProviderRow => ({
  ...mailboxes(id, name, hosts, source),
  kind: "gateway"
})
/** A row for a service that receives mail for programs, not for mailboxes. */
const inbound = (id: string, name: string, hosts: string, source = help): MailProviderRow => ({
  ...mailboxes(id, name, hosts, source),
  kind: "inbound"
})

export const mailProviders: ReadonlyArray<MailProviderRow> = [
  mailboxes("google", "Gmail", "gmail-smtp-in.l.google.com", kumo),
  mailboxes("google_workspace", "Google Workspace", "google.com googlemail.com smtp.goog", kumo),
  mailboxes("outlook_consumer", "Outlook.com", outlookConsumerHosts.join(" "), kumo),
  mailboxes("microsoft365", "Microsoft 365", microsoft365Hosts.join(" "), kumo),
  mailboxes("yahoo", "Yahoo Mail", "yahoodns.net", kumo),
  mailboxes("apple", "iCloud Mail", "mail.icloud.com", kumo),
  mailboxes("proton", "Proton Mail", "protonmail.ch"),
  mailboxes("fastmail", "Fastmail", "messagingengine.com"),
  mailboxes(
    "zoho",
    "Zoho Mail",
    "zoho.com zoho.eu zoho.in zoho.com.au zoho.jp zoho.sa zohocloud.ca zohomail.com"
  ),
  mailboxes("yandex", "Yandex Mail", "mx.yandex.ru mx.yandex.net"),
  mailboxes("mail_ru", "Mail.ru", "mxs.mail.ru emx.mail.ru"),
  mailboxes("gmx", "GMX", "gmx.net"),
  mailboxes("web_de", "WEB.DE", "web.de"),
  mailboxes("mail_com", "mail.com", "mail.com"),
  mailboxes(
    "ionos",
    "IONOS",
    "ionos.com ionos.de ionos.co.uk ionos.fr ionos.es ionos.it kundenserver.de 1and1.com 1and1.co.uk " +
      "1and1.fr 1and1.es 1and1.it perfora.net"
  ),
  mailboxes("tuta", "Tuta", "mail.tutanota.de"),
  mailboxes("mailbox_org", "mailbox.org", "mailbox.org"),
  mailboxes("posteo", "Posteo", "posteo.de"),
  mailboxes("hey", "HEY", "app.hey.com"),
  mailboxes("migadu", "Migadu", "migadu.com"),
  mailboxes("purelymail", "Purelymail", "purelymail.com"),
  mailboxes("mxroute", "MXroute", "mxrouting.net mxlogin.com"),
  mailboxes("namecheap", "Namecheap Private Email", "privateemail.com jellyfish.systems"),
  mailboxes("godaddy", "GoDaddy", "secureserver.net"),
  mailboxes("rackspace", "Rackspace Email", "emailsrvr.com"),
  mailboxes("ovh", "OVHcloud", "mail.ovh.net mx1.ovh.net mx2.ovh.net mx3.ovh.net mx4.ovh.net"),
  mailboxes("gandi", "Gandi", "mail.gandi.net"),
  mailboxes("hostinger", "Hostinger", "hostinger.com"),
  mailboxes("titan", "Titan", "titan.email"),
  mailboxes("infomaniak", "Infomaniak", "infomaniak.ch"),
  mailboxes("strato", "Strato", "rzone.de"),
  mailboxes("one_com", "one.com", "one.com"),
  mailboxes("loopia", "Loopia", "loopia.se"),
  mailboxes("qq", "QQ Mail", "mx1.qq.com mx2.qq.com mx3.qq.com"),
  mailboxes("tencent_exmail", "Tencent Exmail", "mxbiz1.qq.com mxbiz2.qq.com"),
  mailboxes("netease", "NetEase Mail", "mxmail.netease.com"),
  mailboxes("aliyun", "Alibaba Mail", "mxn.mxhichina.com mxw.mxhichina.com qiye.aliyun.com"),
  mailboxes("naver", "Naver Mail", "naver.com"),
  mailboxes("daum", "Daum Mail", "hanmail.net kakao.com"),
  mailboxes("comcast", "Comcast", "comcast.net"),
  mailboxes("orange", "Orange", "orange.fr"),
  mailboxes("free_fr", "Free", "free.fr"),
  mailboxes("t_online", "T-Online", "t-online.de"),
  mailboxes("libero", "Libero Mail", "libero.it virgilio.it", own),
  mailboxes("sfr", "SFR", "sfr.fr", own),
  mailboxes("laposte", "La Poste", "laposte.net", own),
  mailboxes("bouygues", "Bouygues Telecom", "bbox.fr", own),
  mailboxes("aruba", "Aruba", "aruba.it"),
  mailboxes("tim", "TIM Mail", "tim.it alice.it", own),
  mailboxes("tiscali", "Tiscali Mail", "tiscali.it", own),
  mailboxes("register_it", "Register.it", "register.it"),
  mailboxes("seznam", "Seznam Email", "seznam.cz", own),
  mailboxes("centrum_cz", "Centrum Mail", "centrum.cz", own),
  mailboxes("forpsi", "Forpsi", "forpsi.com"),
  mailboxes("active24", "Active24", "active24.com active24.cz"),
  mailboxes("wp_pl", "WP Poczta", "mx.wp.pl mx.tlen.pl mx.o2.pl", own),
  mailboxes("onet", "Onet Poczta", "poczta.onet.pl", own),
  mailboxes("interia", "Interia Poczta", "interia.pl", own),
  mailboxes("home_pl", "home.pl", "home.pl"),
  mailboxes("freenet", "freenet Mail", "freenet.de", own),
  mailboxes("vodafone_de", "Vodafone Mail", "vodafonemail.de", own),
  mailboxes("all_inkl", "ALL-INKL", "kasserver.com"),
  mailboxes("domainfactory", "DomainFactory", "ispgateway.de"),
  mailboxes("hosteurope", "Host Europe", "hosteurope.de"),
  mailboxes("a1_at", "A1", "a1.net aon.at", own),
  mailboxes("bluewin", "Bluewin", "bluewin.ch", own),
  mailboxes("hostpoint", "Hostpoint", "hostpoint.ch"),
  mailboxes("kpn", "KPN Mail", "kpnmail.nl xs4all.nl", own),
  mailboxes("ziggo", "Ziggo", "ziggo.nl", own),
  mailboxes("transip", "TransIP", "transip.email premiumantispam.nl"),
  mailboxes("telenet", "Telenet", "telenet-ops.be telenet.be", own),
  mailboxes("proximus", "Proximus", "belgacom.be skynet.be proximus.be", own),
  mailboxes("telia", "Telia", "telia.com", own),
  mailboxes("simply", "Simply.com", "simply.com unoeuro.com"),
  mailboxes("domeneshop", "Domeneshop", "domeneshop.no"),
  mailboxes("btinternet", "BT Mail", "cpcloud.co.uk bt.prod.cloud.openwave.ai", own),
  mailboxes("atmail", "Atmail Cloud", "atmailcloud.com"),
  mailboxes("talktalk", "TalkTalk Mail", "talktalk.net tt.xion.oxcs.net", own),
  mailboxes("charter", "Spectrum", "charter.net", own),
  mailboxes("cox", "Cox", "cxr.mx.a.cloudfilter.net cox.net", own),
  mailboxes("earthlink", "EarthLink", "earthlink-vadesecure.net", own),
  mailboxes("att", "AT&T Mail", "prodigy.net", sniffed),
  mailboxes("network_solutions", "Network Solutions", "netsolmail.net", sniffed),
  mailboxes("dreamhost", "DreamHost", "dreamhost.com", sniffed),
  mailboxes("intermedia", "Intermedia", "serverdata.net intermedia.net", sniffed),
  mailboxes("opensrs", "OpenSRS Hosted Email", "hostedemail.com", sniffed),
  mailboxes("pobox", "Pobox", "pobox.com", sniffed),
  mailboxes("runbox", "Runbox", "runbox.com", sniffed),
  mailboxes("mailhostbox", "Mailhostbox", "mailhostbox.com", sniffed),
  mailboxes("bell_ca", "Bell", "bell.net", own),
  mailboxes("shaw", "Shaw", "shaw.ca shawcable.net", own),
  mailboxes("videotron", "Videotron", "videotron.ca", own),
  mailboxes("bigpond", "Telstra", "bigpond.com", own),
  mailboxes("xtra", "Spark New Zealand", "xtra.co.nz", own),
  mailboxes("uol", "UOL", "uol.com.br", own),
  mailboxes("terra", "Terra Mail", "terra.com terra.com.br", own),
  mailboxes("locaweb", "Locaweb", "locaweb.com.br"),
  mailboxes("rediff", "Rediffmail", "rediff.akadns.net rediffmailpro.com", sniffed),
  mailboxes("rambler", "Rambler", "rambler.ru", own),
  mailboxes("ukr_net", "Ukr.net", "ukr.net", own),
  mailboxes("abv_bg", "Abv.bg", "abv.bg", own),
  mailboxes("yahoo_japan", "Yahoo! Japan Mail", "mail.yahoo.co.jp", sniffed),
  mailboxes("docomo", "docomo Mail", "docomo.ne.jp", own),
  mailboxes("au", "au Mail", "ezweb.ne.jp", own),
  mailboxes("softbank", "SoftBank Mail", "softbank.ne.jp softbank.jp", own),
  mailboxes("sakura", "Sakura Internet", "sakura.ne.jp"),
  mailboxes("nate", "Nate Mail", "nate.com", own),
  mailboxes("sina", "Sina Mail", "sinamail.sina.com.cn", own),
  mailboxes("sohu", "Sohu Mail", "sohu.com", own),
  mailboxes("china_mobile", "139 Mail", "mail.139.com", own),
  mailboxes("china_telecom", "189 Mail", "189.cn", own),
  mailboxes(
    "amazon_workmail",
    "Amazon SES and WorkMail",
    sesHosts,
    "AWS General Reference: SES endpoints for receiving mail"
  ),
  gateway("proofpoint", "Proofpoint", "pphosted.com gpphosted.com ppe-hosted.com", kumo),
  gateway("mimecast", "Mimecast", "mimecast.com mimecast.co.za mimecast-offshore.com", kumo),
  gateway("barracuda", "Barracuda", "barracudanetworks.com", kumo),
  gateway("cisco", "Cisco Secure Email", "iphmx.com", kumo),
  gateway("symantec", "Symantec Email Security", "messagelabs.com", kumo),
  gateway("trend_micro", "Trend Micro", "trendmicro.com trendmicro.eu"),
  gateway("sophos", "Sophos Email", "hydra.sophos.com"),
  gateway("forcepoint", "Forcepoint", "mailcontrol.com"),
  gateway("trellix", "Trellix", "fireeyecloud.com"),
  gateway("hornetsecurity", "Hornetsecurity", "hornetsecurity.com antispameurope.com"),
  gateway("n_able", "N-able Mail Assure", "antispamcloud.com mtaroutes.com"),
  gateway("spamexperts", "SpamExperts", "spamexperts.com spamexperts.eu spamexperts.net"),
  gateway("cloudflare_area1", "Cloudflare Email Security", "mxrecord.io"),
  gateway("appriver", "AppRiver", "arsmtp.com"),
  gateway("mailroute", "MailRoute", "mailroute.net"),
  gateway("spamhero", "SpamHero", "spamhero.com"),
  gateway("retarus", "Retarus", "retarus.com"),
  gateway("vade", "Vade", "vadesecure.com vadesecure.net"),
  gateway("siteground", "SiteGround", "mailspamprotection.com", sniffed),
  gateway("checkpoint", "Check Point Harmony", "checkpointcloudsec.com"),
  gateway("fortimail", "FortiMail Cloud", "fortimailcloud.com fortimail.com"),
  gateway("mailinblack", "Mailinblack", "mailinblack.com"),
  gateway("spamtitan", "SpamTitan", "spamtitan.com titanhq.com"),
  gateway(
    "mailprotector",
    "Mailprotector",
    "mailprotector.com emailservice.io emailservice.co emailservice.cc"
  ),
  gateway("expurgate", "eXpurgate", "expurgate.net expurgate.de", sniffed),
  gateway("cyren", "Cyren", "ctmail.com", sniffed),
  gateway("combell", "Combell", "mailprotect.be"),
  gateway("onlinespamfilter", "Onlinespamfilter", "onlinespamfilter.nl onlinespamfilter.com"),
  gateway("nospamproxy", "NoSpamProxy Cloud", "nospamproxy.com"),
  gateway("altospam", "Altospam", "altospam.com"),
  gateway("securitymail", "SecurityMail", "security-mail.net"),
  gateway("mailguard", "MailGuard", "mailguard.com.au"),
  gateway("smx", "SMX", "smxemail.com smxcloud.com smx.co.nz"),
  gateway("libraesva", "Libraesva", "esvacloud.com libraesva.com"),
  gateway("fusemail", "FuseMail", "fusemail.net"),
  gateway("everycloud", "EveryCloud", "everycloudtech.com"),
  gateway("mx_guarddog", "MX Guarddog", "mxguarddog.com"),
  gateway("securence", "Securence", "securence.com"),
  gateway("perception_point", "Perception Point", "perception-point.io"),
  gateway("reflexion", "Sophos Reflexion", "reflexion.net"),
  gateway("i_3", "SMTProutes", "smtproutes.com", sniffed),
  inbound("sendgrid_parse", "SendGrid Inbound Parse", "mx.sendgrid.net"),
  inbound("postmark_inbound", "Postmark Inbound", "inbound.postmarkapp.com"),
  inbound("mailgun_routes", "Mailgun Routes", "mxa.mailgun.org mxb.mailgun.org")
]

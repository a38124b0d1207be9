/**
 * The operator of a mail host, by the suffix of its name. `name` is shown to people (`mx_provider`),
 * `id` is for programs; neither is ever renamed.
 *
 * A `gateway` filters mail for another server and may accept every recipient itself.
 */
import { microsoft365Hosts } from "./microsoftHosts.ts"

export interface MailProviderRow {
  readonly id: string
  readonly name: string
  readonly kind: "mailboxes" | "gateway" | "inbound"
  readonly hosts: ReadonlyArray<string>
  readonly source: string
}

const kumo = "KumoMTA shaping.toml (Apache-2.0), 2026"
const help = "the provider's own set-up pages, MX records"

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
/** Receives mail for programs, not for mailboxes. */
const inbound = (id: string, name: string, hosts: string, source = help): MailProviderRow => ({
  ...mailboxes(id, name, hosts, source),
  kind: "inbound"
})

const amazonRegions = (
  "us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 ca-west-1 sa-east-1 eu-west-1 eu-west-2 eu-west-3 " +
  "eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 me-south-1 me-central-1 il-central-1 af-south-1 " +
  "ap-south-1 ap-south-2 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-southeast-1 " +
  "ap-southeast-2 ap-southeast-3 ap-southeast-4 us-gov-west-1 us-gov-east-1"
).split(" ")

export const mailProviders: ReadonlyArray<MailProviderRow> = [
  mailboxes("google", "Gmail", "gmail-smtp-in.l.google.com", kumo),
  mailboxes("google_workspace", "Google Workspace", "google.com googlemail.com", kumo),
  mailboxes("outlook_consumer", "Outlook.com", "olc.protection.outlook.com", kumo),
  mailboxes(
    "microsoft365",
    "Microsoft 365",
    microsoft365Hosts.join(" "),
    `${kumo}; Microsoft Learn: MX records of Microsoft 365, US Government, 21Vianet`
  ),
  mailboxes("yahoo", "Yahoo Mail", "yahoodns.net", kumo),
  mailboxes("apple", "iCloud Mail", "mail.icloud.com", kumo),
  mailboxes("proton", "Proton Mail", "protonmail.ch"),
  mailboxes("fastmail", "Fastmail", "messagingengine.com"),
  mailboxes("zoho", "Zoho Mail", "zoho.com zoho.eu zoho.in zoho.com.au zohomail.com"),
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
  mailboxes("ovh", "OVHcloud", "mail.ovh.net"),
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
  mailboxes("daum", "Daum Mail", "hanmail.net"),
  mailboxes("comcast", "Comcast", "comcast.net"),
  mailboxes("orange", "Orange", "orange.fr"),
  mailboxes("free_fr", "Free", "free.fr"),
  mailboxes("t_online", "T-Online", "t-online.de"),
  mailboxes("libero", "Libero Mail", "libero.it"),
  mailboxes("virgilio", "Virgilio Mail", "virgilio.it tin.it"),
  mailboxes("aruba", "Aruba", "aruba.it"),
  mailboxes("sfr", "SFR", "sfr.fr sfr.net"),
  mailboxes("freenet", "freenet Mail", "freenet.de"),
  mailboxes("seznam", "Seznam Email", "seznam.cz"),
  mailboxes("wp", "WP Poczta", "wp.pl tlen.pl"),
  mailboxes("onet", "Onet Poczta", "onet.pl onet.eu"),
  mailboxes("charter", "Spectrum", "charter.net", kumo),
  mailboxes("cox", "Cox", "cox.net cxr.mx.a.cloudfilter.net", kumo),
  mailboxes(
    "amazon_workmail",
    "Amazon SES and WorkMail",
    amazonRegions.map((region) => `inbound-smtp.${region}.amazonaws.com`).join(" "),
    "AWS General Reference, 2026: endpoints of SES for receiving"
  ),
  gateway("proofpoint", "Proofpoint", "pphosted.com ppe-hosted.com gpphosted.com", kumo),
  gateway("mimecast", "Mimecast", "mimecast.com mimecast.co.za mimecast-offshore.com", kumo),
  gateway("barracuda", "Barracuda", "barracudanetworks.com", kumo),
  gateway("cisco", "Cisco Secure Email", "iphmx.com", kumo),
  gateway("symantec", "Symantec Email Security", "messagelabs.com", kumo),
  gateway("trend_micro", "Trend Micro", "trendmicro.com trendmicro.eu"),
  gateway("sophos", "Sophos Email", "hydra.sophos.com"),
  gateway("forcepoint", "Forcepoint", "mailcontrol.com"),
  gateway("trellix", "Trellix", "fireeyecloud.com"),
  gateway("hornetsecurity", "Hornetsecurity", "hornetsecurity.com antispameurope.com"),
  gateway("n_able", "N-able Mail Assure", "antispamcloud.com"),
  gateway("spamexperts", "SpamExperts", "spamexperts.com spamexperts.eu spamexperts.net"),
  gateway("cloudflare_area1", "Cloudflare Email Security", "mxrecord.io"),
  gateway("appriver", "AppRiver", "arsmtp.com"),
  gateway("mailroute", "MailRoute", "mailroute.net"),
  gateway("spamhero", "SpamHero", "spamhero.com"),
  gateway("retarus", "Retarus", "retarus.com"),
  gateway("vade", "Vade", "vadesecure.com vadesecure.net"),
  gateway("fortimail_cloud", "FortiMail Cloud", "fortimail.com fortimailcloud.com"),
  gateway("mailinblack", "Mailinblack", "mailinblack.com"),
  gateway("spamtitan", "SpamTitan", "spamtitan.com titanhq.com"),
  gateway("mailprotector", "Mailprotector", "mailprotector.com emailservice.io emailservice.co"),
  gateway("siteground", "SiteGround", "mailspamprotection.com"),
  inbound("sendgrid_parse", "SendGrid Inbound Parse", "mx.sendgrid.net"),
  inbound("postmark_inbound", "Postmark Inbound", "inbound.postmarkapp.com"),
  inbound("mailgun_routes", "Mailgun Routes", "mxa.mailgun.org mxb.mailgun.org")
]

/**
 * The operator of a mail host, by the suffix of its name. `name` is shown to people (`mx_provider`),
 * `id` is for programs; neither is ever renamed.
 *
 * A `gateway` filters mail for another server and may accept every recipient itself.
 */
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

export const mailProviders: ReadonlyArray<MailProviderRow> = [
  mailboxes("google", "Gmail", "gmail-smtp-in.l.google.com", kumo),
  mailboxes("google_workspace", "Google Workspace", "google.com googlemail.com", kumo),
  mailboxes("outlook_consumer", "Outlook.com", "olc.protection.outlook.com", kumo),
  mailboxes("microsoft365", "Microsoft 365", "mail.protection.outlook.com mx.microsoft", kumo),
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
  mailboxes(
    "amazon_workmail",
    "Amazon SES and WorkMail",
    "inbound-smtp.us-east-1.amazonaws.com inbound-smtp.us-west-2.amazonaws.com " +
      "inbound-smtp.eu-west-1.amazonaws.com"
  ),
  gateway("proofpoint", "Proofpoint", "pphosted.com ppe-hosted.com", kumo),
  gateway("mimecast", "Mimecast", "mimecast.com mimecast.co.za mimecast-offshore.com", kumo),
  gateway("barracuda", "Barracuda", "barracudanetworks.com", kumo),
  gateway("cisco", "Cisco Secure Email", "iphmx.com", kumo),
  gateway("symantec", "Symantec Email Security", "messagelabs.com", kumo),
  gateway("trend_micro", "Trend Micro", "trendmicro.com trendmicro.eu"),
  gateway("sophos", "Sophos Email", "hydra.sophos.com"),
  gateway("forcepoint", "Forcepoint", "mailcontrol.com"),
  gateway("trellix", "Trellix", "fireeyecloud.com"),
  gateway("hornetsecurity", "Hornetsecurity", "hornetsecurity.com"),
  gateway("n_able", "N-able Mail Assure", "antispamcloud.com"),
  gateway("spamexperts", "SpamExperts", "spamexperts.com spamexperts.eu spamexperts.net"),
  gateway("cloudflare_area1", "Cloudflare Email Security", "mxrecord.io"),
  gateway("appriver", "AppRiver", "arsmtp.com"),
  gateway("mailroute", "MailRoute", "mailroute.net"),
  gateway("spamhero", "SpamHero", "spamhero.com"),
  gateway("retarus", "Retarus", "retarus.com"),
  inbound("sendgrid_parse", "SendGrid Inbound Parse", "mx.sendgrid.net"),
  inbound("postmark_inbound", "Postmark Inbound", "inbound.postmarkapp.com"),
  inbound("mailgun_routes", "Mailgun Routes", "mxa.mailgun.org mxb.mailgun.org")
]

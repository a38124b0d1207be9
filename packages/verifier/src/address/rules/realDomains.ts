/**
 * Domains of others that are one slip away from a provider's, so that they are never suggested away: those that people
 * visit most, by zer0h/top-1000000-domains (the first 100,000) and OpenDNS public-domain-lists, without typo-squatters.
 */
export const realDomains =
  "115.com 131.com 139y.com 15w.com 160.com 1626.com 176.com 263.com 7139.com 726.com 7ol.de a5.net " +
  "abl.com al.com amc.com ao.com ao.de aok.de aon.com aop.com apl.com app.com bac.com bet.com bmc.com " +
  "bms.com bol.com box.net br-online.de coj.net coxmail.com ey.com ffr.fr fr-online.de fronter.com " +
  "get.cm get.com gm.com gmac.com gmc.com gnc.com gnd.com gol.com gsn.com heb.com heyo.com hicloud.com " +
  "hive.co hr-online.de hsn.com iac.com infox.ru ingos.ru jcloud.com jet.com key.com ksn.com " +
  "lr-online.de macg.co macu.com mad.com mailhop.org meh.com melia.com men.com mic.com mlive.com " +
  "mnet.com mnn.com mol.com msc.com msdn.com msi.com mybet.com name.com nfcworld.com nsn.com osn.com " +
  "pcloud.com qcloud.com rp-online.de sika.com soku.com soma.com sony.com syfy.com t139.com " +
  "tapatalk.com tata.com telus.com telva.com tim.it tip.it tjx.com tmz.com tuto.com uk2.net uker.net " +
  "ulive.com uol.com vail.com wate.com weg.de xlobo.com xoyo.com ynet.com yopmail.com youmail.com " +
  "zol.com zoll.de zonu.com zoo.com zoro.com"

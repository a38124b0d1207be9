/** All languages whose words are known. English comes first, because most servers write it. */
import { languagesInOtherLetters } from "./languagesInOtherLetters.ts"
import type { LanguageWords } from "./LanguageWords.ts"
import { otherLatinLanguages } from "./otherLatinLanguages.ts"
import { westernLanguages } from "./westernLanguages.ts"

const english: LanguageWords = {
  language: "english",
  recipient:
    "user|users|username|userid|mailuser|recipient|recipients|recipent|rcpt|rcptto|rcpt-to|mailbox|mailboxes|mail box|mail-box|mbox|mailfolder|folder|maildir|inbox|" +
    "account|accounts|address|addresses|addressee|alias|aliases|local part|local-part|localpart|login|" +
    "email|e-mail|person|destination|forward-path|customer|employee|mail drop|maildrop|email id|mail id|email name|mail name|user's|recipient's|addressee's|id|maildir|mail receiving|mail account|email account",
  domain: "domain|domains|tenant|organization|organisation|domain's",
  // English words about us have rules of their own (ourWords.ts).
  sender: "",
  pace: "queue|throttling|rate|message rate|messages|message|sending|submission|connection|connections|session|sessions|traffic|bandwidth|hourly|daily|outgoing|outbound|sender|relay|delivery|smtp|request|requests|recipients per",
  absent:
    "not available here|not local|not here|not in|no longer here|no mailbox here|no user here|not on this|not on our|in no directory|no…in name directory|unknown|unkown|unknow|no such|nosuch*|non-existent|nonexistent|non existent|nonexistant|non-existant|inexistent|invalid|illegal|" +
    "unroutable|unrouteable|undeliverable|unallocated|unrecognized|unrecognised|undefined|unregistered|bad|incorrect|" +
    "wrong|misspelled|mistyped|never existed|ceased to exist|lookup failed|no user|no users|no mailbox|no account|" +
    "no recipient|no person|no local mailbox|no address|no alias|no match*|no mail box|no mail drop|no maildrop|isn't ours|not ours|not one of ours|lookup…failed|userunknown|missing home directory|dead|not a user|not a mailbox|not a recipient|no known|must exist|has been replaced",
  closed:
    "disabled|not used|suspended|suspend|inactivity|deactivated|de-activated|inactive|inactivated|discontinued|locked|locked out|frozen|expired|closed|" +
    "terminated|cancelled|canceled|deleted|removed|dormant|on hold|retired|archived|decommissioned|obsolete|abandoned|" +
    "disused|has left|left the company|left our company|left the organi*|does not work here*|doesn't work here*|shut down|shutdown|no longer valid|no longer available|no longer active|no longer accept*|no longer in use|no longer used|" +
    "no longer in service|no longer works|no longer working|no longer with|no longer employed|no longer monitored|" +
    "no longer receiv*|no longer maintained|no longer operational|no longer supported",
  full:
    "full|overfull|reached…capacity|capacity…reached|at maximum capacity|at full capacity|at its capacity|capacity…exceeded|disk usage|usage exceeded|storage…exhausted|space…exhausted|mailbox limit reached|mailbox limit is reached|hit…quota|not sufficient space|not sufficient disk space|not have enough space|not have enough room|too much mail*|too much data|*disk quota|exceeded…local limit|exceeded its limit|exceeded…size limit|over quota|overquota|over-quota|over…quota|over limit|overlimit|over…storage limit|" +
    "quota exceeded|quota…exceeded|quota is full|quota full|quota violation|quota…reached|out of quota|exceeded…quota|exceeds…quota|exceed…quota|" +
    "exceeding…quota|exceeded…storage|exceeds…storage|exceed…storage|exhausted…storage|exhausted…space|exhausted…quota|" +
    "exceeded…space|exceeds…space|exceeded…capacity|exceeded…size|exceeded…mailbox limit|exceed…mailbox limit|" +
    "storage exceeded|storage…exceeded|storage full|storage limit|space limit|limit of storage|out of storage|out of space|" +
    "out of disk space|no space|no disk space|no more space|no free space|no room|no storage|not enough space|not enough storage|" +
    "not enough disk space|not enough room|insufficient space|insufficient storage|insufficient disk space|insufficient mailbox*|" +
    "disk quota|disk full|size limit…exceeded|mailbox size limit|has too many messages|too many messages in|holds too many|too many messages on|too many mails in|" +
    "too many messages stored|mailbox limit exceeded|reached…quota|reached…storage|reached…size|storage…used up|space…used up|quota…used up|exceed*…quota|quota…exceed*|exceed*…storage|exceed*…space|exceed*…mailbox limit|mailbox limit exceed*|storage…exceed*|quota is over|quota over|over quote|overdrawn…quota|overdrawn…space|over disk quota|not enough diskspace|not have enough diskspace|not have enough disk space|diskspace quota|space not enough|storage exceeded",
  known:
    "member of domain|exist|exists|existing|existent|found|find|known|know|valid|recognized|recognised|registered|defined|mapped|present|" +
    "located|locate|listed|matched|resolved|hosted|handled|served|allocated|assigned|provisioned|belong|belongs|" +
    "configured on|have…account|have…mailbox|has…account|has…mailbox|got…account|" +
    "in directory|reachable|our customer|our customers|our user|our users|our member|our members|a mailbox|a user|a recipient|configured to receive",
  open: "active|activated|enabled|accepting|in use|in service|operational|monitored|alive|maintained|open|accepting email|accepting mail|accepting messages|accept email|accept mail|currently being accepted",
  unavailable:
    "unavailable|unavaiable|not available|not accepted|not ok|can't accept|cannot accept|not permitted|not allowed",
  not: "not|no|*n't|never|cannot|doesnt|dont|isnt|cant|does'nt|is'nt|nor|unable to|failed to|none|ain't",
  refused:
    "deny|denied|denies|reject*|refus*|block*|prohibit*|forbid*|not accepted|not allowed|not permitted|not authorized|not authorised|declin*|disallow*|bounced|unauthorized|unauthorised|restrict*|protected|banned|barred|suppress*|unwanted|unwelcome|not welcome|will not accept|won't accept|service unavailable|service not available",
  grounds:
    "policy|policies|filter*|preference*|rule|rules|setting|settings|size|too large|too big|time|times|hours|hour|days|quota|quotas|limit|limits|rate|content|contents|attachment*|spam*|virus*|malware|phish*|this message|your message|header*|reputation|score|security|compliance|country|region|consent|permission*|approv*|moderat*|member*|subscri*|whitelist*|vacation|out of office|maintenance|temporarily|temporary|payment|billing|license|licence|wanted|wish*|undesir*|desired|suspicious|suspect*|trust*|untrusted|greylist*|graylist*|internal|external|weekly|daily|monthly|today|cap|allowance|threshold|human|confirm*|challenge*|opt|opted|elected|chose|chosen|interested|invit*|required|requires|quarantin*",
  isMisspelt: true,
  source: "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT), KumoMTA (Apache-2.0)"
}

export const languages: ReadonlyArray<LanguageWords> = [
  english,
  ...westernLanguages,
  ...otherLatinLanguages,
  ...languagesInOtherLetters
]

/** The codes of errors whose sentence tells what is wrong with the request or its caller: 400, 401, 403, 404. */
import { otherwise, withTexts } from "./ErrorCode.ts"

const badRequests = [
  withTexts(400, "not_http", [
    "The request is not HTTP/1.1.",
    "Check that the port is that of the service, and that you do not use TLS on a port without TLS."
  ]),
  withTexts(400, "host_refused", [
    "The `Host` header is missing, repeated or malformed.",
    "Send the name of the service's URL, once."
  ]),
  withTexts(400, "body_not_json", [
    "The body is not JSON, or not an object.",
    "Send an object as `application/json`, in UTF-8."
  ]),
  withTexts(400, "body_too_large", [
    "The body is larger than 1 MiB.",
    "Send less at once: up to 100 addresses, or a list by `POST /verify/bulk`."
  ]),
  withTexts(400, "unsupported_content_type", [
    "The endpoint does not take the `Content-Type` of the request.",
    "Send `application/json`, and a list as `multipart/form-data`."
  ]),
  withTexts(400, "file_too_large", [
    "The list is larger than 32 MB.",
    "Split it into several lists; each keeps the header row."
  ]),
  withTexts(400, "form_invalid", [
    "The upload is not a form with the parts `file` and `mode`, or it broke off.",
    'Send the list as a file: `curl -F "file=@list.csv"`.'
  ]),
  withTexts(400, "job_not_complete", [
    "The job is still running, or was cancelled or has failed.",
    "Wait for `complete`. `partial=true` gives the results that the job has."
  ]),
  withTexts(400, "webhook_url_refused", [
    "Webhooks cannot be sent to this URL.",
    "Give an https URL of a public host. The service's operator can allow http by " +
      "`RCPT_WEBHOOK_ALLOW_HTTP`, and private hosts by `RCPT_UNSAFE_NETWORKS`."
  ]),
  withTexts(400, "webhook_disabled", [
    "Deliveries have failed for 5 days, or the receiver answered 410.",
    "Set the URL again."
  ]),
  withTexts(400, "endpoint_disabled", [
    "The endpoint was switched off, or deliveries have failed for 5 days, or it answered 410.",
    'Enable it: `PATCH /webhook/endpoints/{id}` with `{"enabled": true}`.'
  ]),
  withTexts(400, "too_many_endpoints", [
    "The account has as many webhook endpoints as it may have.",
    "Remove one that is not used."
  ]),
  withTexts(400, "too_many_inlets", [
    "The account has as many inlets as it may have.",
    "Remove one that is not used."
  ]),
  withTexts(400, "too_many_schedules", [
    "The account has as many schedules as it may have.",
    "Remove one that is not used."
  ]),
  withTexts(400, "schedule_paused", [
    "The schedule is paused, so it cannot run.",
    'Resume it: `PATCH /schedules/{id}` with `{"paused": false}`.'
  ]),
  withTexts(400, "too_many_rules", [
    "The account would have more rules than it may have.",
    "Remove rules that are not needed, such as with `DELETE /rules`."
  ]),
  withTexts(400, "too_many_keys", [
    "The account has as many API keys as it may have.",
    "Revoke one that is not used."
  ]),
  withTexts(400, "too_many_people", [
    "The account has as many people as it may have.",
    "Remove a person, or revoke an open invitation."
  ]),
  withTexts(400, "already_in_account", [
    "A person with this address is already in the account.",
    "Change their role instead."
  ]),
  withTexts(400, "totp_on", [
    "The second factor is on already.",
    "Turn it off before setting up another app."
  ]),
  otherwise(
    400,
    "invalid_request",
    "A parameter, a header or a field of the body is missing or out of its limits.",
    "The sentence names the field and the limit: correct it. The same request fails again."
  )
]

const unauthorizedCodes = [
  withTexts(401, "code_needed", [
    "The password is right, and the account has a second factor.",
    "Sign in with `code` as well: the code of the authenticator app, or a recovery code."
  ]),
  withTexts(401, "email_not_confirmed", [
    "The password is that of a sign-up whose email is not confirmed yet.",
    "Open the link in the mail. Sign up again with the same email for another link, after a minute."
  ]),
  withTexts(401, "passwords_off", [
    "Passwords are off (`RCPT_PASSWORDS=off`): people sign in at the provider of OpenID Connect.",
    "Sign in there. Only managers of the first account have a password, for emergencies."
  ]),
  withTexts(401, "code_refused", [
    "The code is wrong, or was used before.",
    "Wait for the next code; check the clock of the device."
  ]),
  otherwise(
    401,
    "unauthorized",
    "The request has no valid API key and no valid session: it is missing, unknown, revoked, ended or suspended. " +
      "At sign-in: the email address or the password is wrong.",
    "Send `X-API-Key: rcpt_live_…` or `Authorization: Bearer rcpt_live_…`. If both are sent they must " +
      "be the same key."
  )
]

const forbiddenCodes = [
  withTexts(403, "key_not_permitted", [
    "The API key is restricted.",
    "Use a key that may do it, or change its `scopes` by `PATCH /keys/{id}`. Managing keys and webhooks needs the scope " +
      "`manage`, which a person gives in the dashboard."
  ]),
  withTexts(403, "beyond_own_powers", [
    "The change would give somebody more than you may do yourself, or is about somebody who may do more than you.",
    "Ask a manager of the account. To end a secret key that leaked, send `DELETE /keys/{id}` with the key itself."
  ]),
  withTexts(403, "key_ended", [
    "The API key has reached its end date.",
    "Make a new key, or give this one a later end with `PATCH /keys/{id}`."
  ]),
  withTexts(403, "network_refused", [
    "The API key works from some networks only, and the client's address is in none of them.",
    "Send the request from one of them, or change `networks` by `PATCH /keys/{id}`. Behind a proxy the " +
      "operator sets `RCPT_TRUSTED_PROXIES`."
  ]),
  withTexts(403, "origin_refused", [
    "The request has a browser key and no `Origin`, or one that the key does not have.",
    "Add the website to `origins` by `PATCH /keys/{id}`. Programs use a secret key."
  ]),
  withTexts(403, "browser_key_only_verifies", [
    "A browser key is public, so it works only for `GET /verify`.",
    "Use a secret key, from a server."
  ]),
  withTexts(403, "role_not_permitted", [
    "The role of the signed-in person does not allow it.",
    "Ask a manager of the account, who can do it or change the role."
  ]),
  withTexts(403, "not_owner", [
    "Only accounts that own the service administer it.",
    "Use a key or a session of the owner."
  ]),
  withTexts(403, "cross_origin", [
    "The request has a session, or signs in, and comes from a page of another site.",
    "Use an API key, from a server. Behind a proxy the operator sets `RCPT_PUBLIC_URL`."
  ]),
  withTexts(403, "password_needed", [
    "The password was entered more than 15 minutes ago.",
    "Confirm it by `POST /session/confirm`, then repeat the request."
  ]),
  withTexts(403, "wrong_password", [
    "The current password is wrong.",
    "Enter it again. Several wrong ones make you wait."
  ]),
  withTexts(403, "passwords_off_here", [
    "Passwords are off (`RCPT_PASSWORDS=off`): people sign in at the provider of OpenID Connect.",
    "Sign in there, without an invitation. Only managers of the first account have a password, for emergencies."
  ]),
  withTexts(403, "sign_up_closed", [
    "The service does not take new accounts.",
    "Ask its operator, who can set `RCPT_SIGNUP=open`."
  ]),
  withTexts(403, "event_not_proved", [
    "An inlet took no event: its service did not prove that it has sent it, or the inlet has no signing key yet.",
    "Set `signing_key` of the inlet to the key that the service shows (`PATCH /inlets/{id}`)."
  ]),
  withTexts(403, "mail_off", [
    "The service has no mail server to send mail with.",
    "Ask its operator, who sets a password with `rcpt admin reset-password`, or sets `RCPT_MAIL_URL`."
  ])
]

const notFoundCodes = [
  withTexts(404, "job_not_found", [
    "The account has no such job.",
    "Check the id, and that the key belongs to the account. A deleted job does not come back."
  ]),
  withTexts(404, "entry_not_found", [
    "The account's ledger has no such entry.",
    "Take the id of an entry from `GET /ledger`."
  ]),
  withTexts(404, "entry_not_signed", [
    "The entry is newer than the last signed checkpoint.",
    "Ask again in a minute."
  ]),
  withTexts(404, "ledger_not_signed", [
    "The service signs no checkpoints, so there are no proofs.",
    "Its operator can set `RCPT_LEDGER_KEY`."
  ]),
  withTexts(404, "checkpoint_not_found", [
    "There is no checkpoint of this size.",
    "Take sizes from `GET /ledger/checkpoints`, the earlier one as `from`."
  ]),
  withTexts(404, "activity_not_found", [
    "The account has no such check or request, or it is no longer kept.",
    "Take ids from `GET /activity`. Rows appear a second after the answer, and are deleted after `RCPT_ACTIVITY_DAYS`."
  ]),
  withTexts(404, "account_not_found", [
    "There is no such account.",
    "Take its id from `GET /admin/accounts`."
  ]),
  withTexts(404, "key_not_found", [
    "The account has no such API key.",
    "Take its id from `GET /keys`."
  ]),
  withTexts(404, "rule_not_found", [
    "The account has no such rule.",
    "Take its id, or its `match` and `value`, from `GET /rules`."
  ]),
  withTexts(404, "webhook_not_set", [
    "The account has no webhook.",
    "Set its URL by `PUT /webhook`."
  ]),
  withTexts(404, "endpoint_not_found", [
    "The account has no such webhook endpoint.",
    "Take its id from `GET /webhook/endpoints`."
  ]),
  withTexts(404, "schedule_not_found", [
    "The account has no such schedule.",
    "Take its id from `GET /schedules`."
  ]),
  withTexts(404, "run_not_found", [
    "The schedule has no such run. Runs are kept for 400 days.",
    "Take its id from `GET /schedules/{id}/runs`."
  ]),
  withTexts(404, "inlet_not_found", [
    "The account has no such inlet, or no inlet has the URL to which an event was sent.",
    "Take its id from `GET /inlets`. A URL that is lost or old is replaced by `POST /inlets/{id}/secret`."
  ]),
  withTexts(404, "delivery_not_found", [
    "The webhook has no such delivery.",
    "Take its id from `GET /webhook/deliveries`."
  ]),
  withTexts(404, "session_not_found", [
    "The account has no such session.",
    "It has ended or never existed: take ids from `GET /sessions`."
  ]),
  withTexts(404, "person_not_found", [
    "The account has no person with this id.",
    "Take the id from `GET /account/people`."
  ]),
  withTexts(404, "invitation_not_found", [
    "The account has no such open invitation.",
    "It was used, revoked or has expired: take ids from `GET /account/people`."
  ]),
  withTexts(404, "invitation_ended", [
    "The link of the invitation no longer works, or never did.",
    "Ask a manager of the account for a new one."
  ]),
  withTexts(404, "link_ended", [
    "The link of a mail does not work any more, or never did.",
    "Ask for a new one where the first came from: sign-up, sign-in or Settings."
  ]),
  withTexts(404, "provider_join_ended", [
    "Nothing is under way in this browser: it came back from the provider over ten minutes ago, or never.",
    "Sign in at the provider again."
  ]),
  withTexts(404, "totp_off", [
    "The second factor is off.",
    "Set it up before you use or remove it."
  ]),
  otherwise(
    404,
    "not_found",
    "This path does not exist.",
    "Check spelling, case and slashes: paths begin with `/api/v1`. The demo has to be turned on with `RCPT_DEMO`."
  )
]

export const clientErrors = [
  ...badRequests,
  ...unauthorizedCodes,
  ...forbiddenCodes,
  ...notFoundCodes
]

//! Reacher's library behind HTTP: `GET /fast?email=` and `GET /deep?email=` on `PORT` of loopback.
use std::time::Duration;

use axum::extract::Query;
use axum::routing::get;
use axum::{Json, Router};
use check_if_email_exists::misc::check_misc;
use check_if_email_exists::mx::check_mx;
use check_if_email_exists::smtp::verif_method::{
    HotmailB2CVerifMethod, VerifMethod, VerifMethodSmtpConfig, YahooVerifMethod,
};
use check_if_email_exists::syntax::check_syntax;
use check_if_email_exists::{check_email, CheckEmailInput, CheckEmailOutput, Reachable};
use serde::Deserialize;
use serde_json::{json, Value};

const HELLO_NAME: &str = "probe.rcpt.test";
const FROM_EMAIL: &str = "verify@rcpt.test";

/// As the other tools have it (RCPT_SMTP_TIMEOUT).
const SMTP_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct Asked {
    email: String,
}

/// Its parts that need no mail server: syntax, mail hosts, lists.
async fn fast(Query(Asked { email }): Query<Asked>) -> Json<Value> {
    let syntax = check_syntax(&email);
    if !syntax.is_valid_syntax {
        return Json(json!({ "verdict": "invalid", "raw": { "syntax": syntax } }));
    }
    let mx = match check_mx(&syntax).await {
        Ok(mx) => mx,
        Err(error) => return Json(json!({ "verdict": "unknown", "raw": { "mx": error } })),
    };
    let misc = check_misc(&syntax, false, None).await;
    let verdict = if mx.accepts_mail { "valid" } else { "invalid" };
    Json(json!({ "verdict": verdict, "raw": { "mx": mx, "misc": misc, "syntax": syntax } }))
}

/// `risky` has several causes: what the mail server said is in the details.
fn verdict_of(output: &CheckEmailOutput) -> &'static str {
    match (&output.is_reachable, &output.smtp) {
        (Reachable::Safe, _) => "valid",
        (Reachable::Invalid, _) => "invalid",
        (Reachable::Risky, Ok(smtp)) if smtp.is_catch_all || smtp.has_full_inbox => "unknown",
        (Reachable::Risky, Ok(smtp)) if smtp.is_deliverable => "valid",
        (Reachable::Risky, Ok(_)) => "invalid",
        _ => "unknown",
    }
}

/// SMTP for every provider, because there is neither a browser nor a provider's web page to ask.
fn smtp_everywhere() -> VerifMethod {
    let config = VerifMethodSmtpConfig {
        from_email: FROM_EMAIL.into(),
        hello_name: HELLO_NAME.into(),
        smtp_timeout: Some(SMTP_TIMEOUT),
        ..Default::default()
    };
    VerifMethod {
        yahoo: YahooVerifMethod::Smtp(config.clone()),
        hotmailb2c: HotmailB2CVerifMethod::Smtp(config.clone()),
        ..VerifMethod::new_with_same_config_for_all(
            None,
            config.hello_name,
            config.from_email,
            config.smtp_port,
            config.smtp_timeout,
            config.retries,
        )
    }
}

async fn deep(Query(Asked { email }): Query<Asked>) -> Json<Value> {
    let input = CheckEmailInput {
        to_email: email,
        verif_method: smtp_everywhere(),
        ..Default::default()
    };
    let output = check_email(&input).await;
    Json(json!({ "verdict": verdict_of(&output), "raw": output }))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::var("PORT")?.parse()?;
    let app = Router::new()
        .route("/fast", get(fast))
        .route("/deep", get(deep));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("ready on http://{}", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}

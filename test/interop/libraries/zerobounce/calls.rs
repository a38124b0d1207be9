//! All calls of the library for Rust about single checks, credits and lists. It cannot read `getapiusage` of rcpt: it needs
//! every count of ZeroBounce.
use std::{env, thread, time::Duration};

use serde_json::{json, Value};
use zero_bounce::{ZBBulkResponse, ZBError, ZBFile, ZBResult, ZeroBounce};

const PAUSE: Duration = Duration::from_millis(500);
const PAUSES_MAX: u32 = 60;

fn connect(api_key: &str) -> ZeroBounce {
    THE_LINES_OF_THE_PAGE(api_key);
    zero_bounce
}

fn word(status: &str, sub_status: &str) -> Value {
    json!({ "status": status, "sub_status": sub_status })
}

fn list(client: &ZeroBounce, emails: &[String]) -> ZBResult<Value> {
    let content = format!("email\n{}\n", emails.join("\n")).into_bytes();
    let file = ZBFile::from_content_with_filename(content, "sdk.csv")
        .set_has_header_row(true)
        .set_email_address_column(1);
    let id = client.bulk_validation_file_submit(&file)?.file_id.ok_or(ZBError::explicit("no id"))?;
    for _ in 0..PAUSES_MAX {
        if client.bulk_validation_file_status_check(&id)?.file_status == "Complete" {
            break;
        }
        thread::sleep(PAUSE);
    }
    let ZBBulkResponse::Content(bytes) = client.bulk_validation_result_fetch(&id)? else {
        return Err(ZBError::explicit("no file"));
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let at = |name: &str| lines[0].iter().position(|cell| *cell == name).unwrap_or(usize::MAX);
    let (status, sub_status) = (at("ZB Status"), at("ZB Sub Status"));
    let deleted = client.bulk_validation_result_delete(&id)?.success;
    Ok(json!({
        "rows": lines[1..].iter().map(|cells| word(cells[status], cells[sub_status])).collect::<Vec<_>>(),
        "emails": lines[1..].iter().map(|cells| cells[0]).collect::<Vec<_>>(),
        "deleted": deleted,
    }))
}

fn batch(client: &ZeroBounce, emails: &[String]) -> ZBResult<Value> {
    let said = client.batch_validate(emails.iter().map(|email| (email.clone(), String::new())).collect())?;
    Ok(json!({
        "rows": said.email_batch.iter().map(|one| word(&one.status, &one.sub_status)).collect::<Vec<_>>(),
        "emails": said.email_batch.iter().map(|one| &one.address).collect::<Vec<_>>(),
    }))
}

fn call(name: &str, key: &str, argument: &Value) -> ZBResult<Value> {
    let client = connect(key);
    let emails: Vec<String> = serde_json::from_value(argument.clone()).unwrap_or_default();
    match name {
        "check" => client
            .validate_email(argument.as_str().unwrap_or(""))
            .map(|said| word(&said.status, &said.sub_status)),
        "credits" => client.get_credits().map(Value::from),
        "batch" => batch(&client, &emails),
        "list" => list(&client, &emails),
        _ => Err(ZBError::explicit("no such call")),
    }
}

fn name(error: &ZBError) -> &'static str {
    match error {
        ZBError::ExplicitError(_) => "ExplicitError",
        ZBError::JsonError(_) => "JsonError",
        ZBError::RequestError(_) => "RequestError",
        _ => "another",
    }
}

fn main() {
    let calls: Vec<Vec<Value>> = serde_json::from_str(&env::var("CALLS").expect("CALLS")).expect("calls");
    let said: Vec<Value> = calls
        .iter()
        .map(|one| {
            let text = |at: usize| one.get(at).and_then(Value::as_str).unwrap_or("");
            match call(text(0), text(1), one.get(2).unwrap_or(&Value::Null)) {
                Ok(value) => json!({ "value": value }),
                Err(error) => json!({ "error": { "name": name(&error), "message": format!("{error:?}") } }),
            }
        })
        .collect();
    println!("{}", Value::from(said));
}

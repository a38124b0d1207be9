/**
 * The tables and views that the migrations make, as Postgres describes them: what guards their rows, and what
 * the service relies on. Without table owners and rights, which belong to the operator.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** Descriptions by table, kind and name, as in `es.event trigger append_only`; of functions by name and arguments. */
export type Catalogue = Readonly<Record<string, string>>

/**
 * Service tables are in the schema where the migrations found themselves; its name is left out. A row of
 * kind trigger, rule, policy, child or setting is one that changes what statements do or find.
 */
const query = `
  select key, value from (with relation as (
    select c.oid, c.relpersistence, c.relrowsecurity,
      case nspname when 'es' then 'es.' else '' end || relname as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('es', current_schema()) and relkind in ('r', 'p', 'v')
  )
  select name || ' table' as key, case relpersistence when 'p' then 'permanent' else 'unlogged' end
    || case when relrowsecurity then ', row security' else '' end as value
  from relation
  union all
  select format('%s column %s', name, attname), concat_ws(' ', format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, case when attidentity <> '' then 'identity' end,
    case when attgenerated <> '' then 'generated' when adbin is not null then 'default' end,
    pg_get_expr(adbin, adrelid))
  from relation join pg_attribute a on attrelid = oid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select format('%s constraint %s', name, conname), pg_get_constraintdef(c.oid)
  from relation r join pg_constraint c on conrelid = r.oid where contype in ('c', 'p', 'u', 'f', 'x')
  union all
  select format('%s index %s', name, i.relname),
    replace(pg_get_indexdef(i.oid), ' ' || current_schema() || '.', ' ')
      || case when indisvalid and indisready then '' else ', not valid' end
  from relation r join pg_index on indrelid = r.oid join pg_class i on i.oid = indexrelid
  union all
  select format('%s trigger %s', name, tgname), pg_get_triggerdef(t.oid)
    || case when tgenabled in ('O', 'A') then '' else ', disabled' end
  from relation r join pg_trigger t on tgrelid = r.oid
  where not tgisinternal or tgenabled not in ('O', 'A')
  union all
  select format('%s rule %s', name, rulename), pg_get_ruledef(w.oid)
  from relation r join pg_rewrite w on ev_class = r.oid
  union all
  select format('%s policy %s', name, polname), polcmd::text
  from relation r join pg_policy on polrelid = r.oid
  union all
  select format('%s child %s', name, inhrelid::regclass), '' from relation join pg_inherits on inhparent = oid
  union all
  select format('%s%s(%s) function', case nspname when 'es' then 'es.' else '' end, proname,
      pg_get_function_identity_arguments(p.oid)),
    encode(sha256(convert_to(coalesce(pg_get_function_sqlbody(p.oid), prosrc), 'UTF8')), 'hex')
  from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname in ('es', current_schema()) and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select format('role %s setting %s', coalesce(setrole::regrole::text, 'all'), setting), ''
  from pg_db_role_setting, unnest(setconfig) as setting
  where setting ~ '^(session_replication_role|zero_damaged_pages|ignore_checksum_failure)='
    and setdatabase in (0, (select oid from pg_database where datname = current_database()))
  ) described order by key collate "C"`

interface CatalogueRow {
  readonly key: string
  readonly value: string
}

/** Describes everything that guards the tables, in alphabetical order. */
export const describeCatalogue: Effect.Effect<Catalogue, SqlError.SqlError, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => sql.unsafe<CatalogueRow>(query)).pipe(
    Effect.map((rows) => Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  )

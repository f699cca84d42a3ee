/** Reads a schema from PostgreSQL's catalogs, to compare two databases. */
import type { Knex } from 'knex'

/** The schemas of the shop and of the job queue, without what belongs to an extension. */
const isOurs = (catalog: string, namespace: string) =>
  `${namespace} IN ('public'::regnamespace, 'jobs'::regnamespace) AND NOT EXISTS (SELECT FROM pg_depend e
     WHERE e.deptype = 'e' AND e.classid = '${catalog}'::regclass AND e.objid = ${catalog}.oid)`

const listRights = (acl: string) => `(SELECT string_agg(
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END || ' ' || privilege_type, ', ' ORDER BY grantee, privilege_type) FROM aclexplode(${acl}))`

/** SQL by kind of object, each with the columns `name` and `definition`. */
const CATALOGS: Readonly<Record<string, string>> = {
  extension: 'SELECT extname, extversion FROM pg_extension',
  schema: `SELECT nspname, ${listRights(`coalesce(nspacl, acldefault('n', nspowner))`)}
    FROM pg_namespace WHERE ${isOurs('pg_namespace', 'oid')}`,
  relation: `SELECT oid::regclass, concat_ws(' ', relkind, relpersistence, relreplident, relrowsecurity, reloptions,
      pg_get_expr(relpartbound, oid), ${listRights(`coalesce(relacl, acldefault('r', relowner))`)})
    FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND ${isOurs('pg_class', 'relnamespace')}`,
  view: `SELECT oid::regclass, pg_get_viewdef(oid) FROM pg_class
    WHERE relkind IN ('v', 'm') AND ${isOurs('pg_class', 'relnamespace')}`,
  column: `SELECT attrelid::regclass || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
      attcollation::regcollation, CASE WHEN attnotnull THEN 'NOT NULL' END, attidentity, attgenerated,
      pg_get_expr(adbin, adrelid), ${listRights('attacl')})
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'v', 'm') AND ${isOurs('pg_class', 'relnamespace')}`,
  sequence: `SELECT oid::regclass, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcycle,
      ${listRights(`coalesce(relacl, acldefault('s', relowner))`)})
    FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid WHERE ${isOurs('pg_class', 'relnamespace')}`,
  // 'n' is NOT NULL, which PostgreSQL names from version 18 on.
  constraint: `SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE contype <> 'n' AND ${isOurs('pg_constraint', 'connamespace')}`,
  index: `SELECT indexrelid::regclass, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisreplident)
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE ${isOurs('pg_class', 'relnamespace')}`,
  function: `SELECT oid::regprocedure, pg_get_functiondef(oid) || ${listRights(`coalesce(proacl, acldefault('f', proowner))`)}
    FROM pg_proc WHERE prokind <> 'a' AND ${isOurs('pg_proc', 'pronamespace')}`,
  trigger: `SELECT tgrelid::regclass || '.' || tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND ${isOurs('pg_class', 'relnamespace')}`,
  type: `SELECT oid::regtype, (SELECT string_agg(enumlabel, ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = pg_type.oid)
    FROM pg_type WHERE typtype IN ('e', 'd') AND ${isOurs('pg_type', 'typnamespace')}`,
  comment: `SELECT identity, description FROM pg_description, pg_identify_object(classoid, objoid, objsubid)
    WHERE schema IN ('public', 'jobs')`,
  'default right': `SELECT defaclrole::regrole || ' ' || defaclnamespace::regnamespace || ' ' || defaclobjtype::text, ${listRights('defaclacl')}
    FROM pg_default_acl`,
}

/** @returns a line for each object. The order of columns and the names of NOT NULL are left out @example 'column orders.status: text NOT NULL …' */
export async function readCatalogs(db: Knex): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, sql] of Object.entries(CATALOGS)) {
    const { rows } = await db.raw<{ rows: { name: string; definition: string | null }[] }>(
      `SELECT name::text, definition::text FROM (${sql}) AS read (name, definition)`,
    )
    lines.push(...rows.map(({ name, definition }) => `${kind} ${name}: ${definition ?? ''}`))
  }
  return lines.toSorted()
}

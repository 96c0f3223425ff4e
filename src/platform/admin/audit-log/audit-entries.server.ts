/** The staff audit log as one SQL query over the append-only tables of the features. */
import { sql } from 'kysely'

/** `source` and `id` identify an entry; ids grow over time within a source. */
export type StaffAuditRow = {
  source: string
  id: number
  at: Date
  staff_user_id: number
  about: string
  about_key: string
  action: string
  reason: string
  changes: unknown
}

const noChanges = sql`'{}'::jsonb`

/** The old and the new value of a flag's field; for lists, their lengths. */
const flagField = (field: string) =>
  sql`${sql.lit(field)}::text, jsonb_build_array(before::jsonb->${sql.lit(field)}, after::jsonb->${sql.lit(field)})`
const flagListLength = (field: string, list: string) =>
  sql`${sql.lit(field)}::text, jsonb_build_array(jsonb_array_length(before::jsonb->${sql.lit(list)}), jsonb_array_length(after::jsonb->${sql.lit(list)}))`

export const staffAuditRows = sql<StaffAuditRow>`
  select 'c' as source, id, at, staff_user_id, about, about_key, action, reason, changes from staff_changes
  union all
  select 'a', id, at, staff_user_id, 'person', user_id::text,
         case action when 'suspended' then 'Suspended' when 'unsuspended' then 'Reinstated' else 'Acted as them' end,
         reason, ${noChanges}
  from staff_actions
  union all
  select 'f', id, at, actor_user_id, 'flag', flag_key, 'Changed', '',
         jsonb_build_object(${flagField('is_on')}, ${flagField('share')}, ${flagListLength('people', 'user_ids')}, ${flagListLength('workspaces', 'workspace_ids')})
  from flag_changes
  union all
  select 't', id, at, staff_user_id, 'ticket', ticket_id::text,
         case action when 'assigned' then 'Assigned' when 'unassigned' then 'Unassigned'
                     when 'replied' then 'Replied' when 'closed' then 'Closed' else 'Reopened' end,
         '', case when to_user_id is null then ${noChanges} else jsonb_build_object('person', jsonb_build_array(null, to_user_id)) end
  from ticket_actions
  union all
  select 'm', d.id, d.at, m.staff_user_id, 'person', m.client_user_id::text,
         case when d.refused then 'Was refused, acting as them' else 'Changed something, acting as them' end,
         '', jsonb_build_object('endpoint', jsonb_build_array(null, d.endpoint))
  from masquerade_actions d join masquerades m on m.id = d.masquerade_id`

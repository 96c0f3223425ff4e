/** Flags as our people see them: with the names of whom they are on for and who changed them. */
import type { Db } from '#platform/database.server.ts'
import { flagHistory, listFlags } from '#platform/flag-changes.server.ts'
import type { FlagState } from '#platform/flag-rule.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { Flag } from './flags-contract.ts'

const shown_changes = 10

const emailsOf = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .where('id', 'in', [...ids])
          .select(['id', 'email'])
          .execute()
  return new Map(found.map(({ id, email }) => [id, email]))
}

const workspaceNames = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('workspaces')
        .where('id', 'in', [...ids])
        .select(['id', 'name'])
        .execute()

const count = ({ user_ids, workspace_ids, is_on, share }: FlagState) => ({
  is_on,
  share,
  people: user_ids.length,
  workspaces: workspace_ids.length,
})

export const flagsForStaff = async (db: Db): Promise<Flag[]> => {
  const flags: Flag[] = []
  for (const { key, about, is_on, share, user_ids, workspace_ids } of await listFlags(db)) {
    const changes = (await flagHistory(db, key)).slice(0, shown_changes)
    const emails = await emailsOf(db, [...user_ids, ...changes.map(({ actor_user_id }) => actor_user_id)])
    flags.push({
      key,
      about,
      is_on,
      share,
      people: user_ids.flatMap(id => ({ id, email: emails.get(id) ?? '' })),
      workspaces: await workspaceNames(db, workspace_ids),
      history: changes.map(({ at, actor_user_id, after }) => ({
        at: at.toISOString(),
        email: emails.get(actor_user_id) ?? null,
        after: count(after as FlagState),
      })),
    })
  }
  return flags
}

/** Whose e-mails these are. Throws 422 with the first that is nobody's. */
export const peopleNamed = async (db: Db, emails: readonly string[]): Promise<number[]> => {
  const wanted = [...new Set(emails.filter(email => email !== ''))]
  if (wanted.length === 0) return []
  const found = await db.selectFrom('users').where('email', 'in', wanted).select(['id', 'email']).execute()
  const known = new Set(found.map(({ email }) => email.toLowerCase()))
  const missing = wanted.find(email => !known.has(email.toLowerCase()))
  if (missing !== undefined) throw refuse.fields({ emails: [`There is no account with the email ${missing}.`] })
  return found.map(({ id }) => id)
}

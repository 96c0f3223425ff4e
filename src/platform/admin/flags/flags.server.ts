/** Flags for the admin, with the names of the people they are on for and of those who changed them. */
import type { Db } from '../../db/database.server.ts'
import { listFlagChanges, listFlags } from '../../flags/flag-changes.server.ts'
import type { FlagState } from '../../flags/flag-rule.server.ts'
import { refuse } from '../../http/refusal.ts'
import type { Flag } from './contract.ts'

const MAX_CHANGES = 10

const loadEmails = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  const users =
    ids.length === 0
      ? []
      : await db
          .selectFrom('users')
          .where('id', 'in', [...ids])
          .select(['id', 'email'])
          .execute()
  return new Map(users.map(({ id, email }) => [id, email]))
}

const loadWorkspaceNames = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('workspaces')
        .where('id', 'in', [...ids])
        .select(['id', 'name'])
        .execute()

const toStateSummary = ({ user_ids, workspace_ids, is_on, share }: FlagState) => ({
  is_on,
  share,
  people: user_ids.length,
  workspaces: workspace_ids.length,
})

export const listFlagsForStaff = async (db: Db): Promise<Flag[]> => {
  const flags: Flag[] = []
  for (const { key, about, is_on, share, user_ids, workspace_ids } of await listFlags(db)) {
    const changes = (await listFlagChanges(db, key)).slice(0, MAX_CHANGES)
    const emails = await loadEmails(db, [...user_ids, ...changes.map(({ actor_user_id }) => actor_user_id)])
    flags.push({
      key,
      about,
      is_on,
      share,
      people: user_ids.flatMap(id => ({ id, email: emails.get(id) ?? '' })),
      workspaces: await loadWorkspaceNames(db, workspace_ids),
      history: changes.map(({ at, actor_user_id, after }) => ({
        at: at.toISOString(),
        email: emails.get(actor_user_id) ?? null,
        after: toStateSummary(after),
      })),
    })
  }
  return flags
}

/** Returns the ids of the users with these emails. Throws 422 with the first unknown email. */
export const findUserIds = async (db: Db, emails: readonly string[]): Promise<number[]> => {
  const uniqueEmails = [...new Set(emails.filter(email => email !== ''))]
  if (uniqueEmails.length === 0) return []
  const users = await db.selectFrom('users').where('email', 'in', uniqueEmails).select(['id', 'email']).execute()
  const userEmails = new Set(users.map(({ email }) => email.toLowerCase()))
  const unknownEmail = uniqueEmails.find(email => !userEmails.has(email.toLowerCase()))
  if (unknownEmail !== undefined)
    throw refuse.fields({ emails: [`There is no account with the email ${unknownEmail}.`] })
  return users.map(({ id }) => id)
}

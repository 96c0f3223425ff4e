/** How our people change flags, and what they find when they look: every change is written down with who made it. */
import type { Db, Trx } from './database.server.ts'
import type { FlagState } from './flag-rule.server.ts'
import { flagStates } from './flag-table.server.ts'
import { factsOf, flagNames, type FlagName } from './flags.ts'
import { refuse } from './refusal.ts'

/** A flag that nobody changed yet. */
const stateOf = (name: FlagName): FlagState => ({
  is_on: factsOf(name).default,
  share: 100,
  user_ids: [],
  workspace_ids: [],
})

/** Every flag that switches something, with what was chosen for it, and by whom it was changed last. */
export const listFlags = async (db: Db) => {
  const states = await flagStates(db)
  const changed = await db.selectFrom('flags').select(['key', 'updated_by', 'updated_at']).execute()
  return flagNames
    .filter(key => !factsOf(key).waits)
    .map(key => {
      const last = changed.find(row => row.key === key)
      const { about } = factsOf(key)
      const { updated_by = null, updated_at = null } = last ?? {}
      return { key, about, ...(states.get(key) ?? stateOf(key)), updated_by, updated_at }
    })
}

/** What was done to a flag, the newest first. */
export const flagHistory = (db: Db, key: FlagName) =>
  db
    .selectFrom('flag_changes')
    .where('flag_key', '=', key)
    .orderBy('id', 'desc')
    .select(['at', 'actor_user_id', 'before', 'after'])
    .execute()

type Change = { key: FlagName; state: FlagState; actor_user_id: number; now: Date }

/** Sets a flag whole. Throws 422 when somebody named is not there. */
export const setFlag = async (trx: Trx, { key, state, actor_user_id, now }: Change): Promise<void> => {
  const user_ids = [...new Set(state.user_ids)]
  const workspace_ids = [...new Set(state.workspace_ids)]
  await insistOn(trx, user_ids, workspace_ids)
  const { share, is_on } = state
  const change = { updated_by: actor_user_id, updated_at: now }
  await trx
    .insertInto('flags')
    .values({ key, is_on: factsOf(key).default, ...change })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // Two who change it at once come one after the other, so that each finds what the one before left.
  await trx.selectFrom('flags').where('key', '=', key).select('key').forUpdate().executeTakeFirstOrThrow()
  const before = (await flagStates(trx)).get(key) ?? stateOf(key)
  await trx
    .updateTable('flags')
    .set({ is_on, share, ...change })
    .where('key', '=', key)
    .execute()
  await trx.deleteFrom('flag_targets').where('flag_key', '=', key).execute()
  const targets = [
    ...user_ids.map(user_id => ({ flag_key: key, user_id })),
    ...workspace_ids.map(workspace_id => ({ flag_key: key, workspace_id })),
  ]
  if (targets.length > 0) await trx.insertInto('flag_targets').values(targets).execute()
  const after: FlagState = { is_on, share, user_ids, workspace_ids }
  await trx
    .insertInto('flag_changes')
    .values({
      flag_key: key,
      at: now,
      actor_user_id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
}

const insistOn = async (trx: Trx, user_ids: readonly number[], workspace_ids: readonly number[]) => {
  const missing = async (table: 'users' | 'workspaces', ids: readonly number[]) => {
    if (ids.length === 0) return undefined
    const found = await trx.selectFrom(table).where('id', 'in', ids).select('id').execute()
    return ids.find(id => !found.some(row => row.id === id))
  }
  const person = await missing('users', user_ids)
  const team = await missing('workspaces', workspace_ids)
  if (person !== undefined) throw refuse.fields({ user_ids: [`There is no account ${person}.`] })
  if (team !== undefined) throw refuse.fields({ workspace_ids: [`There is no workspace ${team}.`] })
}

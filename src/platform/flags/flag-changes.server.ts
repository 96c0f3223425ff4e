/** Reading and changing feature flags for staff. Every change is logged with its author. */
import { writeAuditEntry } from '../audit/audit-log.server.ts'
import type { Db, Trx } from '../db/database.server.ts'
import { refuse } from '../http/refusal.ts'
import type { FlagState } from './flag-rule.server.ts'
import { loadFlagStates } from './flag-table.server.ts'
import { getFlagDefinition, flagNames, type FlagName } from './flags.ts'

/** Returns the state of a flag that was never changed. */
const getDefaultState = (name: FlagName): FlagState => ({
  is_on: getFlagDefinition(name).default,
  share: 100,
  user_ids: [],
  workspace_ids: [],
})

/** Returns every active flag with its state and who last changed it. */
export const listFlags = async (db: Db) => {
  const states = await loadFlagStates(db)
  const changed = await db.selectFrom('flags').select(['key', 'updated_by', 'updated_at']).execute()
  return flagNames
    .filter(key => !getFlagDefinition(key).planned)
    .map(key => {
      const last = changed.find(row => row.key === key)
      const { about } = getFlagDefinition(key)
      const { updated_by = null, updated_at = null } = last ?? {}
      return { key, about, ...(states.get(key) ?? getDefaultState(key)), updated_by, updated_at }
    })
}

type FlagChanges = { [Field in keyof FlagState]: [FlagState[Field], FlagState[Field]] }

/** Returns the changes of a flag, newest first, with the state before and after each. */
export const listFlagChanges = async (db: Db, key: FlagName) => {
  const rows = await db
    .selectFrom('audit_log')
    .where('log', '=', 'staff')
    .where('subject_type', '=', 'flag')
    .where('subject_key', '=', key)
    .orderBy('id', 'desc')
    .select(['at', 'actor_user_id', 'details'])
    .execute()
  return rows.map(({ at, actor_user_id, details }) => {
    const { is_on, share, user_ids, workspace_ids } = details as FlagChanges
    const stateAt = (n: 0 | 1): FlagState => ({
      is_on: is_on[n],
      share: share[n],
      user_ids: user_ids[n],
      workspace_ids: workspace_ids[n],
    })
    return { at, actor_user_id, before: stateAt(0), after: stateAt(1) }
  })
}

type FlagChange = { key: FlagName; state: FlagState; actor_user_id: number; now: Date }

/** Replaces the state of a flag. Throws 422 when a target user or workspace does not exist. */
export const setFlag = async (trx: Trx, { key, state, actor_user_id, now }: FlagChange): Promise<void> => {
  const user_ids = [...new Set(state.user_ids)]
  const workspace_ids = [...new Set(state.workspace_ids)]
  await assertTargetsExist(trx, user_ids, workspace_ids)
  const { share, is_on } = state
  const change = { updated_by: actor_user_id, updated_at: now }
  await trx
    .insertInto('flags')
    .values({ key, is_on: getFlagDefinition(key).default, ...change })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // Serialize concurrent changes, so that each one sees the state the previous one left.
  await trx.selectFrom('flags').where('key', '=', key).select('key').forUpdate().executeTakeFirstOrThrow()
  const before = (await loadFlagStates(trx)).get(key) ?? getDefaultState(key)
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
  const changes: FlagChanges = {
    is_on: [before.is_on, is_on],
    share: [before.share, share],
    user_ids: [[...before.user_ids], user_ids],
    workspace_ids: [[...before.workspace_ids], workspace_ids],
  }
  await writeAuditEntry(trx, {
    staff_user_id: actor_user_id,
    about: 'flag',
    about_key: key,
    action: 'changed',
    changes,
    now,
  })
}

const assertTargetsExist = async (trx: Trx, user_ids: readonly number[], workspace_ids: readonly number[]) => {
  const missing = async (table: 'users' | 'workspaces', ids: readonly number[]) => {
    if (ids.length === 0) return undefined
    const rows = await trx.selectFrom(table).where('id', 'in', ids).select('id').execute()
    return ids.find(id => !rows.some(row => row.id === id))
  }
  const missingUser = await missing('users', user_ids)
  const missingWorkspace = await missing('workspaces', workspace_ids)
  if (missingUser !== undefined) throw refuse.fields({ user_ids: [`There is no account ${missingUser}.`] })
  if (missingWorkspace !== undefined)
    throw refuse.fields({ workspace_ids: [`There is no workspace ${missingWorkspace}.`] })
}

/** Our OpenFeature provider over the table `flags`, cached for a few seconds. */
import {
  FlagNotFoundError,
  StandardResolutionReasons,
  TypeMismatchError,
  type EvaluationContext,
  type Provider,
} from '@openfeature/server-sdk'

import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.server.ts'
import { isFlagOn, type FlagState, type FlagVisitor } from './flag-rule.server.ts'
import { flags } from './flags.ts'

/** The longest time until a change reaches every process. */
export const FLAG_CACHE_MS = 3_000

export const loadFlagStates = async (db: Db): Promise<ReadonlyMap<string, FlagState>> => {
  const rows = await db.selectFrom('flags').select(['key', 'is_on', 'share']).execute()
  const targets = await db.selectFrom('flag_targets').select(['flag_key', 'user_id', 'workspace_id']).execute()
  return new Map(
    rows.map(({ key, ...state }) => {
      const flagTargets = targets.filter(({ flag_key }) => flag_key === key)
      const user_ids = flagTargets.flatMap(({ user_id }) => user_id ?? [])
      const workspace_ids = flagTargets.flatMap(({ workspace_id }) => workspace_id ?? [])
      return [key, { ...state, user_ids, workspace_ids }]
    }),
  )
}

/** Returns a loader that shares one read for a few seconds. After a failure the next caller reads again. */
const cacheFlagStates = (db: Db, clock: Clock) => {
  let cached: { at: number; states: ReturnType<typeof loadFlagStates> } | undefined
  return () => {
    const now = clock.now().getTime()
    if (cached && now - cached.at < FLAG_CACHE_MS) return cached.states
    const entry = { at: now, states: loadFlagStates(db) }
    entry.states.catch(() => {
      if (cached === entry) cached = undefined
    })
    cached = entry
    return entry.states
  }
}

const toVisitor = ({ targetingKey, user_id, workspace_id }: EvaluationContext): FlagVisitor => ({
  device_id: targetingKey ?? null,
  user_id: typeof user_id === 'number' ? user_id : null,
  workspace_id: typeof workspace_id === 'number' ? workspace_id : null,
})

const rejectNonBoolean = async () => {
  throw new TypeMismatchError('Our flags are on or off.')
}

export const createFlagProvider = (db: Db, clock: Clock): Provider => {
  const getStates = cacheFlagStates(db, clock)
  return {
    metadata: { name: 'flags' },
    runsOn: 'server',
    resolveBooleanEvaluation: async (key, defaultValue, context) => {
      if (!(key in flags)) throw new FlagNotFoundError(`No flag is called ${key}.`)
      const state = (await getStates()).get(key)
      return state
        ? { value: isFlagOn(key, state, toVisitor(context)), reason: StandardResolutionReasons.TARGETING_MATCH }
        : { value: defaultValue, reason: StandardResolutionReasons.DEFAULT }
    },
    resolveStringEvaluation: rejectNonBoolean,
    resolveNumberEvaluation: rejectNonBoolean,
    resolveObjectEvaluation: rejectNonBoolean,
  }
}

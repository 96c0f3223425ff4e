/** Our own OpenFeature provider: what the table `flags` says, kept for a few seconds. */
import {
  FlagNotFoundError,
  StandardResolutionReasons,
  TypeMismatchError,
  type EvaluationContext,
  type Provider,
} from '@openfeature/server-sdk'

import type { Clock } from './clock.ts'
import type { Db } from './database.server.ts'
import { isOnFor, type FlagState, type FlagVisitor } from './flag-rule.server.ts'
import { flags } from './flags.ts'

/** How long a change takes to reach every process. */
export const flags_kept_ms = 3_000

export const flagStates = async (db: Db): Promise<ReadonlyMap<string, FlagState>> => {
  const rows = await db.selectFrom('flags').select(['key', 'is_on', 'share']).execute()
  const targets = await db.selectFrom('flag_targets').select(['flag_key', 'user_id', 'workspace_id']).execute()
  return new Map(
    rows.map(({ key, ...state }) => {
      const named = targets.filter(({ flag_key }) => flag_key === key)
      const user_ids = named.flatMap(({ user_id }) => user_id ?? [])
      const workspace_ids = named.flatMap(({ workspace_id }) => workspace_id ?? [])
      return [key, { ...state, user_ids, workspace_ids }]
    }),
  )
}

/** One reading for all who ask within a few seconds; a failed one is tried again by the next to ask. */
const keeping = (db: Db, clock: Clock) => {
  let known: { at: number; states: ReturnType<typeof flagStates> } | undefined
  return () => {
    const now = clock.now().getTime()
    if (known && now - known.at < flags_kept_ms) return known.states
    const entry = { at: now, states: flagStates(db) }
    entry.states.catch(() => {
      if (known === entry) known = undefined
    })
    known = entry
    return entry.states
  }
}

const visitorOf = ({ targetingKey, user_id, workspace_id }: EvaluationContext): FlagVisitor => ({
  device_id: targetingKey ?? null,
  user_id: typeof user_id === 'number' ? user_id : null,
  workspace_id: typeof workspace_id === 'number' ? workspace_id : null,
})

const notBoolean = async () => {
  throw new TypeMismatchError('Our flags are on or off.')
}

export const flagTable = (db: Db, clock: Clock): Provider => {
  const states = keeping(db, clock)
  return {
    metadata: { name: 'flags' },
    runsOn: 'server',
    resolveBooleanEvaluation: async (key, otherwise, context) => {
      if (!(key in flags)) throw new FlagNotFoundError(`No flag is called ${key}.`)
      const state = (await states()).get(key)
      return state
        ? { value: isOnFor(key, state, visitorOf(context)), reason: StandardResolutionReasons.TARGETING_MATCH }
        : { value: otherwise, reason: StandardResolutionReasons.DEFAULT }
    },
    resolveStringEvaluation: notBoolean,
    resolveNumberEvaluation: notBoolean,
    resolveObjectEvaluation: notBoolean,
  }
}

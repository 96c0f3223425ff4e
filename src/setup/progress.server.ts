/** Which steps of the setup are done, and the opening. */
import { sql } from 'kysely'

import { hasTwoStep } from '#accounts/two-step/state.server.ts'
import { listBuiltInTexts } from '#content/confirmations.server.ts'
import { comparePrices } from '#licensing/price-differences.ts'
import { addPriceVersion, getCurrentPrices, hasOwnPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import type { SettingsGroup } from '#platform/settings/groups.ts'
import { loadSettings } from '#platform/settings/settings.server.ts'

import { listChecks } from './checks.server.ts'
import type { SetupProgress } from './contract.ts'
import { getOpening, isShopOpen } from './opening.server.ts'
import { setupStepKeys, type ConfirmedStep, type SetupStepKey } from './steps.ts'

type StepTest = (deps: { db: Db; user_id: number; now: Date }) => Promise<boolean>

const isSaved =
  (group: SettingsGroup): StepTest =>
  async ({ db }) =>
    (await loadSettings(db, group)).version > 0

const isConfirmed =
  (step: ConfirmedStep): StepTest =>
  async ({ db }) =>
    (await db.selectFrom('setup_steps').where('step', '=', step).select('step').executeTakeFirst()) !== undefined

const stepTests: Record<SetupStepKey, StepTest> = {
  owner: ({ db, user_id }) => hasTwoStep(db, user_id),
  company: isSaved('company'),
  tax: isSaved('tax'),
  look: isSaved('look'),
  // In an open shop, staff publish prices instead of confirming the step.
  prices: async deps => (await isConfirmed('prices')(deps)) || (await hasOwnPrices(deps.db)),
  services: async ({ db }) => (await listChecks(db)).every(({ passed }) => passed),
  texts: async ({ db, now }) => (await listBuiltInTexts(db, now)).every(({ is_confirmed }) => is_confirmed),
  footage: async ({ db }) => (await countFootage(db)).published > 0,
}

export const countFootage = async (db: Db): Promise<{ published: number; in_review: number }> => {
  const rows = await db
    .selectFrom('clips')
    .where('status', 'in', ['published', 'in_review'])
    .groupBy('status')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .execute()
  const countOf = (status: string) => Number(rows.find(row => row.status === status)?.count ?? 0)
  return { published: countOf('published'), in_review: countOf('in_review') }
}

export const loadProgress = async (
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  user_id: number,
): Promise<SetupProgress> => {
  const { db, config, clock } = deps
  const now = clock.now()
  const steps = await Promise.all(
    setupStepKeys.map(async key => ({ key, is_done: await stepTests[key]({ db, user_id, now }) })),
  )
  const opening = await getOpening(db)
  const isOpenedByProgram = opening !== undefined && opening.opened_by === null
  return {
    is_open: await isShopOpen(deps),
    is_shown: !config.demo && !isOpenedByProgram && (opening === undefined || steps.some(({ is_done }) => !is_done)),
    steps,
  }
}

type StaffChange = { staff_user_id: number; now: Date }

export const confirmStep = async (trx: Trx, step: ConfirmedStep, { staff_user_id, now }: StaffChange) => {
  const values = { done_at: now, done_by: staff_user_id }
  await trx
    .insertInto('setup_steps')
    .values({ step, ...values })
    .onConflict(conflict => conflict.column('step').doUpdateSet(values))
    .execute()
}

/** Orders the opening and the first prices, which must not take effect in an open shop. */
const lockOpening = (trx: Trx) => sql`select pg_advisory_xact_lock(92, 0)`.execute(trx)

/** Sets the prices at once and confirms their step. Throws 409 for an open shop, whose carts have prices. */
export const saveOpeningPrices = async (trx: Trx, prices: Prices, change: StaffChange) => {
  await lockOpening(trx)
  if (await getOpening(trx))
    throw refuse(409, 'The shop is open, so prices change with a new version that takes effect later.')
  const { now } = change
  if (comparePrices((await getCurrentPrices(trx, now)).prices, prices).length > 0) {
    const version = { prices, effective_from: now, note: 'Prices of the setup' }
    await addPriceVersion(trx, version, { ...change, is_unopened: true })
  }
  await confirmStep(trx, 'prices', change)
}

/** Opens the shop for visitors: of several concurrent calls, one succeeds. Throws 409 for the others. */
export const openForVisitors = async (trx: Trx, { staff_user_id, now }: StaffChange) => {
  await lockOpening(trx)
  const opening = await trx
    .insertInto('shop_opening')
    .values({ opened_at: now, opened_by: staff_user_id })
    .onConflict(conflict => conflict.doNothing())
    .returning('only_row')
    .executeTakeFirst()
  if (!opening) throw refuse(409, 'The shop is open already.')
  await writeAuditEntry(trx, { staff_user_id, about: 'shop', about_key: 1, action: 'shop_opened', now })
}

/** Retention: the jobs delete by the days that are set, and the privacy policy shows the same days. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createJobs } from '#app/worker.ts'
import { createBoard, deleteBoard } from '#boards/contract.ts'
import { addItems } from '#cart/contract.ts'
import { saveDetails } from '#cart/legacy-contract.ts'
import { getContentPage } from '#content/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { sendContact } from '#tickets/contract.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { texasBilling } from '../../../../testing/builders/checkout.ts'
import { seedFilmmaker } from '../../../../testing/builders/earnings.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../../../testing/builders/orders.ts'
import { changeSettings } from '../../../../testing/builders/settings.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { toDay } from '../../day.ts'
import { formatDays, retentionFields, retentionNames, retentionSettings } from '../../settings/retention-group.ts'
import { getRetentionSettings, saveRetentionSettings } from './contract.ts'

let shop: TestApp
let owner: Buyer
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp({ CAPTCHA_KEYS: '0' })
  owner = await seedStaff(shop, 'platform_admin')
  clip = await seedClip(shop)
})
afterAll(() => shop.close())

const save = async (change: object) => {
  const { value, version } = (await owner.visitor.call(getRetentionSettings, {})).data
  return owner.visitor.call(saveRetentionSettings, { body: { ...value, ...change, version } })
}
const count = async (
  table:
    | 'tickets'
    | 'search_log'
    | 'clip_interest_keys'
    | 'carts'
    | 'boards'
    | 'payment_attempt_log'
    | 'filmmaker_tax_forms',
) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(shop.db)
  return rows[0]?.n ?? 0
}
const countUploads = async (state: string) =>
  (await shop.db.selectFrom('uploads').where('state', '=', state).select('id').execute()).length
const seedUpload = async (state: 'uploading' | 'refused') => {
  const { filmmaker_id, user_id } = await seedFilmmaker(shop, clip)
  const now = shop.clock.now()
  const file = { file_name: 'a.mov', size_bytes: 10, modified_ms: 1, shoot: 'Salt', by_staff: false }
  const times = { started_at: now, updated_at: now }
  const end = state === 'refused' ? { reason: 'Too short', sha256: '0'.repeat(64), received_bytes: 10 } : {}
  const upload = { ...file, ...times, ...end, user_id, filmmaker_id, state }
  await shop.db.insertInto('uploads').values(upload).execute()
}

/** What each setting is about: a row from now, and how many there are. */
const kinds = {
  tickets_days: {
    job: 'tickets.purge-old',
    seed: async () => {
      const message = 'Which license does a trailer need in cinemas of three countries?'
      const body = { name: 'Dana Reyes', email: 'dana@example.com', topic: 'licensing', message } as const
      await shop.visitor().call(sendContact, { body })
      await shop.db.updateTable('tickets').set({ state: 'closed' }).execute()
    },
    count: () => count('tickets'),
  },
  search_log_days: {
    job: 'catalog.purge-old-searches',
    seed: async () => {
      const day = toDay(shop.clock.now())
      await sql`insert into search_log (day, term) values (${day}::date, 'dunes')`.execute(shop.db)
    },
    count: () => count('search_log'),
  },
  interest_days: {
    job: 'catalog.refresh-popularity',
    seed: async () => {
      await shop.db.insertInto('clip_interest_keys').values({ key: 'a', recorded_at: shop.clock.now() }).execute()
    },
    count: () => count('clip_interest_keys'),
  },
  guest_carts_days: {
    job: 'cart.purge-guest-carts',
    seed: async () => {
      const guest = shop.visitor()
      const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 } as const
      await guest.call(addItems, { body: { ...license, distribution_ids: [3], clips: [clip.id] } })
      const { company: _, billing_contact_user_id: __, country_region_id, ...address } = await texasBilling(shop, 0)
      const person = { first_name: 'Ida', last_name: 'Moreno', email: 'ida@example.com', region_id: country_region_id }
      await guest.call(saveDetails, { body: { ...address, ...person } })
      await sql`update carts set updated_at = ${shop.clock.now()} where user_id is null`.execute(shop.db)
    },
    count: async () => (await count('carts')) - (await countMemberCarts()),
  },
  boards_days: {
    job: 'boards.purge-deleted',
    seed: async () => {
      const { visitor } = await seedMember(shop)
      const { data } = await visitor.call(createBoard, { body: { name: 'Tide' } })
      const { id } = data
      await visitor.call(deleteBoard, { params: { id: String(id) } })
    },
    count: () => count('boards'),
  },
  payment_attempts_days: {
    job: 'payments.purge-old-attempts',
    seed: async () => {
      const { user_id, workspace_id } = await seedMember(shop)
      const row = { user_id, workspace_id, address: '203.0.113.9', started_at: shop.clock.now() }
      await shop.db.insertInto('payment_attempt_log').values(row).execute()
    },
    count: () => count('payment_attempt_log'),
  },
  security_log_days: {
    job: 'accounts.purge-old-security-events',
    seed: async () => {
      const row = { at: shop.clock.now(), type: 'retention.test', detail: '{}' }
      await shop.db.insertInto('security_events').values(row).execute()
    },
    count: async () =>
      (await shop.db.selectFrom('security_events').where('type', '=', 'retention.test').select('id').execute()).length,
  },
  uploads_days: { job: 'uploads.sweep', seed: () => seedUpload('refused'), count: () => countUploads('refused') },
  tax_forms_days: {
    job: 'earnings.purge-tax-forms',
    seed: async () => {
      const { filmmaker_id, user_id } = await seedFilmmaker(shop, clip)
      const now = shop.clock.now()
      const day = toDay(now)
      await shop.db
        .insertInto('filmmaker_tax_forms')
        .values({
          filmmaker_id,
          kind: 'w-9',
          received_on: '2020-01-01',
          expires_on: day,
          added_by: user_id,
          added_at: now,
        })
        .execute()
    },
    count: () => count('filmmaker_tax_forms'),
  },
  unfinished_uploads_days: {
    job: 'uploads.sweep',
    seed: () => seedUpload('uploading'),
    count: () => countUploads('uploading'),
  },
}
const countMemberCarts = async () =>
  (await shop.db.selectFrom('carts').where('user_id', 'is not', null).select('id').execute()).length

const runJob = async (name: string, days: number) => {
  const now = new Date(shop.clock.now().getTime() + days * DAY_MS)
  const later = { ...shop.deps, clock: { now: () => now } }
  const job = createJobs(later).find(candidate => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  await job.run({})
}

test.each(Object.entries(kinds))('%s decides when its job deletes', async (field, { job, seed, count: countRows }) => {
  const { min, max } = retentionFields[field as keyof typeof kinds]
  await seed()
  await changeSettings(shop, 'retention', { ...retentionSettings.defaults, [field]: max })
  await runJob(job, max - 1)
  expect(await countRows()).toBe(1)
  await changeSettings(shop, 'retention', { [field]: min })
  // A search counts by day, in whole days.
  await runJob(job, min + 2)
  expect(await countRows()).toBe(0)
})

test('a guest’s cart goes with its billing information', async () => {
  expect(await shop.db.selectFrom('cart_billing').selectAll().execute()).toEqual([])
})

test.each(retentionNames)('%s has limits, with a sentence that says why', async name => {
  const { min, max, limits } = retentionFields[name]
  for (const wrong of [min - 1, max + 1, min + 0.5, '30', null])
    await expect(save({ [name]: wrong })).rejects.toMatchObject({
      status: 422,
      errors: { [name]: [`Choose a whole number of days from ${min} to ${max}. ${limits}`] },
    })
  for (const right of [min, max]) expect((await save({ [name]: right })).data.value[name]).toBe(right)
})

test('the privacy policy shows the days that are set', async () => {
  const read = async () => {
    const { data } = await shop.visitor().call(getContentPage, { params: { slug: 'privacy-policy' }, query: {} })
    return JSON.stringify(data)
  }
  await changeSettings(shop, 'retention', retentionSettings.defaults)
  const text = await read()
  expect(text).toContain('Tickets are deleted two years after')
  expect(text).toContain('forgotten after 90 days')
  await changeSettings(shop, 'retention', { tickets_days: 365, search_log_days: 45, guest_carts_days: 21 })
  const changed = await read()
  expect(changed).toContain('Tickets are deleted one year after')
  expect(changed).toContain('forgotten after 45 days')
  expect(changed).toContain('21 days after their last change')
  for (const name of retentionNames) expect(changed).toContain(retentionFields[name].label)
})

test('days are written as people say them', () => {
  expect([1, 30, 365, 730, 1_095, 400].map(formatDays)).toEqual([
    'one day',
    '30 days',
    'one year',
    'two years',
    'three years',
    '400 days',
  ])
})

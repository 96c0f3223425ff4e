/** How the words of new clips come into the suggestions before the hourly count. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { changeClipStatuses } from '#catalog/admin/contract.ts'
import { submitClip } from '#catalog/save-catalog.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { searchJobs } from './jobs.server.ts'
import { COUNT_TERMS_JOB } from './search-terms.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({}, { queue: openJobs })
})
afterAll(async () => {
  await shop.jobs.stop()
  await shop.close()
})

const TERMS = ['zeppelin', 'zirconium', 'zygote']

test('clips that are published within a minute are counted once, after that minute', async () => {
  const counts = searchJobs(shop.deps).filter(({ name }) => name === COUNT_TERMS_JOB)
  const runs: string[] = []
  const observed = counts.map(count => ({
    ...count,
    run: async (data: object, key?: string | null) => {
      await count.run(data, key)
      runs.push(key ?? '')
    },
  }))
  await shop.jobs.start(observed, { isWorker: false })
  const staff = await seedStaff(shop)
  const clip_ids = await saveTestClips(
    shop,
    TERMS.map(name => ({ name, draft: true })),
  )
  for (const id of clip_ids) {
    await shop.db.transaction().execute(trx => submitClip(trx, id))
    await staff.visitor.call(changeClipStatuses, { body: { clip_ids: [id], move: 'publish', reason: '' } })
  }
  const { rows: queued } = await sql<{ start_after: Date }>`
    select start_after from jobs.job where name = ${COUNT_TERMS_JOB}`.execute(shop.db)
  expect(queued).toEqual([{ start_after: new Date('2026-03-02T10:01:05.000Z') }])
  await shop.jobs.start(observed, { isWorker: true })
  await vi.waitFor(() => expect(runs).toEqual(['2026-03-02T10:01:05.000Z']), { timeout: 90_000, interval: 100 })
  const rows = await shop.db.selectFrom('search_terms').where('term', 'in', TERMS).selectAll().execute()
  expect(rows.map(({ term }) => term).toSorted((a, b) => a.localeCompare(b))).toEqual(TERMS)
})

import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { REINDEX_COLLECTION_JOB, reindexCollection } from './collection-members.server.ts'
import { REINDEX_CATEGORY_JOB, reindexCategory } from './edit-categories.server.ts'
import { REINDEX_FILMMAKER_JOB, reindexFilmmaker } from './edit-filmmakers.server.ts'
import { countImpressions } from './impressions/impressions.server.ts'
import { refreshPopularity } from './interest.server.ts'
import { applyKeywordList, KEYWORDS_JOB } from './keyword-lists.server.ts'
import { settleDescriptors } from './visual/index-descriptors.server.ts'

export const catalogJobs = ({ db, clock, settings }: Deps): Job[] => [
  {
    ...job<{ id: number }>(KEYWORDS_JOB, ({ id }) => applyKeywordList(db, id, clock.now())),
    concurrency: 1,
    once_per_key: true,
  },
  { ...job<{ id: number }>(REINDEX_COLLECTION_JOB, ({ id }) => reindexCollection(db, id)), concurrency: 1 },
  { ...job<{ id: number }>(REINDEX_CATEGORY_JOB, ({ id }) => reindexCategory(db, id)), concurrency: 1 },
  { ...job<{ id: number }>(REINDEX_FILMMAKER_JOB, ({ id }) => reindexFilmmaker(db, id)), concurrency: 1 },
  job(
    'catalog.refresh-popularity',
    () => refreshPopularity(db, clock.now(), settings.current().retention.interest_days),
    '27 * * * *',
  ),
  job('catalog.count-impressions', () => countImpressions(db, clock.now()), '3-59/10 * * * *'),
  job('catalog.settle-descriptors', async () => void (await settleDescriptors(db)), '42 * * * *'),
]

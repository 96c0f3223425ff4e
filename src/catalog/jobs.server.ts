import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { refreshPopularity } from './interest.server.ts'
import { applyKeywordList, keywords_job } from './keyword-lists.server.ts'
import { settleLooks } from './looks/index-looks.server.ts'
import { rewrite_collection_job, rewriteCollection } from './members.server.ts'
import { reindexAWhile } from './reindex.server.ts'
import { forgetOldSearches } from './search-log.server.ts'
import { countTerms } from './search-terms.server.ts'
import { countSightings } from './sightings/sightings.server.ts'

export const catalogJobs = ({ db, clock }: Deps): Job[] => [
  {
    ...job<{ id: number }>(keywords_job, ({ id }) => applyKeywordList(db, id, clock.now())),
    at_once: 1,
    once_per_key: true,
  },
  { ...job<{ id: number }>(rewrite_collection_job, ({ id }) => rewriteCollection(db, id)), at_once: 1 },
  job('catalog.reindex', () => reindexAWhile(db), '* * * * *'),
  job('catalog.refresh-popularity', () => refreshPopularity(db, clock.now()), '27 * * * *'),
  job('catalog.count-sightings', () => countSightings(db, clock.now()), '3-59/10 * * * *'),
  job('catalog.forget-old-searches', () => forgetOldSearches(db, clock.now()), '57 4 * * *'),
  job('catalog.settle-looks', async () => void (await settleLooks(db)), '42 * * * *'),
  job('catalog.count-terms', () => countTerms(db), '12 * * * *'),
]

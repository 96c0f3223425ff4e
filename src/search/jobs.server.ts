import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { embedClips } from './meaning/embed-clips.server.ts'
import { embedClipPictures } from './meaning/embed-pictures.server.ts'
import { reindexWithinBudget } from './reindex.server.ts'
import { deleteOldSearches } from './search-log.server.ts'
import { countTerms, COUNT_TERMS_JOB } from './search-terms.server.ts'

export const searchJobs = ({ db, clock, config, storage, settings }: Deps): Job[] => [
  job('catalog.reindex', () => reindexWithinBudget(db), '* * * * *'),
  job(
    'catalog.embed-clips',
    async () => {
      if (config.embeddings) await embedClips(db, config.embeddings)
    },
    '* * * * *',
  ),
  job(
    'catalog.embed-pictures',
    async () => {
      if (config.embeddings) await embedClipPictures({ db, clock, storage }, config.embeddings)
    },
    '* * * * *',
  ),
  job(
    'catalog.purge-old-searches',
    () => deleteOldSearches(db, clock.now(), settings.current().retention.search_log_days),
    '57 4 * * *',
  ),
  { ...job(COUNT_TERMS_JOB, () => countTerms(db), '12 * * * *'), once_per_key: true },
]

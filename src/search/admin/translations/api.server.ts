import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { markSynonymsChanged } from '../../synonyms.ts'
import type { Language } from '../../text/translate.ts'
import * as contract from './contract.ts'

const PER_PAGE = 50

/** The audit log's key of a word: `de: wald`. */
const auditKeyOf = ({ language, term }: contract.Translation) => `${language}: ${term}`.slice(0, 60)

const normalize = ({ language, term, english }: contract.Translation): contract.Translation => ({
  language,
  term: term.toLowerCase(),
  english: english.toLowerCase(),
})

export const adminTranslationsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.listTranslations, async ({ query: { page = 1, search, language } }) => {
    const like = toLikePattern(search)
    const matches = db
      .selectFrom('translations')
      .$if(language !== undefined, query => query.where('language', '=', language ?? ''))
      .$if(like !== undefined, query => query.where(sql<boolean>`(term || ' ' || english) ilike ${like}`))
    const { total } = await matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await matches
      .orderBy('term')
      .orderBy('language')
      .orderBy('english')
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE)
      .select(['language', 'term', 'english'])
      .execute()
    const data = rows.map(row => ({ ...row, language: row.language as Language }))
    return { data, meta: toPagination(page, PER_PAGE, total) }
  })

  serve(app, contract.saveTranslation, async ({ actor, body }) => {
    const translation = normalize(body)
    await db.transaction().execute(async trx => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('translations')
        .values(translation)
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (!numInsertedOrUpdatedRows) return
      await writeAuditEntry(trx, {
        staff_user_id: actor.user_id,
        reason: '',
        now: clock.now(),
        about: 'translation',
        about_key: auditKeyOf(translation),
        action: 'created',
        changes: { also_means: [null, translation.english] },
      })
    })
    markSynonymsChanged()
    return { data: translation }
  })

  serve(app, contract.deleteTranslation, async ({ actor, body }) => {
    const translation = normalize(body)
    await db.transaction().execute(async trx => {
      const { numDeletedRows } = await trx
        .deleteFrom('translations')
        .where('language', '=', translation.language)
        .where('term', '=', translation.term)
        .where('english', '=', translation.english)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw refuse.missing('translation')
      await writeAuditEntry(trx, {
        staff_user_id: actor.user_id,
        reason: '',
        now: clock.now(),
        about: 'translation',
        about_key: auditKeyOf(translation),
        action: 'removed',
        changes: { also_means: [translation.english, null] },
      })
    })
    markSynonymsChanged()
    return { data: null }
  })
}

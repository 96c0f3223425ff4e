/** Versions of content pages. */
import type { TestApp } from '../app.ts'

type VersionOptions = { slug: string; source: string; effective_from: Date; title?: string }

/** Publishes a version without the rules of the API, also one that takes effect in the past. Returns its id. */
export const seedContentVersion = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { slug, source, effective_from, title = slug }: VersionOptions,
): Promise<number> => {
  const { id: page_id } = await db
    .selectFrom('content_pages')
    .where('slug', '=', slug)
    .select('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('content_versions')
    .values(eb => ({
      page_id,
      number: eb
        .selectFrom('content_versions')
        .where('page_id', '=', page_id)
        .select(({ fn, lit }) => eb(fn.coalesce(fn.max('number'), lit(0)), '+', 1).as('number')),
      title,
      description: '',
      source,
      note: '',
      effective_from,
      published_at: clock.now(),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

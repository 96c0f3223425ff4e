import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toSlug } from '#platform/slug.ts'

import type { StaffActor } from '../../review.server.ts'
import * as contract from './contract.ts'

type FilmmakerText = { name: string; location: string; bio: string }

/** Creates a filmmaker with a slug made from the name. Throws 422 for a name that another one has. */
const createFilmmaker = async (trx: Trx, text: FilmmakerText, actor: StaffActor) => {
  await sql`select pg_advisory_xact_lock(74, 0)`.execute(trx)
  // Ingest finds filmmakers by the slug of their name, so two of one name would share footage.
  const slug = toSlug(text.name)
  const other = await trx.selectFrom('filmmakers').where('slug', '=', slug).select('name').executeTakeFirst()
  if (other) throw refuse.fields({ name: [`There is a filmmaker “${other.name}” already.`] })
  const { id } = await trx
    .insertInto('filmmakers')
    .values({ slug, ...text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes = { name: [null, text.name], location: [null, text.location], bio: [null, text.bio] } as const
  await writeAuditEntry(trx, { ...actor, about: 'filmmaker', about_key: id, action: 'created', changes })
  return { id, slug, name: text.name }
}

export const adminFilmmakerEditingApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.createStaffFilmmaker, async ({ actor, body }) => ({
    data: await db
      .transaction()
      .execute(trx => createFilmmaker(trx, body, { staff_user_id: actor.user_id, reason: '', now: clock.now() })),
  }))
}

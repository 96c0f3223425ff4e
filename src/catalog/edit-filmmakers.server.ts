/** Filmmakers: create, edit, portrait and delete, each with an audit entry. */
import { sql } from 'kysely'

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { changeAvatar, createUploadParameters } from '#platform/images/host.server.ts'
import { toSlug } from '#platform/slug.ts'

import type { StaffActor } from './review.server.ts'
import { reindexClipsWhere } from './search-index.server.ts'

export const REINDEX_FILMMAKER_JOB = 'catalog.reindex-filmmaker'

type FilmmakerText = { name: string; location: string; bio: string; links: string[] }

/** Serializes changes to filmmakers. */
const lockFilmmakers = (trx: Trx) => sql`select pg_advisory_xact_lock(74, 0)`.execute(trx)

/** Locks a filmmaker, also against new clips. Throws 404. */
const lockFilmmaker = async (trx: Trx, id: number) => {
  await lockFilmmakers(trx)
  const row = await trx.selectFrom('filmmakers').where('id', '=', id).forUpdate().selectAll().executeTakeFirst()
  if (!row) throw refuse.missing('filmmaker')
  return row
}

/** Returns the filmmaker that has this address, or had it before; undefined if there is none. */
export const findFilmmakerBySlug = async (db: Db | Trx, slug: string) =>
  (await db.selectFrom('filmmakers').where('slug', '=', slug).select(['id', 'slug', 'name']).executeTakeFirst()) ??
  db
    .selectFrom('filmmaker_redirects as r')
    .innerJoin('filmmakers as f', 'f.id', 'r.filmmaker_id')
    .where('r.slug', '=', slug)
    .select(['f.id', 'f.slug', 'f.name'])
    .executeTakeFirst()

/** Creates a filmmaker with a slug made from the name. Throws 422 for a name that another one has, or had before. */
export const createFilmmaker = async (trx: Trx, text: Omit<FilmmakerText, 'links'>, actor: StaffActor) => {
  await lockFilmmakers(trx)
  // Ingest finds filmmakers by the slug of their name, so two of one name would share footage.
  const slug = toSlug(text.name)
  const other = await findFilmmakerBySlug(trx, slug)
  if (other)
    throw refuse.fields({
      name: [
        other.slug === slug
          ? `There is a filmmaker “${other.name}” already.`
          : `“${other.name}” had this name before, and footage under it still goes there.`,
      ],
    })
  const { id } = await trx
    .insertInto('filmmakers')
    .values({ slug, ...text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes = { name: [null, text.name], location: [null, text.location], bio: [null, text.bio] } as const
  await writeAuditEntry(trx, { ...actor, about: 'filmmaker', about_key: id, action: 'created', changes })
  return { id, slug, name: text.name }
}

/** The old slug leads to the filmmaker from now on; one that it had before becomes its own again. */
const changeSlug = async (trx: Trx, { id, slug: old_slug }: { id: number; slug: string }, slug: string) => {
  const owner = await findFilmmakerBySlug(trx, slug)
  if (owner && owner.id !== id)
    throw refuse.fields({
      slug: [
        owner.slug === slug
          ? `“${owner.name}” has this address.`
          : `“${owner.name}” had this address before, and links with it still lead there.`,
      ],
    })
  await trx.deleteFrom('filmmaker_redirects').where('slug', '=', slug).execute()
  await trx.insertInto('filmmaker_redirects').values({ slug: old_slug, filmmaker_id: id }).execute()
}

/**
 * Updates the text and the slug. Returns whether the search must follow, by `reindexFilmmaker` after the commit. Throws
 * 404, 409 when somebody saved another version since, 422 for a slug that is taken.
 */
export const updateFilmmaker = async (
  trx: Trx,
  id: number,
  { version, ...text }: FilmmakerText & { slug: string; version: number },
  actor: StaffActor,
): Promise<boolean> => {
  const row = await lockFilmmaker(trx, id)
  if (row.version !== version)
    throw refuse(
      409,
      'Somebody else saved changes to this filmmaker. Check the history, then save again to overwrite them.',
    )
  const { name, slug, location, bio, links } = row
  const changes = diffFields({ name, slug, location, bio, links }, text)
  if (Object.keys(changes).length === 0) return false
  if (text.slug !== slug) await changeSlug(trx, row, text.slug)
  await trx
    .updateTable('filmmakers')
    .set({ ...text, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(trx, { ...actor, about: 'filmmaker', about_key: id, action: 'edited', changes })
  return text.name !== name || text.slug !== slug
}

type ImageHost = Pick<Deps, 'config' | 'secret'>

const portraitFolder = (id: number) => `avatars/filmmakers/${id}`

/** Returns the parameters with which the browser uploads a portrait to the image host. Throws 404. */
export const createPortraitUpload = async (
  db: Db,
  host: ImageHost,
  { id, user_id, now }: { id: number; user_id: number; now: Date },
) => {
  if (!(await db.selectFrom('filmmakers').where('id', '=', id).select('id').executeTakeFirst()))
    throw refuse.missing('filmmaker')
  return createUploadParameters(host, { folder: portraitFolder(id), user_id, now })
}

/** Sets the portrait to an uploaded picture, or removes it. Throws 404, 422 for a picture that wasn’t uploaded for this filmmaker. */
export const setPortrait = async (
  trx: Trx,
  host: ImageHost,
  { id, avatar_public_id }: { id: number; avatar_public_id: string | null },
  actor: StaffActor,
): Promise<void> => {
  const { avatar_public_id: before } = await lockFilmmaker(trx, id)
  if (before === avatar_public_id) return
  const change = { folder: portraitFolder(id), before, next: avatar_public_id, now: actor.now }
  await trx
    .updateTable('filmmakers')
    .set(await changeAvatar(trx, host, change))
    .where('id', '=', id)
    .execute()
  const changes = { portrait: [before, avatar_public_id] } as const
  await writeAuditEntry(trx, { ...actor, about: 'filmmaker', about_key: id, action: 'portrait_changed', changes })
}

/**
 * Deletes a filmmaker without clips, and its empty shoots. `findObstacle` runs under the lock and returns why other
 * features need the filmmaker. Throws 404, 409.
 */
export const deleteFilmmaker = async (
  trx: Trx,
  host: ImageHost,
  { id, findObstacle }: { id: number; findObstacle: (trx: Trx) => Promise<string | undefined> },
  actor: StaffActor,
): Promise<void> => {
  const { name, slug, avatar_public_id: before } = await lockFilmmaker(trx, id)
  const { clips } = await trx
    .selectFrom('clips')
    .where('filmmaker_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('clips'))
    .executeTakeFirstOrThrow()
  if (clips > 0)
    throw refuse(
      409,
      `“${name}” has ${Number(clips) === 1 ? '1 clip' : `${clips.toLocaleString('en-US')} clips`}, which may be licensed. Withdraw them instead: then buyers no longer see the filmmaker.`,
    )
  const obstacle = await findObstacle(trx)
  if (obstacle) throw refuse(409, obstacle)
  await changeAvatar(trx, host, { folder: portraitFolder(id), before, next: null, now: actor.now })
  const shoots = trx.selectFrom('collections').where('filmmaker_id', '=', id).select('id')
  await trx.deleteFrom('scenes').where('shoot_id', 'in', shoots).execute()
  await trx.deleteFrom('collections').where('filmmaker_id', '=', id).execute()
  await trx.deleteFrom('filmmakers').where('id', '=', id).execute()
  const changes = { name: [name, null], slug: [slug, null] } as const
  await writeAuditEntry(trx, { ...actor, about: 'filmmaker', about_key: id, action: 'deleted', changes })
}

/** Reindexes the clips of a filmmaker after a change of its name or slug. Runs as a job: it may have many clips. */
export const reindexFilmmaker = (db: Db, id: number): Promise<void> =>
  reindexClipsWhere(db, sql`c.filmmaker_id = ${id}`)

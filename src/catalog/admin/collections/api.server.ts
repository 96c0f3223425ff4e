import type { FastifyInstance } from 'fastify'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { toPgBossDb, type Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { queueTermCount } from '#search/search-terms.server.ts'

import {
  addCollectionClips,
  loadMemberIds,
  REINDEX_COLLECTION_JOB,
  removeCollectionClips,
  reorderMember,
} from '../../collection-members.server.ts'
import { type CollectionStatusChange, MAX_CLIPS_PER_REQUEST } from '../../collection-states.ts'
import {
  changeCollectionStatus,
  createCollection,
  reorderCollection,
  setCollectionCover,
  updateCollection,
} from '../../curated-collections.server.ts'
import { changeClipStatus, type StaffActor } from '../../review.server.ts'
import * as contract from './contract.ts'
import { parsePastedLines, splitLines } from './pasted-lines.ts'
import { listCollectionsForStaff, listMembers, loadCollectionOrder, loadStaffCollection } from './queries.server.ts'

/**
 * Withdraws every published clip of a shoot with one reason; each can be republished like any other. Returns their ids. Throws
 * 404, 409 for a curated collection and for a shoot without a published clip.
 */
const withdrawShoot = async (trx: Trx, id: number, actor: StaffActor): Promise<number[]> => {
  const collection = await trx.selectFrom('collections').where('id', '=', id).select('kind').executeTakeFirst()
  if (!collection) throw refuse.missing('collection')
  if (collection.kind !== 'shoot')
    throw refuse(409, 'These clips were chosen from many shoots. Withdraw the collection instead: they stay for sale.')
  const clips = await trx
    .selectFrom('clips')
    .where('shoot_id', '=', id)
    .where('status', '=', 'published')
    .select('id')
    .execute()
  const clip_ids = clips.map(clip => clip.id)
  // Clips that another staff member withdraws at the same moment are skipped.
  const { moved } =
    clip_ids.length === 0 ? { moved: [] } : await changeClipStatus(trx, { clip_ids, move: 'withdraw' }, actor)
  if (moved.length === 0) throw refuse(409, 'None of its clips is published: there is nothing to withdraw.')
  const changes = { clips: [moved.length, 0] } as const
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'clips_withdrawn', changes })
  return moved
}

type StaffUser = { user_id: number }

export const adminCollectionsApi = (app: FastifyInstance, { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  const toActor = ({ user_id: staff_user_id }: StaffUser, reason = '') => ({ staff_user_id, reason, now: clock.now() })
  /** Queues the search update, which starts only if the transaction commits. */
  const queueSearchUpdate = (trx: Trx, id: number) => jobs.send(REINDEX_COLLECTION_JOB, { id }, { db: toPgBossDb(trx) })
  const loadResponse = async (id: number) => ({ data: await loadStaffCollection(db, id) })

  serve(app, contract.listStaffCollections, ({ query }) => listCollectionsForStaff(db, query))

  serve(app, contract.getStaffCollection, ({ params: { id } }) => loadResponse(id))

  serve(app, contract.listCollectionMembers, ({ params: { id }, query }) => listMembers(db, id, query))

  serve(app, contract.createStaffCollection, async ({ actor, body }) =>
    loadResponse(await db.transaction().execute(trx => createCollection(trx, body, toActor(actor)))),
  )

  serve(app, contract.updateStaffCollection, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(async trx => {
      if (await updateCollection(trx, id, body, toActor(actor))) await queueSearchUpdate(trx, id)
    })
    return loadResponse(id)
  })

  serve(app, contract.setStaffCollectionCover, async ({ actor, params: { id }, body: { clip_id } }) => {
    await db.transaction().execute(trx => setCollectionCover(trx, id, clip_id, toActor(actor)))
    return loadResponse(id)
  })

  const changeStatus = async (actor: StaffUser, id: number, change: CollectionStatusChange, reason = '') => {
    await db.transaction().execute(async trx => {
      await changeCollectionStatus(trx, id, change, toActor(actor, reason))
      await queueSearchUpdate(trx, id)
    })
    return loadResponse(id)
  }

  serve(app, contract.publishStaffCollection, ({ actor, params: { id } }) => changeStatus(actor, id, 'publish'))

  serve(app, contract.withdrawStaffCollection, ({ actor, params: { id }, body: { reason } }) =>
    changeStatus(actor, id, 'withdraw', reason),
  )

  serve(app, contract.withdrawShootClips, async ({ actor, params: { id }, body: { reason } }) => {
    await db.transaction().execute(async trx => {
      await withdrawShoot(trx, id, toActor(actor, reason))
      await queueTermCount({ jobs, clock }, trx)
    })
    return loadResponse(id)
  })

  serve(app, contract.addCollectionMembers, async ({ actor, params: { id }, body }) => ({
    data: await db.transaction().execute(trx => addCollectionClips(trx, id, body, toActor(actor))),
  }))

  serve(app, contract.pasteCollectionMembers, async ({ actor, params: { id }, body: { text } }) => {
    const { clips: pastedClips, mistakes } = parsePastedLines(text)
    if (pastedClips.length > MAX_CLIPS_PER_REQUEST)
      throw refuse.fields({
        text: [`You pasted ${pastedClips.length} clips. At most ${MAX_CLIPS_PER_REQUEST} at a time.`],
      })
    const clip_ids = pastedClips.map(clip => clip.clip_id)
    const { added, left } = await db
      .transaction()
      .execute(trx => addCollectionClips(trx, id, { clip_ids }, toActor(actor)))
    const lineByClip = new Map(pastedClips.map(clip => [clip.clip_id, clip.line]))
    const allMistakes = [
      ...mistakes,
      ...left.map(clip => ({ line: lineByClip.get(clip.id) ?? 0, text: `Clip ${clip.id}: ${clip.text}` })),
    ].toSorted((a, b) => a.line - b.line)
    const wrongLines = new Set(allMistakes.map(mistake => mistake.line))
    const remainingLines = splitLines(text).filter((_, i) => wrongLines.has(i + 1))
    return { data: { added, mistakes: allMistakes, rest: remainingLines.join('\n') } }
  })

  serve(app, contract.removeCollectionMembers, async ({ actor, params: { id }, body: { clip_ids } }) => ({
    data: { removed: await db.transaction().execute(trx => removeCollectionClips(trx, id, clip_ids, toActor(actor))) },
  }))

  serve(app, contract.moveCollectionMember, async ({ actor, params: { id }, body }) => ({
    data: {
      order: await db.transaction().execute(async trx => {
        await reorderMember(trx, id, body, toActor(actor))
        return loadMemberIds(trx, id)
      }),
    },
  }))

  serve(app, contract.listCollectionOrder, async () => ({ data: await loadCollectionOrder(db) }))

  serve(app, contract.moveStaffCollection, async ({ actor, body: { collection_id, before } }) => {
    await db.transaction().execute(trx => reorderCollection(trx, collection_id, before, toActor(actor)))
    return { data: { order: (await loadCollectionOrder(db)).map(collection => collection.id) } }
  })
}

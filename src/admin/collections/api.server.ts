import type { FastifyInstance } from 'fastify'

import {
  chooseCover,
  describeCollection,
  makeCollection,
  moveCollection,
  placeCollection,
} from '#catalog/curate.server.ts'
import { most_at_once, type CollectionMove } from '#catalog/curating.ts'
import { addClips, orderOf, placeMember, removeClips, rewrite_collection_job } from '#catalog/members.server.ts'
import { withdrawShoot } from '#catalog/withdraw-shoot.server.ts'
import { insideTransaction, type Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { linesOf, readLines } from './pasted-lines.ts'
import { collectionFor, collectionsFor, membersFor, placesOf } from './show.server.ts'

type Staff = { user_id: number }

export const collectionRoomApi = (app: FastifyInstance, { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  const by = ({ user_id: staff_user_id }: Staff, reason = '') => ({ staff_user_id, reason, now: clock.now() })
  /** Begins with the commit, and not without it. */
  const letSearchFollow = (trx: Trx, id: number) =>
    jobs.send(rewrite_collection_job, { id }, { db: insideTransaction(trx) })
  const shown = async (id: number) => ({ data: await collectionFor(db, id) })

  serve(app, contract.listStaffCollections, ({ query }) => collectionsFor(db, query))

  serve(app, contract.getStaffCollection, ({ params: { id } }) => shown(id))

  serve(app, contract.listMembers, ({ params: { id }, query }) => membersFor(db, id, query))

  serve(app, contract.makeStaffCollection, async ({ actor, body }) =>
    shown(await db.transaction().execute(trx => makeCollection(trx, body, by(actor)))),
  )

  serve(app, contract.describeStaffCollection, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(async trx => {
      if (await describeCollection(trx, id, body, by(actor))) await letSearchFollow(trx, id)
    })
    return shown(id)
  })

  serve(app, contract.chooseStaffCover, async ({ actor, params: { id }, body: { clip_id } }) => {
    await db.transaction().execute(trx => chooseCover(trx, id, clip_id, by(actor)))
    return shown(id)
  })

  const moved = async (actor: Staff, id: number, move: CollectionMove, reason = '') => {
    await db.transaction().execute(async trx => {
      await moveCollection(trx, id, move, by(actor, reason))
      await letSearchFollow(trx, id)
    })
    return shown(id)
  }

  serve(app, contract.publishStaffCollection, ({ actor, params: { id } }) => moved(actor, id, 'publish'))

  serve(app, contract.withdrawStaffCollection, ({ actor, params: { id }, body: { reason } }) =>
    moved(actor, id, 'withdraw', reason),
  )

  serve(app, contract.withdrawShootClips, async ({ actor, params: { id }, body: { reason } }) => {
    await db.transaction().execute(trx => withdrawShoot(trx, id, by(actor, reason)))
    return shown(id)
  })

  serve(app, contract.addMembers, async ({ actor, params: { id }, body }) => ({
    data: await db.transaction().execute(trx => addClips(trx, id, body, by(actor))),
  }))

  serve(app, contract.pasteMembers, async ({ actor, params: { id }, body: { text } }) => {
    const { wanted, mistakes } = readLines(text)
    if (wanted.length > most_at_once)
      throw refuse.fields({ text: [`These are ${wanted.length} clips. At most ${most_at_once} at a time.`] })
    const clip_ids = wanted.map(one => one.clip_id)
    const { added, left } = await db.transaction().execute(trx => addClips(trx, id, { clip_ids }, by(actor)))
    const lineOf = new Map(wanted.map(one => [one.clip_id, one.line]))
    const all = [
      ...mistakes,
      ...left.map(one => ({ line: lineOf.get(one.id) ?? 0, text: `Clip ${one.id}: ${one.text}` })),
    ].toSorted((a, b) => a.line - b.line)
    const wrong = new Set(all.map(one => one.line))
    const rest = linesOf(text).filter((_, i) => wrong.has(i + 1))
    return { data: { added, mistakes: all, rest: rest.join('\n') } }
  })

  serve(app, contract.removeMembers, async ({ actor, params: { id }, body: { clip_ids } }) => ({
    data: { removed: await db.transaction().execute(trx => removeClips(trx, id, clip_ids, by(actor))) },
  }))

  serve(app, contract.placeStaffMember, async ({ actor, params: { id }, body }) => ({
    data: {
      order: await db.transaction().execute(async trx => {
        await placeMember(trx, id, body, by(actor))
        return orderOf(trx, id)
      }),
    },
  }))

  serve(app, contract.listPlaces, async () => ({ data: await placesOf(db) }))

  serve(app, contract.placeStaffCollection, async ({ actor, body: { collection_id, before } }) => {
    await db.transaction().execute(trx => placeCollection(trx, collection_id, before, by(actor)))
    return { data: { order: (await placesOf(db)).map(one => one.id) } }
  })
}

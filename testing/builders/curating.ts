/** What the tests of curated collections do first, and look at. */
import * as room from '../../src/admin/collections/contract.ts'
import * as shelf from '../../src/catalog/collections-contract.ts'
import { rewriteCollection, rewrite_collection_job } from '../../src/catalog/members.server.ts'
import type { TestApp } from '../app.ts'
import { saveWishes, type ClipWish } from './catalog.ts'
import type { Buyer } from './orders.ts'

let serial = 0
/** A word that no other test has. */
export const aWord = () => `ibex${String.fromCharCode(97 + (serial++ % 26))}${serial}`
export const at = (id: number) => ({ params: { id: String(id) } })

/** The hands of somebody in the room of collections, and the eyes of a visitor. */
export const curatingIn = (shop: TestApp, staff: Buyer) => {
  const someClips = (n: number, wish: ClipWish = {}) => {
    const word = aWord()
    return saveWishes(
      shop,
      Array.from({ length: n }, (_, i) => ({ name: `Shot ${word} ${i}`, shoot: `Shoot ${word}`, ...wish })),
    )
  }
  const facts = async (id: number) => (await staff.visitor.call(room.getStaffCollection, at(id))).data
  const make = async (name: string, clip_ids: number[] = []) => {
    const { data } = await staff.visitor.call(room.makeStaffCollection, {
      body: { name, description: 'Seen by ibexes.' },
    })
    if (clip_ids.length > 0) await add(data.id, clip_ids)
    return data.id
  }
  const add = async (id: number, clip_ids: number[], before: number | null = null) =>
    (await staff.visitor.call(room.addMembers, { ...at(id), body: { clip_ids, before } })).data
  const place = async (id: number, clip_id: number, before: number | null) =>
    (await staff.visitor.call(room.placeStaffMember, { ...at(id), body: { clip_id, before } })).data.order
  const publish = (id: number) => staff.visitor.call(room.publishStaffCollection, at(id))
  const withdraw = (id: number, reason = 'Out of season') =>
    staff.visitor.call(room.withdrawStaffCollection, { ...at(id), body: { reason } })
  /** The job that the room asked for, and a moment for what is kept in memory. */
  const searchFollows = async () => {
    for (const { name, data } of shop.jobs.sent.splice(0))
      if (name === rewrite_collection_job) await rewriteCollection(shop.db, (data as { id: number }).id)
    shop.clock.advance(120_000)
  }
  const seenBy = {
    order: async (id: number) =>
      (await shop.visitor().call(shelf.getCollection, { ...at(id), query: {} })).data.clips.map(clip => clip.id),
    listed: async () => {
      const { data } = await shop.visitor().call(shelf.listCollections, { query: { kind: 'curated', per_page: '100' } })
      return data.map(one => one.id)
    },
    featured: async () => (await shop.visitor().call(shelf.listFeaturedCurated, {})).data.map(one => one.id),
  }
  return { someClips, facts, make, add, place, publish, withdraw, searchFollows, seenBy }
}

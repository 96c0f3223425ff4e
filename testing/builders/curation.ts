/** Helpers for tests of curated collections. */
import * as adminCollections from '../../src/catalog/admin/collections/contract.ts'
import { reindexCollection, REINDEX_COLLECTION_JOB } from '../../src/catalog/collection-members.server.ts'
import * as publicCollections from '../../src/catalog/collections-contract.ts'
import type { TestApp } from '../app.ts'
import { saveTestClips, type TestClipInput } from './catalog.ts'
import type { Buyer } from './orders.ts'

let serial = 0
/** Returns a word that no other test uses. */
export const uniqueWord = () => `ibex${String.fromCharCode(97 + (serial++ % 26))}${serial}`
export const idParams = (id: number) => ({ params: { id: String(id) } })

/** Actions of an editor on collections, and lookups as a visitor. */
export const createCurationTools = (shop: TestApp, staff: Buyer) => {
  const seedClips = (n: number, input: TestClipInput = {}) => {
    const word = uniqueWord()
    return saveTestClips(
      shop,
      Array.from({ length: n }, (_, i) => ({ name: `Shot ${word} ${i}`, shoot: `Shoot ${word}`, ...input })),
    )
  }
  const getCollection = async (id: number) =>
    (await staff.visitor.call(adminCollections.getStaffCollection, idParams(id))).data
  const createCollection = async (name: string, clip_ids: number[] = []) => {
    const { data } = await staff.visitor.call(adminCollections.createStaffCollection, {
      body: { name, description: 'Seen by ibexes.' },
    })
    if (clip_ids.length > 0) await addClips(data.id, clip_ids)
    return data.id
  }
  const addClips = async (id: number, clip_ids: number[], before: number | null = null) =>
    (await staff.visitor.call(adminCollections.addCollectionMembers, { ...idParams(id), body: { clip_ids, before } }))
      .data
  const moveClip = async (id: number, clip_id: number, before: number | null) =>
    (await staff.visitor.call(adminCollections.moveCollectionMember, { ...idParams(id), body: { clip_id, before } }))
      .data.order
  const publish = (id: number) => staff.visitor.call(adminCollections.publishStaffCollection, idParams(id))
  const withdraw = (id: number, reason = 'Out of season') =>
    staff.visitor.call(adminCollections.withdrawStaffCollection, { ...idParams(id), body: { reason } })
  /** Runs the queued search job and lets the caches expire. */
  const updateSearch = async () => {
    for (const { name, data } of shop.jobs.sent.splice(0))
      if (name === REINDEX_COLLECTION_JOB) await reindexCollection(shop.db, (data as { id: number }).id)
    shop.clock.advance(120_000)
  }
  const asVisitor = {
    order: async (id: number) =>
      (await shop.visitor().call(publicCollections.getCollection, { ...idParams(id), query: {} })).data.clips.map(
        clip => clip.id,
      ),
    listed: async () => {
      const { data } = await shop
        .visitor()
        .call(publicCollections.listCollections, { query: { kind: 'curated', per_page: '100' } })
      return data.map(collection => collection.id)
    },
    featured: async () =>
      (await shop.visitor().call(publicCollections.listFeaturedCurated, {})).data.map(collection => collection.id),
  }
  return { seedClips, getCollection, createCollection, addClips, moveClip, publish, withdraw, updateSearch, asVisitor }
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { withdrawClip } from '#catalog/save.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { forgetDeletedBoards } from './boards.server.ts'
import * as contract from './contract.ts'

let shop: TestApp
let clips: TestClip[]
let ada: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  clips = [await aClip(shop, 'Slow tide'), await aClip(shop, 'Harbor lights'), await aClip(shop, 'Paper lanterns')]
})
beforeEach(async () => {
  ada = await aMember(shop)
})
afterAll(() => shop.close())

const ids = () => clips.map(clip => clip.id)
const at = (board: { id: number }) => ({ id: String(board.id) })
const make = async ({ visitor }: Pick<Buyer, 'visitor'>, name = 'Night drive', clip_id?: number[]) =>
  (await visitor.call(contract.createBoard, { body: { name, ...(clip_id && { clip_id }) } })).data
const read = async (
  visitor: Visitor,
  board: { id: number },
  query: { key?: string; page?: string; per_page?: string } = {},
) => visitor.call(contract.getBoard, { params: at(board), query })
const orderOf = async (board: { id: number }) => (await read(ada.visitor, board)).data.clips.map(clip => clip.id)
const list = async (visitor: Visitor, query: { of?: 'me' | 'team'; favorites?: '0' | '1'; clip_id?: string } = {}) =>
  (await visitor.call(contract.listBoards, { query })).data
const keyIn = (url: string) => new URL(url).searchParams.get('key') ?? ''
const share = async (board: { id: number }) => (await ada.visitor.call(contract.shareBoard, { params: at(board) })).data

describe('a board', () => {
  test('is made with clips, renamed, and listed with its pictures', async () => {
    const board = await make(ada, '  Night\ndrive ', ids())
    expect(board).toMatchObject({ name: 'Night drive', slug: 'night-drive', clip_count: 3, can_change: true })
    await ada.visitor.call(contract.renameBoard, { params: at(board), body: { name: 'Day drive' } })
    const [shown] = await list(ada.visitor)
    expect(shown).toMatchObject({ name: 'Day drive', maker: { name: 'Nora Brandt', is_you: true } })
    expect(shown?.clips.map(clip => clip.id)).toEqual(ids())
  })

  test('needs a name that fits', async () => {
    await expect(make(ada, ' ')).rejects.toMatchObject({ status: 422, errors: { name: ['Name is required'] } })
    await expect(make(ada, 'x'.repeat(121))).rejects.toMatchObject({ status: 422 })
    await expect(make(ada, 'Tide', [999_999])).rejects.toMatchObject({ status: 404 })
    expect(await list(ada.visitor)).toEqual([])
  })

  test('takes clips once, before another, and in the order that they are put', async () => {
    const [tide = 0, harbor = 0, lanterns = 0] = ids()
    const board = await make(ada, 'Tide', [tide])
    const attach = (clip_id: number[], before?: number) =>
      ada.visitor.call(contract.attachClips, { params: at(board), body: { clip_id, ...(before && { before }) } })
    await attach([lanterns, tide, lanterns])
    await attach([harbor], lanterns)
    expect(await orderOf(board)).toEqual([tide, harbor, lanterns])
    await ada.visitor.call(contract.placeClip, { params: at(board), body: { clip_id: lanterns, before: tide } })
    expect(await orderOf(board)).toEqual([lanterns, tide, harbor])
    await ada.visitor.call(contract.placeClip, { params: at(board), body: { clip_id: lanterns } })
    expect(await orderOf(board)).toEqual([tide, harbor, lanterns])
    const { data, meta } = await read(ada.visitor, board, { page: '2', per_page: '2' })
    expect(data.clips.map(clip => clip.id)).toEqual([lanterns])
    expect(meta.pagination).toMatchObject({ page: 2, total: 3, total_pages: 2 })
  })

  test('lets go of clips, named in the address or the body, alone or together', async () => {
    const [tide = 0, harbor = 0, lanterns = 0] = ids()
    const board = await make(ada, 'Tide', ids())
    const detach = (given: { query?: { clip_id: string }; body?: { clip_id: number | number[] } }) =>
      ada.visitor.call(contract.detachClips, { params: at(board), query: {}, body: undefined, ...given })
    await detach({ query: { clip_id: String(harbor) } })
    await detach({ body: { clip_id: [tide] } })
    await expect(detach({ body: { clip_id: tide } })).rejects.toMatchObject({ status: 404 })
    await expect(detach({})).rejects.toMatchObject({ status: 422 })
    expect(await orderOf(board)).toEqual([lanterns])
  })

  test('that is deleted can be restored for a while', async () => {
    const board = await make(ada, 'Tide', ids())
    await ada.visitor.call(contract.deleteBoard, { params: at(board) })
    await expect(read(ada.visitor, board)).rejects.toMatchObject({ status: 404 })
    await ada.visitor.call(contract.restoreBoard, { params: at(board) })
    expect(await orderOf(board)).toEqual(ids())
    await expect(ada.visitor.call(contract.restoreBoard, { params: at(board) })).rejects.toMatchObject({ status: 404 })
    await ada.visitor.call(contract.deleteBoard, { params: at(board) })
    const now = shop.clock.now().getTime()
    await forgetDeletedBoards(shop.db, new Date(now + 29 * 86_400_000))
    await ada.visitor.call(contract.restoreBoard, { params: at(board) })
    await ada.visitor.call(contract.deleteBoard, { params: at(board) })
    await forgetDeletedBoards(shop.db, new Date(now + 31 * 86_400_000))
    await expect(ada.visitor.call(contract.restoreBoard, { params: at(board) })).rejects.toMatchObject({ status: 404 })
  })

  test('that is a favorite comes first, for its own person alone', async () => {
    const first = await make(ada, 'First')
    await make(ada, 'Second')
    await ada.visitor.call(contract.setFavorite, { params: at(first), body: { favorite: true } })
    const names = async (favorites: '0' | '1') => (await list(ada.visitor, { favorites })).map(board => board.name)
    expect(await names('1')).toEqual(['First', 'Second'])
    expect(await names('0')).toEqual(['Second', 'First'])
    const teammate = await aMember(shop, 'purchaser', ada.workspace_id)
    const seen = await list(teammate.visitor, { of: 'team', favorites: '1' })
    expect(seen.map(board => board.favorite)).toEqual([false, false])
  })

  test('says whether a clip is on it', async () => {
    const [tide = 0, harbor = 0] = ids()
    await make(ada, 'Tide', [tide])
    expect((await list(ada.visitor, { clip_id: String(tide) }))[0]?.has_clip).toBe(true)
    expect((await list(ada.visitor, { clip_id: String(harbor) }))[0]?.has_clip).toBe(false)
    expect((await list(ada.visitor))[0]).not.toHaveProperty('has_clip')
  })

  test('loses a clip that leaves the shop, and tells those who may change it', async () => {
    const gone = await aClip(shop, 'Withdrawn dunes')
    const board = await make(ada, 'Dunes', [gone.id, ...ids()])
    const { url } = await share(board)
    await shop.db.transaction().execute(trx => withdrawClip(trx, gone.id))
    const { data } = await read(ada.visitor, board)
    expect(data.clips.map(clip => clip.id)).toEqual(ids())
    expect(data).toMatchObject({ clip_count: 3, gone: [{ id: gone.id, name: 'Withdrawn dunes' }] })
    expect((await read(shop.visitor(), board, { key: keyIn(url) })).data.gone).toEqual([])
    await ada.visitor.call(contract.detachClips, { params: at(board), query: {}, body: { clip_id: [gone.id] } })
    expect((await read(ada.visitor, board)).data.gone).toEqual([])
  })
})

describe('who sees a board', () => {
  test('its team does, changes it only when they run the workspace; strangers find nothing', async () => {
    const board = await make(ada, 'Tide', ids())
    const teammate = await aMember(shop, 'guest', ada.workspace_id)
    const admin = await aMember(shop, 'admin', ada.workspace_id)
    const stranger = await aMember(shop)
    const rename = ({ visitor }: Buyer) =>
      visitor.call(contract.renameBoard, { params: at(board), body: { name: 'Mine' } })
    expect((await read(teammate.visitor, board)).data).toMatchObject({ can_change: false, maker: { is_you: false } })
    await expect(rename(teammate)).rejects.toMatchObject({ status: 403 })
    expect((await rename(admin)).data.name).toBe('Mine')
    await expect(read(stranger.visitor, board)).rejects.toMatchObject({ status: 404 })
    await expect(rename(stranger)).rejects.toMatchObject({ status: 404 })
    await expect(read(shop.visitor(), board)).rejects.toMatchObject({ status: 401 })
    expect(await list(teammate.visitor)).toEqual([])
    expect((await list(teammate.visitor, { of: 'team' })).map(({ id }) => id)).toEqual([board.id])
    expect(await list(stranger.visitor, { of: 'team' })).toEqual([])
  })

  test('whoever has its link does, and nothing more', async () => {
    const board = await make(ada, 'Tide', ids())
    const { url } = await share(board)
    expect(new URL(url).pathname).toBe(`/board/tide/${board.id}`)
    const key = keyIn(url)
    const { data } = await read(shop.visitor(), board, { key })
    expect(data).toMatchObject({ clip_count: 3, can_change: false, is_shared: false, favorite: false })
    const other = await make(ada, 'Other')
    await expect(read(shop.visitor(), other, { key })).rejects.toMatchObject({ status: 404 })
    await expect(read(shop.visitor(), board, { key: `${key}x` })).rejects.toMatchObject({ status: 404 })
    await expect(read(shop.visitor(), board, { key: '' })).rejects.toMatchObject({ status: 401 })
    await expect(
      (await aMember(shop)).visitor.call(contract.attachClips, { params: at(board), body: { clip_id: ids() } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('whoever is suspended sees a board by its link alone, as a stranger does', async () => {
    const board = await make(ada, 'Tide', ids())
    const key = keyIn((await share(board)).url)
    await shop.db
      .updateTable('users')
      .set({ platform_roles: [7] })
      .where('id', '=', ada.user_id)
      .execute()
    await expect(read(ada.visitor, board)).rejects.toMatchObject({ status: 403 })
    await expect(read(ada.visitor, board, { key: 'x' })).rejects.toMatchObject({ status: 404 })
    expect((await read(ada.visitor, board, { key })).data).toMatchObject({ can_change: false, is_shared: false })
  })

  test('a link stays the same until it is ended, and then never works again', async () => {
    const board = await make(ada, 'Tide')
    const first = await share(board)
    expect((await share(board)).url).toBe(first.url)
    await ada.visitor.call(contract.unshareBoard, { params: at(board) })
    await expect(read(shop.visitor(), board, { key: keyIn(first.url) })).rejects.toMatchObject({ status: 404 })
    const second = await share(board)
    expect(second.url).not.toBe(first.url)
    await expect(read(shop.visitor(), board, { key: keyIn(first.url) })).rejects.toMatchObject({ status: 404 })
    expect((await read(shop.visitor(), board, { key: keyIn(second.url) })).data.name).toBe('Tide')
  })

  test('a link ends by itself, and its key rests hashed', async () => {
    const board = await make(ada, 'Tide')
    const key = keyIn((await share(board)).url)
    const row = await shop.db.selectFrom('boards').where('id', '=', board.id).selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(key)
    await shop.db.updateTable('boards').set({ share_expires_at: shop.clock.now() }).where('id', '=', board.id).execute()
    await expect(read(shop.visitor(), board, { key })).rejects.toMatchObject({ status: 404 })
  })
})

describe('at once', () => {
  test('twenty sessions put the same clip on a board: it is there once, and so is each other', async () => {
    const board = await make(ada, 'Tide')
    const team = await Promise.all(Array.from({ length: 20 }, () => aMember(shop, 'admin', ada.workspace_id)))
    await Promise.all(
      team.map(({ visitor }, n) =>
        visitor.call(contract.attachClips, {
          params: at(board),
          body: { clip_id: [ids()[0] ?? 0, ids()[n % 3] ?? 0] },
        }),
      ),
    )
    const order = await orderOf(board)
    expect(order).toHaveLength(clips.length)
    expect(new Set(order)).toEqual(new Set(ids()))
    const places = await shop.db.selectFrom('board_clips').where('board_id', '=', board.id).select('position').execute()
    expect(new Set(places.map(row => row.position))).toEqual(new Set([1, 2, 3]))
  })

  test('of twenty who make a board where there is room for one, one does', async () => {
    const { user_id, workspace_id } = ada
    const boards = Array.from({ length: contract.most_boards - 1 }, (_, n) => ({
      user_id,
      workspace_id,
      name: `No. ${n}`,
    }))
    await shop.db.insertInto('boards').values(boards).execute()
    const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => make(ada, `Try ${n}`)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    expect(await list(ada.visitor)).toHaveLength(contract.most_boards)
  })
})

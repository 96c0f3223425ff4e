import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { MarksBody } from '#catalog/marks.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { purgeDeletedBoards } from './boards.server.ts'
import * as contract from './contract.ts'

let shop: TestApp
let clips: TestClip[]
let ada: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  clips = [
    await seedClip(shop, 'Slow tide'),
    await seedClip(shop, 'Harbor lights'),
    await seedClip(shop, 'Paper lanterns'),
  ]
})
beforeEach(async () => {
  ada = await seedMember(shop)
})
afterAll(() => shop.close())

const ids = () => clips.map(clip => clip.id)
const toParams = (board: { id: number }) => ({ id: String(board.id) })
const createBoard = async ({ visitor }: Pick<Buyer, 'visitor'>, name = 'Night drive', clip_id?: number[]) =>
  (await visitor.call(contract.createBoard, { body: { name, ...(clip_id && { clip_id }) } })).data
const readBoard = async (
  visitor: Visitor,
  board: { id: number },
  query: { key?: string; page?: string; per_page?: string } = {},
) => visitor.call(contract.getBoard, { params: toParams(board), query })
const listClipIds = async (board: { id: number }) =>
  (await readBoard(ada.visitor, board)).data.clips.map(clip => clip.id)
const listBoards = async (
  visitor: Visitor,
  query: { of?: 'me' | 'team'; favorites?: '0' | '1'; clip_id?: string } = {},
) => (await visitor.call(contract.listBoards, { query })).data
const getShareKey = (url: string) => new URL(url).searchParams.get('key') ?? ''
const shareBoard = async (board: { id: number }) =>
  (await ada.visitor.call(contract.shareBoard, { params: toParams(board) })).data

describe('a board', () => {
  test('is created with clips, renamed, and listed with its pictures', async () => {
    const board = await createBoard(ada, '  Night\ndrive ', ids())
    expect(board).toMatchObject({ name: 'Night drive', slug: 'night-drive', clip_count: 3, can_change: true })
    await ada.visitor.call(contract.renameBoard, { params: toParams(board), body: { name: 'Day drive' } })
    const [card] = await listBoards(ada.visitor)
    expect(card).toMatchObject({ name: 'Day drive', maker: { name: 'Nora Brandt', is_you: true } })
    expect(card?.clips.map(clip => clip.id)).toEqual(ids())
  })

  test('needs a valid name and clips that exist', async () => {
    await expect(createBoard(ada, ' ')).rejects.toMatchObject({ status: 422, errors: { name: ['Name is required'] } })
    await expect(createBoard(ada, 'x'.repeat(121))).rejects.toMatchObject({ status: 422 })
    await expect(createBoard(ada, 'Tide', [999_999])).rejects.toMatchObject({ status: 404 })
    expect(await listBoards(ada.visitor)).toEqual([])
  })

  test('has each clip once, in the order in which clips are placed', async () => {
    const [tide = 0, harbor = 0, lanterns = 0] = ids()
    const board = await createBoard(ada, 'Tide', [tide])
    const attach = (clip_id: number[], before?: number) =>
      ada.visitor.call(contract.attachClips, { params: toParams(board), body: { clip_id, ...(before && { before }) } })
    await attach([lanterns, tide, lanterns])
    await attach([harbor], lanterns)
    expect(await listClipIds(board)).toEqual([tide, harbor, lanterns])
    await ada.visitor.call(contract.placeClip, { params: toParams(board), body: { clip_id: lanterns, before: tide } })
    expect(await listClipIds(board)).toEqual([lanterns, tide, harbor])
    await ada.visitor.call(contract.placeClip, { params: toParams(board), body: { clip_id: lanterns } })
    expect(await listClipIds(board)).toEqual([tide, harbor, lanterns])
    const { data, meta } = await readBoard(ada.visitor, board, { page: '2', per_page: '2' })
    expect(data.clips.map(clip => clip.id)).toEqual([lanterns])
    expect(meta.pagination).toMatchObject({ page: 2, total: 3, total_pages: 2 })
  })

  test('keeps the marks that a clip was added with, and those that it is added with again', async () => {
    const [tide, harbor] = ids() as [number, number]
    const board = await createBoard(ada, 'Marks', [tide])
    const attach = (marks: MarksBody, clip_id = [harbor]) =>
      ada.visitor.call(contract.attachClips, { params: toParams(board), body: { clip_id, marks } })
    const listMarks = async (visitor = ada.visitor, key?: string) =>
      (await readBoard(visitor, board, key === undefined ? {} : { key })).data.marks
    await attach({ in: 2, out: 5 })
    expect(await listMarks()).toEqual([{ clip_id: harbor, in: 2, out: 5 }])
    await attach({ out: 7 })
    expect(await listMarks(shop.visitor(), getShareKey((await shareBoard(board)).url))).toEqual([
      { clip_id: harbor, in: null, out: 7 },
    ])
    for (const [marks, clip_id] of [
      [{ in: 5, out: 2 }],
      [{ in: -1 }],
      [{ in: 9_000_000 }],
      [{ in: 1 }, [tide, harbor]],
    ] as const)
      await expect(attach(marks, clip_id && [...clip_id])).rejects.toMatchObject({ status: 422 })
    await ada.visitor.call(contract.attachClips, { params: toParams(board), body: { clip_id: [harbor] } })
    expect(await listMarks()).toEqual([{ clip_id: harbor, in: null, out: 7 }])
  })

  test('removes one or several clips, named in the query or the body', async () => {
    const [tide = 0, harbor = 0, lanterns = 0] = ids()
    const board = await createBoard(ada, 'Tide', ids())
    const detach = (input: { query?: { clip_id: string }; body?: { clip_id: number | number[] } }) =>
      ada.visitor.call(contract.detachClips, { params: toParams(board), query: {}, body: undefined, ...input })
    await detach({ query: { clip_id: String(harbor) } })
    await detach({ body: { clip_id: [tide] } })
    await expect(detach({ body: { clip_id: tide } })).rejects.toMatchObject({ status: 404 })
    await expect(detach({})).rejects.toMatchObject({ status: 422 })
    expect(await listClipIds(board)).toEqual([lanterns])
  })

  test('can be restored for 30 days after it is deleted', async () => {
    const board = await createBoard(ada, 'Tide', ids())
    await ada.visitor.call(contract.deleteBoard, { params: toParams(board) })
    await expect(readBoard(ada.visitor, board)).rejects.toMatchObject({ status: 404 })
    await ada.visitor.call(contract.restoreBoard, { params: toParams(board) })
    expect(await listClipIds(board)).toEqual(ids())
    await expect(ada.visitor.call(contract.restoreBoard, { params: toParams(board) })).rejects.toMatchObject({
      status: 404,
    })
    await ada.visitor.call(contract.deleteBoard, { params: toParams(board) })
    const now = shop.clock.now().getTime()
    await purgeDeletedBoards(shop.db, new Date(now + 29 * DAY_MS), 30)
    await ada.visitor.call(contract.restoreBoard, { params: toParams(board) })
    await ada.visitor.call(contract.deleteBoard, { params: toParams(board) })
    await purgeDeletedBoards(shop.db, new Date(now + 31 * DAY_MS), 30)
    await expect(ada.visitor.call(contract.restoreBoard, { params: toParams(board) })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('is listed first when it is a favorite, only for the user who marked it', async () => {
    const first = await createBoard(ada, 'First')
    await createBoard(ada, 'Second')
    await ada.visitor.call(contract.setFavorite, { params: toParams(first), body: { favorite: true } })
    const names = async (favorites: '0' | '1') =>
      (await listBoards(ada.visitor, { favorites })).map(board => board.name)
    expect(await names('1')).toEqual(['First', 'Second'])
    expect(await names('0')).toEqual(['Second', 'First'])
    const teammate = await seedMember(shop, 'purchaser', ada.workspace_id)
    const boards = await listBoards(teammate.visitor, { of: 'team', favorites: '1' })
    expect(boards.map(board => board.favorite)).toEqual([false, false])
  })

  test('reports whether it has a clip', async () => {
    const [tide = 0, harbor = 0] = ids()
    await createBoard(ada, 'Tide', [tide])
    expect((await listBoards(ada.visitor, { clip_id: String(tide) }))[0]?.has_clip).toBe(true)
    expect((await listBoards(ada.visitor, { clip_id: String(harbor) }))[0]?.has_clip).toBe(false)
    expect((await listBoards(ada.visitor))[0]).not.toHaveProperty('has_clip')
  })

  test('hides a clip that leaves the shop and names it to those who may change the board', async () => {
    const withdrawn = await seedClip(shop, 'Withdrawn dunes')
    const board = await createBoard(ada, 'Dunes', [withdrawn.id, ...ids()])
    const { url } = await shareBoard(board)
    await withdrawClip(shop, withdrawn.id)
    const { data } = await readBoard(ada.visitor, board)
    expect(data.clips.map(clip => clip.id)).toEqual(ids())
    expect(data).toMatchObject({ clip_count: 3, gone: [{ id: withdrawn.id, name: 'Withdrawn dunes' }] })
    expect((await readBoard(shop.visitor(), board, { key: getShareKey(url) })).data.gone).toEqual([])
    await ada.visitor.call(contract.detachClips, {
      params: toParams(board),
      query: {},
      body: { clip_id: [withdrawn.id] },
    })
    expect((await readBoard(ada.visitor, board)).data.gone).toEqual([])
  })
})

describe('board access', () => {
  test('teammates see it, workspace admins can change it, and everyone else gets a 404', async () => {
    const board = await createBoard(ada, 'Tide', ids())
    const teammate = await seedMember(shop, 'guest', ada.workspace_id)
    const admin = await seedMember(shop, 'admin', ada.workspace_id)
    const stranger = await seedMember(shop)
    const rename = ({ visitor }: Buyer) =>
      visitor.call(contract.renameBoard, { params: toParams(board), body: { name: 'Mine' } })
    expect((await readBoard(teammate.visitor, board)).data).toMatchObject({
      can_change: false,
      maker: { is_you: false },
    })
    await expect(rename(teammate)).rejects.toMatchObject({ status: 403 })
    expect((await rename(admin)).data.name).toBe('Mine')
    await expect(readBoard(stranger.visitor, board)).rejects.toMatchObject({ status: 404 })
    await expect(rename(stranger)).rejects.toMatchObject({ status: 404 })
    await expect(readBoard(shop.visitor(), board)).rejects.toMatchObject({ status: 401 })
    expect(await listBoards(teammate.visitor)).toEqual([])
    expect((await listBoards(teammate.visitor, { of: 'team' })).map(({ id }) => id)).toEqual([board.id])
    expect(await listBoards(stranger.visitor, { of: 'team' })).toEqual([])
  })

  test('anyone with the link sees it and can do nothing else', async () => {
    const board = await createBoard(ada, 'Tide', ids())
    const { url } = await shareBoard(board)
    expect(new URL(url).pathname).toBe(`/board/tide/${board.id}`)
    const key = getShareKey(url)
    const { data } = await readBoard(shop.visitor(), board, { key })
    expect(data).toMatchObject({ clip_count: 3, can_change: false, is_shared: false, favorite: false })
    const other = await createBoard(ada, 'Other')
    await expect(readBoard(shop.visitor(), other, { key })).rejects.toMatchObject({ status: 404 })
    await expect(readBoard(shop.visitor(), board, { key: `${key}x` })).rejects.toMatchObject({ status: 404 })
    await expect(readBoard(shop.visitor(), board, { key: '' })).rejects.toMatchObject({ status: 401 })
    await expect(
      (await seedMember(shop)).visitor.call(contract.attachClips, {
        params: toParams(board),
        body: { clip_id: ids() },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('a suspended user sees a board only by its link, as a guest does', async () => {
    const board = await createBoard(ada, 'Tide', ids())
    const key = getShareKey((await shareBoard(board)).url)
    await shop.db
      .updateTable('users')
      .set({ platform_roles: [7] })
      .where('id', '=', ada.user_id)
      .execute()
    await expect(readBoard(ada.visitor, board)).rejects.toMatchObject({ status: 403 })
    await expect(readBoard(ada.visitor, board, { key: 'x' })).rejects.toMatchObject({ status: 404 })
    expect((await readBoard(ada.visitor, board, { key })).data).toMatchObject({ can_change: false, is_shared: false })
  })

  test('a link stays the same until it is ended, and then never works again', async () => {
    const board = await createBoard(ada, 'Tide')
    const first = await shareBoard(board)
    expect((await shareBoard(board)).url).toBe(first.url)
    await ada.visitor.call(contract.unshareBoard, { params: toParams(board) })
    await expect(readBoard(shop.visitor(), board, { key: getShareKey(first.url) })).rejects.toMatchObject({
      status: 404,
    })
    const second = await shareBoard(board)
    expect(second.url).not.toBe(first.url)
    await expect(readBoard(shop.visitor(), board, { key: getShareKey(first.url) })).rejects.toMatchObject({
      status: 404,
    })
    expect((await readBoard(shop.visitor(), board, { key: getShareKey(second.url) })).data.name).toBe('Tide')
  })

  test('a link expires, and its key is stored hashed', async () => {
    const board = await createBoard(ada, 'Tide')
    const key = getShareKey((await shareBoard(board)).url)
    const row = await shop.db.selectFrom('boards').where('id', '=', board.id).selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(key)
    await shop.db.updateTable('boards').set({ share_expires_at: shop.clock.now() }).where('id', '=', board.id).execute()
    await expect(readBoard(shop.visitor(), board, { key })).rejects.toMatchObject({ status: 404 })
  })
})

describe('concurrency', () => {
  test('20 sessions add the same clip at once, and every clip is on the board exactly once', async () => {
    const board = await createBoard(ada, 'Tide')
    const team = await Promise.all(Array.from({ length: 20 }, () => seedMember(shop, 'admin', ada.workspace_id)))
    await Promise.all(
      team.map(({ visitor }, n) =>
        visitor.call(contract.attachClips, {
          params: toParams(board),
          body: { clip_id: [ids()[0] ?? 0, ids()[n % 3] ?? 0] },
        }),
      ),
    )
    const order = await listClipIds(board)
    expect(order).toHaveLength(clips.length)
    expect(new Set(order)).toEqual(new Set(ids()))
    const rows = await shop.db.selectFrom('board_clips').where('board_id', '=', board.id).select('position').execute()
    expect(new Set(rows.map(row => row.position))).toEqual(new Set([1, 2, 3]))
  })

  test('of 20 concurrent creates with room for one board, one succeeds', async () => {
    const { user_id, workspace_id } = ada
    const boards = Array.from({ length: contract.MAX_BOARDS - 1 }, (_, n) => ({
      user_id,
      workspace_id,
      name: `No. ${n}`,
    }))
    await shop.db.insertInto('boards').values(boards).execute()
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => createBoard(ada, `Try ${n}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
    expect(await listBoards(ada.visitor)).toHaveLength(contract.MAX_BOARDS)
  })
})

test('a user sees which of some clips are on their boards and licensed, and a guest sees none', async () => {
  const [tide = 0, harbor = 0, lanterns = 0] = ids()
  await createBoard(ada, 'Marks', [tide, lanterns])
  const teammate = await seedMember(shop)
  await createBoard(teammate, 'Others', [harbor])
  await seedOrder(shop, ada, 'paid', { clips: clips.slice(1) })
  const query = { clips: [tide, harbor].join(',') }
  const marks = await ada.visitor.call(contract.getClipMarks, { query })
  expect(marks.data).toEqual({ on_board: [tide], licensed: [harbor] })
  expect((await shop.visitor().call(contract.getClipMarks, { query })).data).toEqual({ on_board: [], licensed: [] })
  await expect(ada.visitor.call(contract.getClipMarks, { query: { clips: 'x' } })).rejects.toMatchObject({
    status: 422,
  })
})

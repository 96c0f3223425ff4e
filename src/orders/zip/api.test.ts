/** Zips through the door: what is in them, as outside programs see it, and who gets none. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { withdrawClip } from '../../catalog/save.server.ts'
import { putProjectDetails } from '../contract.ts'
import { moveOrder } from '../orders.server.ts'
import { zipFiles, zipOrder } from './contract.ts'

let shop: TestApp
let folder: string
beforeAll(async () => {
  shop = await openTestApp()
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-zip-'))
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}
const assign = (by: Buyer, number: string, order_item_ids?: number[]) =>
  by.visitor.call(putProjectDetails, { params: { id: number }, body: { ...details, order_item_ids } })
const ofOrder = async (by: Buyer, number: string) => (await by.visitor.call(zipOrder, { params: { id: number } })).data
const of = async (by: Buyer, ...clips: TestClip[]) =>
  (await by.visitor.call(zipFiles, { body: { files: clips.map(({ id }) => ({ clip_id: id, format_id: 3 })) } })).data
const get = (by: { visitor: Buyer['visitor'] }, url: string) => by.visitor.send(url, { method: 'GET' })

/** Somebody with two clips that were bought and assigned. */
const owned = async () => {
  const owner = await aMember(shop)
  const clips = [await aClip(shop), await aClip(shop, 'Paper lanterns')] as const
  const order = await anOrder(shop, owner, 'paid', { clips: [...clips] })
  await assign(owner, order.number)
  return { owner, clips, order }
}

/** Unpacked by a program that is not ours. */
const unpack = async (answer: Response) => {
  const into = mkdtempSync(path.join(folder, 'x-'))
  const file = path.join(into, 'all.zip')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  const check =
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])'
  if (existsSync('/usr/bin/unzip')) execFileSync('/usr/bin/unzip', ['-q', file, '-d', into])
  else execFileSync('python3', ['-c', check, file, into])
  return into
}

test('an order’s zip holds every file to the last bit, its agreement, and hashes that sha256sum finds right', async () => {
  const { owner, clips, order } = await owned()
  const link = await ofOrder(owner, order.number)
  expect(link).toMatchObject({
    name: `longtake-${order.number}.zip`,
    files_count: 2,
    size_bytes: 10_000,
    left_out: [],
  })
  const answer = await get(owner, link.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${link.name}"`)
  const length = Number(answer.headers.get('content-length'))
  expect((await answer.clone().arrayBuffer()).byteLength).toBe(length)
  const into = await unpack(answer)
  for (const { id, slug, sha256 } of clips) {
    const bytes = readFileSync(path.join(into, `longtake-${id}-${slug}-hd.mp4`))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  expect(
    readFileSync(path.join(into, `longtake-license-agreement-${order.number}.pdf`))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const said = execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: into }).toString()
  expect(said.match(/: OK$/gm)).toHaveLength(3)
})

test('files chosen across orders go into one zip, each once', async () => {
  const { owner, clips } = await owned()
  const more = await aClip(shop, 'Third')
  const { number } = await anOrder(shop, owner, 'invoiced', { clips: [more] })
  await assign(owner, number)
  const link = await of(owner, clips[0], more, clips[0])
  expect(link).toMatchObject({ name: 'longtake-2-files.zip', files_count: 2 })
  const into = await unpack(await get(owner, link.url))
  expect(existsSync(path.join(into, `longtake-${more.id}-third-hd.mp4`))).toBe(true)
})

test('what waits for a project stays out of an order’s zip, and is named', async () => {
  const owner = await aMember(shop)
  const clips = [await aClip(shop), await aClip(shop)] as const
  const { number, item_ids } = await anOrder(shop, owner, 'paid', { clips: [...clips] })
  await expect(ofOrder(owner, number)).rejects.toMatchObject({
    status: 409,
    message: 'Assign to a project to download',
  })
  await assign(owner, number, item_ids.slice(0, 1))
  expect(await ofOrder(owner, number)).toMatchObject({
    files_count: 1,
    left_out: [{ clip_id: clips[1].id, why: 'Assign to a project to download' }],
  })
  await expect(of(owner, clips[0], clips[1])).rejects.toMatchObject({
    status: 409,
    message: `Clip ${clips[1].id}: Assign to a project to download`,
  })
})

test.each(['processing', 'disputed'] as const)('an order that is %s goes in no zip, and says why', async state => {
  const owner = await aMember(shop)
  const clip = await aClip(shop)
  const { number } = await anOrder(shop, owner, state, { clips: [clip] })
  await assign(owner, number)
  await expect(ofOrder(owner, number)).rejects.toMatchObject({ status: 409, message: /Downloads open/ })
  await expect(of(owner, clip)).rejects.toMatchObject({ status: 409, message: /Downloads open/ })
})

test('nothing, too much, an unknown format and clips of others are refused in words', async () => {
  const { owner, clips } = await owned()
  const files = (list: unknown) => owner.visitor.call(zipFiles, { body: { files: list as [] } })
  await expect(files([])).rejects.toMatchObject({ status: 422, message: 'Choose at least one file' })
  await expect(files(Array.from({ length: 501 }, () => ({ clip_id: 1, format_id: 3 })))).rejects.toMatchObject({
    status: 422,
    message: /at most 500 files/,
  })
  await expect(files([{ clip_id: clips[0].id, format_id: 9 }])).rejects.toMatchObject({ status: 422 })
  await expect(files([{ clip_id: clips[0].id, format_id: 2 }])).rejects.toMatchObject({ status: 404 })
  const stranger = await aMember(shop)
  await expect(of(stranger, clips[0])).rejects.toMatchObject({ status: 404 })
  const refunded = await anOrder(shop, stranger, 'refunded', { clips: [clips[1]] })
  await expect(ofOrder(stranger, refunded.number)).rejects.toMatchObject({ status: 409 })
})

test('a link is for whoever asked, in the workspace they asked in, for five minutes, and for just these files', async () => {
  const { owner, clips } = await owned()
  const { url } = await of(owner, clips[0])
  const status = async (by: { visitor: Buyer['visitor'] }, address: string) => (await get(by, address)).status
  expect(await status(owner, url)).toBe(200)
  expect(await status({ visitor: shop.visitor() }, url)).toBe(401)
  const colleague = await aMember(shop, 'purchaser', owner.workspace_id)
  const shared = await get(colleague, url)
  expect(shared.status).toBe(403)
  expect(await shared.json()).toMatchObject({ message: /prepared for somebody else/ })
  const changed = (change: (query: URLSearchParams) => void) => {
    const address = new URL(url, 'http://shop')
    change(address.searchParams)
    return address.pathname + address.search
  }
  for (const change of [
    (query: URLSearchParams) => query.set('files', `${clips[0].id}.3-${clips[1].id}.3`),
    (query: URLSearchParams) => query.set('until', String(Number(query.get('until')) + 999)),
    (query: URLSearchParams) => query.set('for', `${colleague.user_id}.${owner.workspace_id}`),
    (query: URLSearchParams) => query.set('order', 'LT-2026-000001'),
    (query: URLSearchParams) => query.set('signature', 'x'),
  ])
    expect(await status(owner, changed(change))).toBe(404)
  for (const name of ['files', 'signature', 'for', 'until'])
    expect(
      await status(
        owner,
        changed(query => query.delete(name)),
      ),
    ).toBe(422)
  shop.clock.advance(301_000)
  const late = await get(owner, url)
  expect(late.status).toBe(410)
  expect(await late.json()).toMatchObject({ message: /expired/ })
})

test('a right that ended after the link was made ends the download, too', async () => {
  const { owner, clips, order } = await owned()
  const { url } = await of(owner, clips[0])
  await shop.db
    .transaction()
    .execute(trx => moveOrder(trx, order.id, 'refunded', { user_id: null, reason: 'Test', now: shop.clock.now() }))
  expect((await get(owner, url)).status).toBe(404)
})

test('a withdrawn clip stays with those who licensed it', async () => {
  const { owner, clips, order } = await owned()
  await shop.db.transaction().execute(trx => withdrawClip(trx, clips[0].id))
  expect((await ofOrder(owner, order.number)).files_count).toBe(2)
})

test('a file that is not in storage is told before the zip begins', async () => {
  const { owner, clips } = await owned()
  const { url } = await of(owner, clips[0])
  await shop.storage.remove(`masters/${clips[0].sha256}.mp4`)
  const answer = await get(owner, url)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ message: /not here right now/ })
})

test('a client that goes away ends the reading on our side', async () => {
  const { owner, clips } = await owned()
  const { url } = await of(owner, clips[0])
  // Never ends: only whoever goes away can end it.
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const closed = new Promise(resolve => endless.once('close', resolve))
  const open = vi.spyOn(shop.storage, 'open').mockResolvedValue({ size_bytes: 2 ** 40, read: () => endless })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as { port: number }
  const cookie = `session=${owner.visitor.cookies.get('session')}`
  const request = http.get({ port, host: '127.0.0.1', path: url, headers: { cookie } })
  const answer = await new Promise<http.IncomingMessage>(resolve => request.once('response', resolve))
  await new Promise(resolve => answer.once('data', resolve))
  request.destroy()
  await closed
  expect(endless.destroyed).toBe(true)
  open.mockRestore()
})

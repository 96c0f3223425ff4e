/** Zip downloads: their content, as other programs see it, and who is refused. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { putProjectDetails } from '#orders/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { withdrawClip } from '../../../testing/builders/catalog.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { transitionOrder } from '../transition-order.server.ts'
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
const assignProject = (member: Buyer, number: string, order_item_ids?: number[]) =>
  member.visitor.call(putProjectDetails, { params: { id: number }, body: { ...details, order_item_ids } })
const requestOrderZip = async (member: Buyer, number: string) =>
  (await member.visitor.call(zipOrder, { params: { id: number } })).data
const requestZip = async (member: Buyer, ...clips: TestClip[]) =>
  (await member.visitor.call(zipFiles, { body: { files: clips.map(({ id }) => ({ clip_id: id, format_id: 3 })) } }))
    .data
const getUrl = (member: { visitor: Buyer['visitor'] }, url: string) => member.visitor.send(url, { method: 'GET' })

/** Seeds a member with two clips that are bought and assigned to a project. */
const seedOwnedClips = async () => {
  const owner = await seedMember(shop)
  const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')] as const
  const order = await seedOrder(shop, owner, 'paid', { clips: [...clips] })
  await assignProject(owner, order.number)
  return { owner, clips, order }
}

/** Unpacks a zip with an external program. */
const unpack = async (response: Response) => {
  const target = mkdtempSync(path.join(folder, 'x-'))
  const file = path.join(target, 'all.zip')
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  const check =
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])'
  if (existsSync('/usr/bin/unzip')) execFileSync('/usr/bin/unzip', ['-q', file, '-d', target])
  else execFileSync('python3', ['-c', check, file, target])
  return target
}

test('an order’s zip has every file byte for byte, the agreement, and hashes that sha256sum confirms', async () => {
  const { owner, clips, order } = await seedOwnedClips()
  const link = await requestOrderZip(owner, order.number)
  expect(link).toMatchObject({
    name: `longtake-${order.number}.zip`,
    files_count: 2,
    size_bytes: 10_000,
    skipped: [],
  })
  const response = await getUrl(owner, link.url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${link.name}"`)
  const length = Number(response.headers.get('content-length'))
  expect((await response.clone().arrayBuffer()).byteLength).toBe(length)
  const target = await unpack(response)
  for (const { id, slug, sha256 } of clips) {
    const bytes = readFileSync(path.join(target, `longtake-${id}-${slug}-hd.mp4`))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  expect(
    readFileSync(path.join(target, `longtake-license-agreement-${order.number}.pdf`))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const output = execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: target }).toString()
  expect(output.match(/: OK$/gm)).toHaveLength(3)
})

test('files of several orders go into one zip, each once', async () => {
  const { owner, clips } = await seedOwnedClips()
  const thirdClip = await seedClip(shop, 'Third')
  const { number } = await seedOrder(shop, owner, 'invoiced', { clips: [thirdClip] })
  await assignProject(owner, number)
  const link = await requestZip(owner, clips[0], thirdClip, clips[0])
  expect(link).toMatchObject({ name: 'longtake-2-files.zip', files_count: 2 })
  const target = await unpack(await getUrl(owner, link.url))
  expect(existsSync(path.join(target, `longtake-${thirdClip.id}-third-hd.mp4`))).toBe(true)
})

test('clips without a project are left out of an order’s zip, and listed', async () => {
  const owner = await seedMember(shop)
  const clips = [await seedClip(shop), await seedClip(shop)] as const
  const { number, item_ids } = await seedOrder(shop, owner, 'paid', { clips: [...clips] })
  await expect(requestOrderZip(owner, number)).rejects.toMatchObject({
    status: 409,
    message: 'Assign to a project to download',
  })
  await assignProject(owner, number, item_ids.slice(0, 1))
  expect(await requestOrderZip(owner, number)).toMatchObject({
    files_count: 1,
    skipped: [{ clip_id: clips[1].id, why: 'Assign to a project to download' }],
  })
  await expect(requestZip(owner, clips[0], clips[1])).rejects.toMatchObject({
    status: 409,
    message: `Clip ${clips[1].id}: Assign to a project to download`,
  })
})

test.each(['processing', 'disputed'] as const)('an order that is %s goes into no zip, and says why', async state => {
  const owner = await seedMember(shop)
  const clip = await seedClip(shop)
  const { number } = await seedOrder(shop, owner, state, { clips: [clip] })
  await assignProject(owner, number)
  await expect(requestOrderZip(owner, number)).rejects.toMatchObject({ status: 409, message: /Downloads open/ })
  await expect(requestZip(owner, clip)).rejects.toMatchObject({ status: 409, message: /Downloads open/ })
})

test('an empty request, too many files, an unknown format and other workspaces’ clips are refused with a message', async () => {
  const { owner, clips } = await seedOwnedClips()
  const requestFiles = (list: unknown) => owner.visitor.call(zipFiles, { body: { files: list as [] } })
  await expect(requestFiles([])).rejects.toMatchObject({ status: 422, message: 'Choose at least one file' })
  await expect(requestFiles(Array.from({ length: 501 }, () => ({ clip_id: 1, format_id: 3 })))).rejects.toMatchObject({
    status: 422,
    message: /at most 500 files/,
  })
  await expect(requestFiles([{ clip_id: clips[0].id, format_id: 9 }])).rejects.toMatchObject({ status: 422 })
  await expect(requestFiles([{ clip_id: clips[0].id, format_id: 2 }])).rejects.toMatchObject({ status: 404 })
  const stranger = await seedMember(shop)
  await expect(requestZip(stranger, clips[0])).rejects.toMatchObject({ status: 404 })
  const refunded = await seedOrder(shop, stranger, 'refunded', { clips: [clips[1]] })
  await expect(requestOrderZip(stranger, refunded.number)).rejects.toMatchObject({ status: 409 })
})

test('a link works only for its user, in the same workspace, for five minutes and for these files', async () => {
  const { owner, clips } = await seedOwnedClips()
  const { url } = await requestZip(owner, clips[0])
  const getStatus = async (member: { visitor: Buyer['visitor'] }, target: string) =>
    (await getUrl(member, target)).status
  expect(await getStatus(owner, url)).toBe(200)
  expect(await getStatus({ visitor: shop.visitor() }, url)).toBe(401)
  const colleague = await seedMember(shop, 'purchaser', owner.workspace_id)
  const refused = await getUrl(colleague, url)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: /prepared for somebody else/ })
  const changeUrl = (change: (query: URLSearchParams) => void) => {
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
    expect(await getStatus(owner, changeUrl(change))).toBe(404)
  for (const name of ['files', 'signature', 'for', 'until'])
    expect(
      await getStatus(
        owner,
        changeUrl(query => query.delete(name)),
      ),
    ).toBe(422)
  shop.clock.advance(301_000)
  const expired = await getUrl(owner, url)
  expect(expired.status).toBe(410)
  expect(await expired.json()).toMatchObject({ message: /expired/ })
})

test('a license that ends after the link was made ends the download, too', async () => {
  const { owner, clips, order } = await seedOwnedClips()
  const { url } = await requestZip(owner, clips[0])
  await shop.db
    .transaction()
    .execute(trx =>
      transitionOrder(trx, order.id, 'refunded', { user_id: null, reason: 'Test', now: shop.clock.now() }),
    )
  expect((await getUrl(owner, url)).status).toBe(404)
})

test('a withdrawn clip stays available to its licensees', async () => {
  const { owner, clips, order } = await seedOwnedClips()
  await withdrawClip(shop, clips[0].id)
  expect((await requestOrderZip(owner, order.number)).files_count).toBe(2)
})

test('a file that is missing in storage is reported before the zip starts', async () => {
  const { owner, clips } = await seedOwnedClips()
  const { url } = await requestZip(owner, clips[0])
  await shop.storage.remove(`masters/${clips[0].sha256}.mp4`)
  const response = await getUrl(owner, url)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ message: /not available right now/ })
})

test('a client that disconnects stops the reading on the server', async () => {
  const { owner, clips } = await seedOwnedClips()
  const { url } = await requestZip(owner, clips[0])
  // Never ends by itself.
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const closed = new Promise(resolve => endless.once('close', resolve))
  const openSpy = vi.spyOn(shop.storage, 'open').mockResolvedValue({ size_bytes: 2 ** 40, read: () => endless })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as { port: number }
  const cookie = `session=${owner.visitor.cookies.get('session')}`
  const request = http.get({ port, host: '127.0.0.1', path: url, headers: { cookie } })
  const response = await new Promise<http.IncomingMessage>(resolve => request.once('response', resolve))
  await new Promise(resolve => response.once('data', resolve))
  request.destroy()
  await closed
  expect(endless.destroyed).toBe(true)
  openSpy.mockRestore()
})

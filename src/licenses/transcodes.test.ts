/** Transcodes that are made at the first download, tested through the download endpoint. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { findPrograms } from '#media/ffmpeg.server.ts'
import { probe } from '#media/probe.server.ts'
import { estimateTranscodeBytes, transcodeSize } from '#media/transcode-formats.ts'
import { runTranscode, mediaJobs } from '#media/transcodes.server.ts'
import { putProjectDetails } from '#orders/contract.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { openFootage } from '../../testing/footage.ts'
import { downloadClip, listLicenses } from './contract.ts'
import { zipFiles } from './zip/contract.ts'

const programs = findPrograms()
const testWithFfmpeg = test.skipIf(!programs)

let shop: TestApp
let folder: string
let footage: ReturnType<typeof openFootage>
beforeAll(async () => {
  shop = await openTestApp()
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-made-'))
  footage = openFootage(programs?.ffmpeg ?? '', folder)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})
let serial = 0
beforeEach(() => (serial += 1))

const details = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
const requestDownload = async (member: Buyer, clip_id: number, format_id = 3) =>
  (await member.visitor.call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })).data.url

/** Seeds a member with HD and Highest Res licenses of a clip that has neither file yet; its master is `file`. */
const seedOwnedClip = async (file?: string) => {
  const owner = await seedMember(shop)
  const clip = await seedClip(shop)
  const { master_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select('master_id')
    .executeTakeFirstOrThrow()
  if (file && programs) {
    const { facts } = await probe(programs, file)
    const storage_key = `masters/${facts.sha256}.mov`
    await shop.storage.adopt(storage_key, file)
    const master = { sha256: facts.sha256, storage_key, facts: JSON.stringify(facts) }
    await shop.db.updateTable('masters').set(master).where('id', '=', master_id).execute()
  }
  await shop.db
    .updateTable('clip_formats')
    .set({ storage_key: null, codec: 'prores', file_name: 'tide.mov' })
    .where('clip_id', '=', clip.id)
    .execute()
  const { number, item_ids } = await seedOrder(shop, owner, 'paid', { clips: [clip, clip] })
  for (const table of ['order_items', 'licenses'] as const)
    await shop.db
      .updateTable(table)
      .set({ format_id: 2 })
      .where(table === 'licenses' ? 'order_item_id' : 'id', '=', item_ids[1] ?? 0)
      .execute()
  await owner.visitor.call(putProjectDetails, { params: { id: number }, body: details })
  return { owner, clip, master_id }
}

const findTranscode = (master_id: number, format_id = 3) =>
  shop.db
    .selectFrom('transcodes')
    .where('master_id', '=', master_id)
    .where('format_id', '=', format_id)
    .selectAll()
    .executeTakeFirst()

/** Stores facts of a small video for a master that contains none. */
const storeSmallVideoFacts = (master_id: number) => {
  const facts = { container: 'mov', width: 320, height: 180, fps_num: 24, frames: 24, duration_ms: 1_000 }
  return shop.db
    .updateTable('masters')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', master_id)
    .execute()
}

const inProgress = { status: 409, message: /preparing this file/, meta: { transcode: { percent: 0 } } }

/** Returns the streams that ffprobe reports for a file. */
const probeStreams = (file: string) => {
  const output = execFileSync(programs?.ffprobe ?? '', ['-v', 'error', '-show_streams', '-of', 'json', file]).toString()
  const { streams } = JSON.parse(output) as { streams: Record<string, unknown>[] }
  return {
    video: streams.find(stream => stream['codec_type'] === 'video'),
    sound: streams.find(stream => stream['codec_type'] === 'audio'),
  }
}

testWithFfmpeg(
  'the first download makes a ProRes 422 transcode with the right size, rate, frames and start timecode, and stores it',
  async () => {
    const silent = footage.make('silent.mov', ['-preset', 'ultrafast'], '30000/1001', '2048x288')
    const wide = footage.at('wide.mov')
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=1.2', '-c:v', 'copy', '-c:a', 'aac', '-timecode', '01:00:00;00']
    execFileSync(programs?.ffmpeg ?? '', ['-v', 'error', '-i', silent, ...sound, wide])
    const { owner, clip, master_id } = await seedOwnedClip(wide)
    await expect(requestDownload(owner, clip.id)).rejects.toMatchObject(inProgress)
    const [before] = (await owner.visitor.call(listLicenses, { query: {} })).data
    expect(before?.formats).toMatchObject([
      { id: 3, needs_transcode: true },
      { id: 2, needs_transcode: true },
    ])
    for (const [format_id, width, height] of [
      [3, 1920, 270],
      [2, 2048, 288],
    ] as const) {
      await requestDownload(owner, clip.id, format_id).catch(() => {})
      await runTranscode(shop, { master_id, format_id })
      const response = await owner.visitor.send(await requestDownload(owner, clip.id, format_id), { method: 'GET' })
      const file = path.join(folder, `made-${format_id}.mov`)
      writeFileSync(file, Buffer.from(await response.arrayBuffer()))
      expect(response.headers.get('content-disposition')).toMatch(/-(hd|highest-res)\.mov"$/)
      const { video, sound } = probeStreams(file)
      expect(video).toMatchObject({
        codec_name: 'prores',
        profile: 'Standard',
        codec_tag_string: 'apcn',
        pix_fmt: 'yuv422p10le',
        width,
        height,
        r_frame_rate: '30000/1001',
        avg_frame_rate: '30000/1001',
        nb_frames: '36',
        tags: { timecode: '01:00:00;00' },
      })
      expect(sound).toMatchObject({ codec_name: 'pcm_s24le' })
    }
    const [after] = (await owner.visitor.call(listLicenses, { query: {} })).data
    expect(after?.formats.map(format => format.needs_transcode)).toEqual([false, false])
    const row = await findTranscode(master_id)
    expect(after?.formats[0]?.size_bytes).toBe(row?.size_bytes)
    // Both go into one zip, with the hashes that were computed when they were transcoded.
    const files = [2, 3].map(format_id => ({ clip_id: clip.id, format_id }))
    const zip = await owner.visitor.call(zipFiles, { body: { files } })
    const response = await owner.visitor.send(zip.data.url, { method: 'GET' })
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toContain(
      `${row?.sha256}  longtake-${clip.id}`,
    )
  },
  300_000,
)

testWithFfmpeg(
  'twenty concurrent requests wait for one transcode, made once by the queue',
  async () => {
    const { owner, clip, master_id } = await seedOwnedClip(
      footage.make(`once-${serial}.mov`, ['-timecode', '02:00:00:00'], '25'),
    )
    const jobs = openJobs(shop.database)
    let runs = 0
    const countingJobs = mediaJobs(shop.deps).map(job => ({
      ...job,
      run: async (data: object) => {
        runs += 1
        await job.run(data)
      },
    }))
    await jobs.start(countingJobs, { isWorker: true })
    const originalJobs = shop.deps.jobs
    shop.deps.jobs = jobs as typeof originalJobs
    try {
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => requestDownload(owner, clip.id)))
      for (const result of results)
        expect(result.status === 'fulfilled' || result.reason.meta.transcode !== undefined).toBe(true)
      await expect.poll(async () => (await findTranscode(master_id))?.state, { timeout: 200_000 }).toBe('made')
      expect(await requestDownload(owner, clip.id)).toContain('/download/formats/')
      expect(runs).toBe(1)
    } finally {
      shop.deps.jobs = originalJobs
      await jobs.stop()
    }
  },
  300_000,
)

test('when a process dies during a transcode, another one takes over', async () => {
  const { owner, clip, master_id } = await seedOwnedClip()
  const runs: unknown[] = []
  const recordingJobs = mediaJobs(shop.deps).map(job => ({ ...job, run: async (data: object) => void runs.push(data) }))
  const [{ name } = { name: '' }] = recordingJobs
  const idleJobs = openJobs(shop.database)
  await idleJobs.start(recordingJobs, { isWorker: false })
  const originalJobs = shop.deps.jobs
  shop.deps.jobs = idleJobs as typeof originalJobs
  const deadBoss = new PgBoss({
    ...shop.database.jobs,
    schema: 'jobs',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  const otherJobs = openJobs(shop.database, { supervise_seconds: 1 })
  try {
    await expect(requestDownload(owner, clip.id)).rejects.toMatchObject(inProgress)
    await deadBoss.start()
    expect(await deadBoss.fetch(name)).toMatchObject([{ data: { master_id } }])
    // The process is killed: it sends no more heartbeats, and a minute passes.
    await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = ${name}`.execute(
      shop.db,
    )
    await otherJobs.start(recordingJobs, { isWorker: true })
    await expect.poll(() => runs).toEqual([{ master_id, format_id: 3 }])
  } finally {
    shop.deps.jobs = originalJobs
    await deadBoss.stop({ graceful: false })
    await otherJobs.stop()
    await idleJobs.stop()
  }
}, 90_000)

test('without ffmpeg the buyer gets a message, staff get a ticket, and the transcode is retried later', async () => {
  const { owner, clip, master_id } = await seedOwnedClip()
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject(inProgress)
  await runTranscode(shop, { master_id, format_id: 3 }, null)
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject({
    status: 503,
    message: /cannot be made right now/,
  })
  const zip = owner.visitor.call(zipFiles, { body: { files: [{ clip_id: clip.id, format_id: 3 }] } })
  await expect(zip).rejects.toMatchObject({ status: 503 })
  const tickets = () => shop.db.selectFrom('tickets').where('kind', '=', 'delivery').selectAll().execute()
  expect(await tickets()).toMatchObject([{ topic: 'make_no_program', details: { Format: 'HD' } }])
  shop.clock.advance(61_000)
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject(inProgress)
  await runTranscode(shop, { master_id, format_id: 3 }, null)
  expect(await tickets()).toHaveLength(1)
})

test('a machine fault is reported and retried', async () => {
  const { owner, clip, master_id } = await seedOwnedClip()
  await storeSmallVideoFacts(master_id)
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject(inProgress)
  const missingPrograms = { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' }
  await expect(runTranscode(shop, { master_id, format_id: 3 }, missingPrograms)).rejects.toThrow()
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject({
    status: 503,
    message: /cannot be made right now/,
  })
})

testWithFfmpeg('an unreadable master fails on its own and is reported', async () => {
  const { owner, clip, master_id } = await seedOwnedClip()
  await storeSmallVideoFacts(master_id)
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject(inProgress)
  await runTranscode(shop, { master_id, format_id: 3 })
  await expect(requestDownload(owner, clip.id)).rejects.toMatchObject({ status: 503, message: /could not be made/ })
})

test('users without a license cannot request a transcode', async () => {
  const { clip, master_id } = await seedOwnedClip()
  await expect(requestDownload(await seedMember(shop), clip.id)).rejects.toMatchObject({ status: 404 })
  expect(await findTranscode(master_id)).toBeUndefined()
})

test.each([
  [
    { width: 3840, height: 2160 },
    { width: 1920, height: 1080 },
  ],
  [
    { width: 2160, height: 3840 },
    { width: 1080, height: 1920 },
  ],
  [
    { width: 4096, height: 1716 },
    { width: 1920, height: 804 },
  ],
  [
    { width: 1280, height: 720 },
    { width: 1280, height: 720 },
  ],
])('HD of %j is %j, with the file size that Apple states', (master, size) => {
  expect(transcodeSize(master, 3)).toEqual(size)
  expect(estimateTranscodeBytes({ width: 1920, height: 1080, frames: 2997 }, 3)).toBeCloseTo(147e6 * (100 / 8), -6)
})

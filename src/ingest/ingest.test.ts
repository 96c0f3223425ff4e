/** Ingesting a folder with good footage, bad footage and malicious files. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getClip } from '#catalog/contract.ts'
import { indexClips } from '#catalog/search-index.server.ts'
import { findPrograms } from '#media/ffmpeg.server.ts'
import type { Watermark } from '#media/rendition-set.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { openFootage } from '../../testing/footage.ts'
import { ingestBatch, type BatchOptions, type FileOutcome } from './batch.server.ts'
import type { IngestTask } from './ingest.server.ts'
import { ingestJobs } from './jobs.server.ts'
import { planIngest, type IngestOptions } from './plan.server.ts'
import { renewRenditions, listStaleMasters } from './renew.server.ts'

const programs = findPrograms()
const MINUTE_MS = 60_000

describe.skipIf(!programs)('a folder of footage', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ingest-'))
  const shoot = path.join(folder, 'Ada Reyes', 'Northern shore')
  mkdirSync(shoot, { recursive: true })
  const footage = openFootage(programs?.ffmpeg ?? '', shoot)
  const hostileName = 'night\n-i "x".mov'
  let shop: TestApp
  let outcomes: Map<string, FileOutcome>

  const plan = (options: Partial<IngestOptions> = {}) =>
    planIngest(shop.db, { folder, data_dir: shop.config.data_dir, publish: false, new_categories: false, ...options })
  const ingestFolder = async (options: Partial<IngestOptions> = {}, batchOptions: Partial<BatchOptions> = {}) => {
    const { files, mistakes } = await plan(options)
    expect(mistakes).toEqual([])
    const results = await ingestBatch(shop, { folder, files, ...batchOptions })
    return new Map(results.map(({ file, outcome }) => [path.basename(file), outcome]))
  }
  const loadClip = async (name: string) => {
    const outcome = outcomes.get(name)
    if (outcome?.outcome !== 'ingested') throw new Error(`${name}: ${JSON.stringify(outcome)}`)
    return shop.db
      .selectFrom('clips as c')
      .innerJoin('masters as m', 'm.id', 'c.master_id')
      .innerJoin('clip_formats as f', 'f.clip_id', 'c.id')
      .where('c.id', '=', outcome.clip_id)
      .select(['c.id', 'c.name', 'c.slug', 'c.status', 'c.width', 'c.height', 'm.facts', 'f.format_id', 'f.file_name'])
      .select(['m.storage_key', 'f.storage_key as sold_key', 'f.codec'])
      .select(sql<Watermark | null>`m.renditions->'watermark'`.as('watermark'))
      .executeTakeFirstOrThrow()
  }
  const countClips = async () =>
    (
      await shop.db
        .selectFrom('clips')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const writeManifest = (csv: string) => {
    const file = path.join(folder, 'manifest.csv')
    writeFileSync(file, csv)
    return file
  }

  beforeAll(async () => {
    shop = await openTestApp()
    footage.make('harbor_at-dusk.mov', ['-timecode', '01:02:03:04'])
    footage.tenBit('graded.mov')
    footage.oddSized('odd.mp4')
    footage.rotated('upright.mp4')
    footage.make('called.mp4', ['-f', 'matroska'], '25')
    footage.make(hostileName, [], '30')
    footage.varying('varying.mp4')
    footage.interlaced('interlaced.mp4')
    footage.black('black.mp4')
    footage.still('still.mp4')
    footage.soundOnly('sound.mp4')
    footage.truncated('half.mov')
    footage.scrambled('scrambled.mp4')
    footage.huge('huge.mov')
    footage.make('slides.mp4', [], '5')
    footage.make('old.mp4', ['-c:v', 'mpeg4'], '25')
    footage.text('empty.mov', '')
    footage.text('notes.mp4', 'scene one, take three')
    footage.text('playlist.mov', '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')
    footage.text('concat.mp4', "ffconcat version 1.0\nfile '/etc/hostname'\n")
    footage.link('elsewhere.mov', '/etc/hostname')
    footage.text('.hidden.mov', 'x')
    footage.text('readme.txt', 'x')
    mkdirSync(footage.at('folder.mov'))
    outcomes = await ingestFolder()
  }, 3 * MINUTE_MS)
  afterAll(async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    ['varying.mp4', /frame rate varies: frames last between 33 and 67 ms/],
    ['interlaced.mp4', /interlaced. Deinterlace it/],
    ['black.mp4', /black from the first frame to the last/],
    ['still.mp4', /a photo, not a clip/],
    ['sound.mp4', /no picture/],
    ['half.mov', /not complete/],
    ['scrambled.mp4', /damaged/],
    ['huge.mov', /claims a picture size that no camera has/],
    ['slides.mp4', /5 frames a second/],
    ['old.mp4', /MPEG-4 Part 2, which we do not sell/],
    ['empty.mov', /The file is empty/],
    ['notes.mp4', /not a video file/],
    ['playlist.mov', /not a video file/],
    ['concat.mp4', /not a video file/],
  ])('%s is refused with a reason, and the other files continue', (name, reason) => {
    expect(outcomes.get(name)).toEqual({ outcome: 'refused', reason: expect.stringMatching(reason) })
  })

  test('the preview is marked with the shop’s name and the clip’s number', async () => {
    const { id, watermark } = await loadClip('harbor_at-dusk.mov')
    expect(watermark).toEqual({ name: shop.settings.company().name, clip_number: id })
  })

  test('no reason reveals paths or internals of the machine', () => {
    for (const outcome of outcomes.values())
      if ('reason' in outcome) expect(outcome.reason).not.toMatch(/\/|0x|ffmpeg|Invalid data/)
  })

  test('links are not followed, and other files are left alone', async () => {
    const { refused, left_alone } = await plan()
    expect(refused).toEqual([
      { file: path.join('Ada Reyes', 'Northern shore', 'elsewhere.mov'), reason: expect.stringMatching(/a link/) },
    ])
    expect(left_alone).toBe(1)
    expect([...outcomes.keys()]).not.toContain('.hidden.mov')
  })

  test('good footage is in review, with the facts of its picture', async () => {
    expect(await loadClip('harbor_at-dusk.mov')).toMatchObject({
      name: 'Harbor at dusk',
      slug: 'harbor-at-dusk',
      status: 'in_review',
      width: 320,
      height: 180,
      format_id: 3,
      file_name: 'harbor-at-dusk.mov',
      facts: { fps_num: 24_000, fps_den: 1001, start_timecode: '01:02:03:04' },
    })
    expect(await loadClip('graded.mov')).toMatchObject({ facts: { codec: 'prores', bit_depth: 10 } })
    expect(await loadClip('upright.mp4')).toMatchObject({ width: 180, height: 320 })
  })

  test('an odd size is accepted with a note', async () => {
    expect(await loadClip('odd.mp4')).toMatchObject({ width: 321, height: 181 })
    expect(outcomes.get('odd.mp4')).toMatchObject({ notes: [expect.stringMatching(/321 × 181: with an odd side/)] })
  })

  test('the container decides the format, not the file name', async () => {
    const clip = await loadClip('called.mp4')
    expect(clip).toMatchObject({ facts: { container: 'matroska' } })
    // The buyer’s file is transcoded on the first request.
    expect(clip).toMatchObject({ format_id: 3, file_name: 'called.mov', codec: 'prores', sold_key: null })
    expect(clip.storage_key).toMatch(/^masters\/[0-9a-f]{64}\.mkv$/)
  })

  test('a file name with a line break and quotes is handled as plain text', async () => {
    expect(await loadClip(hostileName)).toMatchObject({ name: 'Night i "x"', slug: 'night-i-x' })
  })

  test('folders name the shoot and the filmmaker, and buyers see nothing before it is published', async () => {
    const { id } = await loadClip('harbor_at-dusk.mov')
    const row = await shop.db
      .selectFrom('clips as c')
      .innerJoin('filmmakers as f', 'f.id', 'c.filmmaker_id')
      .innerJoin('collections as s', 's.id', 'c.shoot_id')
      .innerJoin('categories as k', 'k.id', 'c.category_id')
      .where('c.id', '=', id)
      .select(['f.name as filmmaker', 's.name as shoot', 'k.slug as category'])
      .executeTakeFirst()
    expect(row).toEqual({ filmmaker: 'Ada Reyes', shoot: 'Northern shore', category: 'unsorted' })
    await expect(shop.visitor().call(getClip, { params: { id: String(id) } })).rejects.toMatchObject({ status: 404 })
  })

  test('work folders are removed when everything is done', () => {
    expect(readdirSync(path.join(shop.config.data_dir, 'ingest'))).toEqual([])
  })

  test('a second run changes nothing and does no work', async () => {
    const clipCount = await countClips()
    let worked_ms = 0
    const outcomesAfter = await ingestFolder({}, { onDone: (_, __, ms) => (worked_ms += ms) })
    expect([...new Set([...outcomesAfter.values()].map(outcome => outcome.outcome))].toSorted()).toEqual([
      'refused',
      'there',
    ])
    expect([await countClips(), worked_ms]).toEqual([clipCount, 0])
    expect(outcomesAfter.get('half.mov')).toEqual(outcomes.get('half.mov'))
  })

  test('a copy under another name is the same clip', async () => {
    cpSync(footage.at('odd.mp4'), footage.at('copy of odd.mp4'))
    const { id } = await loadClip('odd.mp4')
    expect((await ingestFolder()).get('copy of odd.mp4')).toEqual({ outcome: 'there', clip_id: id })
    rmSync(footage.at('copy of odd.mp4'))
  })

  test('a manifest describes and publishes clips in review, but not clips that are already published', async () => {
    const { id } = await loadClip('graded.mov')
    const file = path.join('Ada Reyes', 'Northern shore', 'graded.mov')
    const csv = (name: string) =>
      writeManifest(
        `file,name,category,camera_look,motion,time_of_day,keywords\n"${file}",${name},Oceans,Aerial,Slow motion,dusk,"tide, rocks"`,
      )
    const withoutCategory = await plan({ manifest: csv('Tide'), publish: true })
    expect(withoutCategory.mistakes).toEqual([
      expect.stringMatching(/^Line 2, column category: “Oceans” is not a category/),
    ])

    const options = { manifest: csv('Tide on rocks'), publish: true, new_categories: true }
    expect(await ingestFolder(options)).toEqual(new Map([['graded.mov', { outcome: 'published', clip_id: id }]]))
    const { data } = await shop.visitor().call(getClip, { params: { id: String(id) } })
    expect(data).toMatchObject({
      name: 'Tide on rocks',
      slug: 'tide-on-rocks',
      motion: 'slow-motion',
      camera_look: 'aerial',
      keywords: ['tide', 'rocks'],
      category: { name: 'Oceans' },
    })
    expect((await ingestFolder({ ...options, manifest: csv('Other') })).get('graded.mov')).toEqual({
      outcome: 'there',
      clip_id: id,
    })
  })

  test('a manifest with missing or repeated files is rejected before anything is done', async () => {
    const file = path.join('Ada Reyes', 'Northern shore', 'odd.mp4')
    const { mistakes } = await plan({ manifest: writeManifest(`file\n../../etc/passwd\n${file}\n${file}\n`) })
    expect(mistakes).toEqual([
      'Line 2, column file: “../../etc/passwd” is not in the folder.',
      'Line 4, column file: is the same file as in line 3.',
    ])
  })

  test('a failure of the machine is not a refusal, and the next attempt continues the work', async () => {
    footage.make('later.mov', [], '50')
    const { files } = await plan()
    const [later] = files.filter(({ file }) => file.endsWith('later.mov'))
    if (!later) throw new Error('later.mov was not found')
    const fullStorage = { ...shop.storage, adopt: () => Promise.reject(new Error('No space left on device')) }
    const [firstRun] = await ingestBatch({ ...shop, storage: fullStorage }, { folder, files: [later] })
    expect(firstRun?.outcome).toEqual({ outcome: 'failed', reason: 'No space left on device' })
    const [workFolder = ''] = readdirSync(path.join(shop.config.data_dir, 'ingest'))
    const manifestFile = path.join(shop.config.data_dir, 'ingest', workFolder, 'renditions', 'manifest.json')
    expect(statSync(manifestFile).isFile()).toBe(true)

    const ffmpegPath = process.env['FFMPEG_PATH']
    process.env['FFMPEG_PATH'] = '/bin/false'
    const [secondRun] = await ingestBatch(shop, { folder, files: [later] }).finally(() => {
      if (ffmpegPath === undefined) delete process.env['FFMPEG_PATH']
      else process.env['FFMPEG_PATH'] = ffmpegPath
    })
    expect(secondRun?.outcome).toMatchObject({ outcome: 'ingested' })
  })

  test('a file below the shop’s minimum is refused with each reason, and makes no clip', async () => {
    footage.make('small.mov', [], '46')
    const clipCount = await countClips()
    const { files } = await plan()
    const config = { ...shop.config, master_minimum: { side_px: 1_080, seconds: 600, fps: 23 } }
    const [small] = await ingestBatch(
      { ...shop, config },
      { folder, files: files.filter(f => f.file.endsWith('small.mov')) },
    )
    expect(small?.outcome).toEqual({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^The picture is 320 × 180: its shorter side needs at least 1080 pixels\. It lasts .+ a clip needs at least 600 s\.$/,
      ),
    })
    expect(await countClips()).toBe(clipCount)
    rmSync(footage.at('small.mov'))
  })

  test('an aborted file is neither refused nor failed', async () => {
    footage.make('long.mov', ['-preset', 'ultrafast'], '60', '1280x720')
    const stop = new AbortController()
    const clipCount = await countClips()
    const { files } = await plan()
    const results = await ingestBatch(shop, {
      folder,
      files: files.filter(({ file }) => file.endsWith('long.mov')),
      signal: stop.signal,
      onStart: () => setTimeout(() => stop.abort(), 400),
    })
    expect([results, await countClips()]).toEqual([[], clipCount])
    rmSync(footage.at('long.mov'))
  })

  test('renditions of an older pipeline are rebuilt, and the search shows them', async () => {
    const { id, facts } = await loadClip('graded.mov')
    const loadPreview = async () => {
      const { data } = await shop.visitor().call(getClip, { params: { id: String(id) } })
      return data.movie.public_paths.preview
    }
    const mastersBySha256 = (sha256: string) => shop.db.selectFrom('masters').where('sha256', '=', sha256).select('id')
    const { id: master_id } = await mastersBySha256((facts as { sha256: string }).sha256).executeTakeFirstOrThrow()
    expect(await listStaleMasters(shop.db)).toEqual([])
    await sql`update masters set renditions = '{"pipeline": 1}' where id = ${master_id}`.execute(shop.db)
    await shop.db.transaction().execute(trx => indexClips(trx, [id]))
    expect(await loadPreview()).toBe('')

    expect(await listStaleMasters(shop.db)).toEqual([master_id])
    await renewRenditions(shop, master_id)
    expect(await listStaleMasters(shop.db)).toEqual([])
    const file = await shop.app.inject({ method: 'GET', url: await loadPreview() })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'video/mp4'])

    const failingStorage = { ...shop.storage, open: () => Promise.reject(new Error('The master was read again.')) }
    await renewRenditions({ ...shop, storage: failingStorage }, master_id)
  })

  test('workers ingest queued files the same way', async () => {
    footage.make('queued.mov', [], '48')
    const tasks: IngestTask[] = []
    const queued = await ingestFolder({}, { queue: async task => void tasks.push(task) })
    expect(queued.get('queued.mov')).toEqual({ outcome: 'queued' })
    const [task] = tasks
    const [worker] = ingestJobs(shop.deps)
    await worker?.run(JSON.parse(JSON.stringify(task)) as object)
    const outcomesAfter = await ingestFolder()
    expect(outcomesAfter.get('queued.mov')).toMatchObject({ outcome: 'there' })
    expect(readdirSync(path.join(shop.config.data_dir, 'ingest'))).toEqual([])
  })
})

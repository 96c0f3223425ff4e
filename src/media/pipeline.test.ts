import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPrograms, requirePrograms } from './ffmpeg.server.ts'
import { readCurrentSet } from './manifest.server.ts'
import { hashFile, probe } from './probe.server.ts'
import type { RenditionFile, RenditionSet } from './rendition-set.ts'
import { makeRenditionsInSubprocess } from './renditions-subprocess.server.ts'
import { makeRenditions } from './renditions.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

const programs = findPrograms()
const watermark = { name: 'Nørth & <Light>', clip_number: 412 }

test('a machine without ffmpeg gets install instructions', () => {
  expect(() => requirePrograms({ PATH: '' })).toThrow(/apt install ffmpeg.*FFMPEG_PATH/)
})

describe.skipIf(!programs)('the pipeline', () => {
  const { ffmpeg, ffprobe } = programs ?? { ffmpeg: '', ffprobe: '' }
  let folder: string
  const inFolder = (name: string) => path.join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pipeline-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Encodes one second of a moving test picture with a tone, from ffmpeg's generators. */
  function encodeClip(name: string, extra: readonly string[] = [], size = '1280x720') {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24000/1001:duration=1`]
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
    execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...sound, '-pix_fmt', 'yuv420p', ...extra, inFolder(name)])
    return inFolder(name)
  }
  const streams = (file: string) => {
    const args = ['-v', 'error', '-show_streams', '-of', 'json', file]
    return JSON.parse(execFileSync(ffprobe, args, { encoding: 'utf8' })).streams as Record<string, unknown>[]
  }

  describe('for a valid master', () => {
    let master: string
    let set: RenditionSet
    const filesOf = (kind: RenditionFile['kind']) => set.files.filter(file => file.kind === kind)
    const pathOf = (kind: RenditionFile['kind']) => path.join(inFolder('renditions'), filesOf(kind)[0]?.path ?? 'none')

    beforeAll(async () => {
      master = encodeClip('master.mov', ['-timecode', '01:02:03:04', '-c:v', 'libx264', '-c:a', 'aac'])
      set = await makeRenditions(
        { ffmpeg, ffprobe },
        { clip: 'test-card', master, folder: inFolder('renditions'), watermark },
      )
    })

    test('reads its technical facts', async () => {
      expect(set.master).toMatchObject({
        container: 'mov',
        width: 1280,
        height: 720,
        fps_num: 24_000,
        fps_den: 1001,
        fps: 23.976,
        codec: 'h264',
        profile: 'High',
        pixel_format: 'yuv420p',
        bit_depth: 8,
        frames: 24,
        start_timecode: '01:02:03:04',
        has_audio: true,
        size_bytes: (await stat(master)).size,
        sha256: await hashFile(master),
      })
    })

    test('leaves exactly the files of its manifest, each as described', async () => {
      const names = [...set.files.map(file => file.path), 'manifest.json'].sort()
      expect((await readdir(inFolder('renditions'))).sort()).toEqual(names)
      for (const file of set.files) {
        expect(await hashFile(path.join(inFolder('renditions'), file.path))).toBe(file.sha256)
        expect(file.path).toContain(file.sha256.slice(0, 8))
        if (!file.mime.startsWith('image/')) continue
        const { width, height } = await sharp(path.join(inFolder('renditions'), file.path)).metadata()
        expect({ width, height }).toEqual({ width: file.width, height: file.height })
      }
    })

    test('makes a 540p fast-start preview with every frame and the sound', async () => {
      const [video, audio] = streams(pathOf('preview'))
      expect(video).toMatchObject({ codec_name: 'h264', width: 960, height: 540, nb_frames: '24', pix_fmt: 'yuv420p' })
      expect(audio).toMatchObject({ codec_name: 'aac' })
      const bytes = await readFile(pathOf('preview'))
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    })

    test('keeps the preview below a bit rate that the caller sets', async () => {
      const small = await makeRenditions(
        { ffmpeg, ffprobe },
        { clip: 'small', master, folder: inFolder('small'), watermark, preview_kbps: 100 },
      )
      const bytesOf = ({ files }: RenditionSet) => files.find(file => file.kind === 'preview')?.bytes ?? 0
      expect(bytesOf(small)).toBeLessThan(bytesOf(set) / 2)
    })

    test('watermarks the preview but not the poster', async () => {
      const parts = [40, 150, 260].flatMap(top => [20, 220, 420].map(left => ({ left, top, width: 200, height: 60 })))
      const pixels = async (file: string) => {
        // ffmpeg takes the first frame after this time, a player the one that is visible at poster_ms
        const moment = ['-ss', String(set.poster_ms / 1000 - 0.02)]
        const seek = file.endsWith('.webp') ? [] : moment
        execFileSync(ffmpeg, ['-v', 'error', '-y', ...seek, '-i', file, '-frames:v', '1', inFolder('frame.png')])
        const whole = await sharp(inFolder('frame.png')).resize(640, 360, { fit: 'fill' }).png().toBuffer()
        return Promise.all(parts.map(part => sharp(whole).extract(part).raw().toBuffer()))
      }
      const differences = (a: Uint8Array[], b: Uint8Array[]) =>
        a.map(
          (pixelsOfA, part) =>
            pixelsOfA.reduce((sum, v, i) => sum + Math.abs(v - (b[part]?.[i] ?? 0)), 0) / pixelsOfA.length,
        )
      const poster = filesOf('poster').find(file => file.mime === 'image/webp')?.path ?? 'none'
      const clean = await pixels(master)
      const marked = differences(clean, await pixels(pathOf('preview')))
      const unmarked = differences(clean, await pixels(path.join(inFolder('renditions'), poster)))
      for (const [part, difference] of marked.entries()) expect(difference).toBeGreaterThan((unmarked[part] ?? 0) + 2)
    })

    test('makes a silent hover loop under 600 kB', () => {
      expect(streams(pathOf('hover'))).toEqual([
        expect.objectContaining({ codec_type: 'video', width: 640, height: 360 }),
      ])
      expect(filesOf('hover')[0]?.bytes).toBeLessThan(600_000)
    })

    test('makes the poster and thumbs in three formats, and a sprite sheet whose cues name it', async () => {
      expect(filesOf('poster').map(file => [file.mime, file.width, file.height])).toEqual([
        ['image/avif', 960, 540],
        ['image/webp', 960, 540],
        ['image/jpeg', 960, 540],
      ])
      expect(filesOf('thumb_156').map(file => file.height)).toEqual([156, 156, 156])
      expect(filesOf('thumb_480').map(file => file.width)).toEqual([480, 480, 480])
      const vtt = await readFile(pathOf('sprite_vtt'), 'utf8')
      expect(vtt.match(/-->/g)).toHaveLength(set.sprite.tiles)
      expect(vtt).toContain(`${filesOf('sprite')[0]?.path}#xywh=0,0,240,135`)
    })

    test('is current until the master or a file changes', async () => {
      expect(await readCurrentSet(inFolder('renditions'), master)).toEqual(set)
      expect(await readCurrentSet(inFolder('renditions'), encodeClip('other.mov'))).toBeNull()
      await rm(pathOf('hover'))
      expect(await readCurrentSet(inFolder('renditions'), master)).toBeNull()
    })
  })

  test('a clip rotated by its metadata is upright in every rendition', async () => {
    const sideways = encodeClip('lying.mp4')
    const args = ['-v', 'error', '-y', '-display_rotation', '90', '-i', sideways, '-c', 'copy', inFolder('upright.mp4')]
    try {
      execFileSync(ffmpeg, args, { stdio: 'pipe' })
    } catch {
      // Older ffmpeg versions write the same display matrix from the rotate tag.
      execFileSync(ffmpeg, [
        '-v',
        'error',
        '-y',
        '-i',
        sideways,
        '-c',
        'copy',
        '-metadata:s:v:0',
        'rotate=90',
        inFolder('upright.mp4'),
      ])
    }
    // Run in a subprocess, which reports its progress.
    const progress: [string, number | null][] = []
    const job = {
      programs: { ffmpeg, ffprobe },
      clip: 'upright',
      master: inFolder('upright.mp4'),
      folder: inFolder('upright'),
      watermark,
    }
    const set = await makeRenditionsInSubprocess(job, { onProgress: (...step) => void progress.push(step) })
    expect(progress.slice(0, 2)).toEqual([
      ['reading', null],
      ['making', 0],
    ])
    expect(progress.at(-1)).toEqual(['making', 99])
    const percents = progress.slice(1).map(([, percent]) => percent ?? -1)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(set.master).toMatchObject({ width: 720, height: 1280 })
    expect(set.files.find(file => file.kind === 'preview')).toMatchObject({ width: 540, height: 960 })
  })

  describe('explains the problem with', () => {
    const reason = async (file: string) => {
      const error: unknown = await makeRenditions(
        { ffmpeg, ffprobe },
        { clip: 'bad', master: file, folder: inFolder('bad'), watermark },
      ).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(UnusableFootage)
      return (error as UnusableFootage).message
    }

    test('a text file with a video extension', async () => {
      await writeFile(inFolder('notes.mp4'), 'scene one, take three')
      expect(await reason(inFolder('notes.mp4'))).toMatch(/not a video file/)
    })

    test('a playlist that points to other files', async () => {
      await writeFile(inFolder('list.mov'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')
      expect(await reason(inFolder('list.mov'))).toMatch(/not a video file/)
    })

    test('an empty file', async () => {
      await writeFile(inFolder('empty.mov'), '')
      expect(await reason(inFolder('empty.mov'))).toBe('The file is empty.')
    })

    test('a truncated upload', async () => {
      const complete = await readFile(encodeClip('whole.mov'))
      await writeFile(inFolder('half.mov'), complete.subarray(0, complete.length / 2))
      expect(await reason(inFolder('half.mov'))).toMatch(/not complete/)
    })

    test('a file with sound only', async () => {
      execFileSync(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', inFolder('sound.mp4')])
      expect(await reason(inFolder('sound.mp4'))).toMatch(/no picture/)
    })

    test.each([0, 0.5])('corrupt bytes from %d of the picture on', async from => {
      const bytes = await readFile(encodeClip('fine.mp4', ['-movflags', '+faststart']))
      const start = bytes.indexOf('mdat') + 8
      for (let i = Math.round(start + from * (bytes.length - start)); i < bytes.length; i++) bytes[i] = (i * 197) % 256
      await writeFile(inFolder('scrambled.mp4'), bytes)
      expect(await reason(inFolder('scrambled.mp4'))).toMatch(/damaged/)
    })
  })

  test('reads a Matroska master, which does not store its frame count', async () => {
    const { facts } = await probe(
      { ffmpeg, ffprobe },
      encodeClip('master.mkv', ['-pix_fmt', 'yuv422p10le', '-c:v', 'libx264']),
    )
    expect(facts).toMatchObject({ container: 'matroska', bit_depth: 10, pixel_format: 'yuv422p10le', frames: 24 })
  })
})

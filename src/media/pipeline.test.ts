import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPrograms, needPrograms } from './ffmpeg.server.ts'
import { currentSet } from './manifest.server.ts'
import { hashFile, probe } from './probe.server.ts'
import type { RenditionFile, RenditionSet } from './rendition-set.ts'
import { makeRenditionsApart } from './renditions-apart.server.ts'
import { makeRenditions } from './renditions.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

const programs = findPrograms()

test('a machine without ffmpeg hears how to get it', () => {
  expect(() => needPrograms({ PATH: '' })).toThrow(/apt install ffmpeg.*FFMPEG_PATH/)
})

describe.skipIf(!programs)('the pipeline', () => {
  const { ffmpeg, ffprobe } = programs ?? { ffmpeg: '', ffprobe: '' }
  let folder: string
  const at = (name: string) => path.join(folder, name)

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pipeline-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** One second of a moving test picture with a tone, encoded by ffmpeg from its own generators. */
  function shoot(name: string, extra: readonly string[] = [], size = '1280x720') {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24000/1001:duration=1`]
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
    execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...sound, '-pix_fmt', 'yuv420p', ...extra, at(name)])
    return at(name)
  }
  const streams = (file: string) => {
    const args = ['-v', 'error', '-show_streams', '-of', 'json', file]
    return JSON.parse(execFileSync(ffprobe, args, { encoding: 'utf8' })).streams as Record<string, unknown>[]
  }

  describe('of a good master', () => {
    let master: string
    let set: RenditionSet
    const named = (kind: RenditionFile['kind']) => set.files.filter(file => file.kind === kind)
    const fileOf = (kind: RenditionFile['kind']) => path.join(at('renditions'), named(kind)[0]?.path ?? 'none')

    beforeAll(async () => {
      master = shoot('master.mov', ['-timecode', '01:02:03:04', '-c:v', 'libx264', '-c:a', 'aac'])
      set = await makeRenditions({ ffmpeg, ffprobe }, 'test-card', master, at('renditions'))
    })

    test('knows its technical facts', async () => {
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
      expect((await readdir(at('renditions'))).sort()).toEqual(names)
      for (const file of set.files) {
        expect(await hashFile(path.join(at('renditions'), file.path))).toBe(file.sha256)
        expect(file.path).toContain(file.sha256.slice(0, 8))
        if (!file.mime.startsWith('image/')) continue
        const { width, height } = await sharp(path.join(at('renditions'), file.path)).metadata()
        expect({ width, height }).toEqual({ width: file.width, height: file.height })
      }
    })

    test('makes a 480p preview with every frame and the sound, that starts to play before it is whole', async () => {
      const [video, audio] = streams(fileOf('preview'))
      expect(video).toMatchObject({ codec_name: 'h264', width: 854, height: 480, nb_frames: '24', pix_fmt: 'yuv420p' })
      expect(audio).toMatchObject({ codec_name: 'aac' })
      const bytes = await readFile(fileOf('preview'))
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    })

    test('marks the preview, not the poster', async () => {
      const center = { left: 220, top: 165, width: 200, height: 30 }
      const pixels = async (file: string) => {
        // ffmpeg takes the first frame that starts after this, a player the one that is shown at poster_ms
        const moment = ['-ss', String(set.poster_ms / 1000 - 0.02)]
        const seek = file.endsWith('.webp') ? [] : moment
        execFileSync(ffmpeg, ['-v', 'error', '-y', ...seek, '-i', file, '-frames:v', '1', at('frame.png')])
        return sharp(at('frame.png')).resize(640, 360, { fit: 'fill' }).extract(center).raw().toBuffer()
      }
      const difference = (a: Uint8Array, b: Uint8Array) =>
        a.reduce((sum, v, i) => sum + Math.abs(v - (b[i] ?? 0)), 0) / a.length
      const poster = named('poster').find(file => file.mime === 'image/webp')?.path ?? 'none'
      const clean = await pixels(master)
      expect(difference(clean, await pixels(fileOf('preview')))).toBeGreaterThan(12)
      expect(difference(clean, await pixels(path.join(at('renditions'), poster)))).toBeLessThan(8)
    })

    test('makes a silent hover loop under 600 kB', () => {
      expect(streams(fileOf('hover'))).toEqual([
        expect.objectContaining({ codec_type: 'video', width: 640, height: 360 }),
      ])
      expect(named('hover')[0]?.bytes).toBeLessThan(600_000)
    })

    test('makes poster and thumbs in three formats, and a sheet whose cues name it', async () => {
      expect(named('poster').map(file => [file.mime, file.width, file.height])).toEqual([
        ['image/avif', 960, 540],
        ['image/webp', 960, 540],
        ['image/jpeg', 960, 540],
      ])
      expect(named('thumb_156').map(file => file.height)).toEqual([156, 156, 156])
      expect(named('thumb_480').map(file => file.width)).toEqual([480, 480, 480])
      const vtt = await readFile(fileOf('sprite_vtt'), 'utf8')
      expect(vtt.match(/-->/g)).toHaveLength(set.sprite.tiles)
      expect(vtt).toContain(`${named('sprite')[0]?.path}#xywh=0,0,240,135`)
    })

    test('is not made again until the master or a file changes', async () => {
      expect(await currentSet(at('renditions'), master)).toEqual(set)
      expect(await currentSet(at('renditions'), shoot('other.mov'))).toBeNull()
      await rm(fileOf('hover'))
      expect(await currentSet(at('renditions'), master)).toBeNull()
    })
  })

  test('a clip turned upright by its metadata is upright in every rendition', async () => {
    const lying = shoot('lying.mp4')
    const args = ['-v', 'error', '-y', '-display_rotation', '90', '-i', lying, '-c', 'copy', at('upright.mp4')]
    try {
      execFileSync(ffmpeg, args, { stdio: 'pipe' })
    } catch {
      // older ffmpeg writes the same mark from the rotate tag
      execFileSync(ffmpeg, [
        '-v',
        'error',
        '-y',
        '-i',
        lying,
        '-c',
        'copy',
        '-metadata:s:v:0',
        'rotate=90',
        at('upright.mp4'),
      ])
    }
    // In a process of its own, which tells how far it is.
    const heard: [string, number | null][] = []
    const order = { programs: { ffmpeg, ffprobe }, clip: 'upright', master: at('upright.mp4'), folder: at('upright') }
    const set = await makeRenditionsApart(order, { heard: (...said) => void heard.push(said) })
    expect(heard.slice(0, 2)).toEqual([
      ['reading', null],
      ['making', 0],
    ])
    expect(heard.at(-1)).toEqual(['making', 99])
    const percents = heard.slice(1).map(([, percent]) => percent ?? -1)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(set.master).toMatchObject({ width: 720, height: 1280 })
    expect(set.files.find(file => file.kind === 'preview')).toMatchObject({ width: 480, height: 854 })
  })

  describe('says what is wrong with', () => {
    const reason = async (file: string) => {
      const error: unknown = await makeRenditions({ ffmpeg, ffprobe }, 'bad', file, at('bad')).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(UnusableFootage)
      return (error as UnusableFootage).message
    }

    test('a text that calls itself a film', async () => {
      await writeFile(at('notes.mp4'), 'scene one, take three')
      expect(await reason(at('notes.mp4'))).toMatch(/not a video file/)
    })

    test('a playlist that points to other files', async () => {
      await writeFile(at('list.mov'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')
      expect(await reason(at('list.mov'))).toMatch(/not a video file/)
    })

    test('an empty file', async () => {
      await writeFile(at('empty.mov'), '')
      expect(await reason(at('empty.mov'))).toBe('The file is empty.')
    })

    test('an upload that stopped half way', async () => {
      const whole = await readFile(shoot('whole.mov'))
      await writeFile(at('half.mov'), whole.subarray(0, whole.length / 2))
      expect(await reason(at('half.mov'))).toMatch(/not complete/)
    })

    test('a file with sound only', async () => {
      execFileSync(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=1', at('sound.mp4')])
      expect(await reason(at('sound.mp4'))).toMatch(/no picture/)
    })

    test.each([0, 0.5])('bytes that were scrambled from %d of the picture on', async from => {
      const bytes = await readFile(shoot('fine.mp4', ['-movflags', '+faststart']))
      const start = bytes.indexOf('mdat') + 8
      for (let i = Math.round(start + from * (bytes.length - start)); i < bytes.length; i++) bytes[i] = (i * 197) % 256
      await writeFile(at('scrambled.mp4'), bytes)
      expect(await reason(at('scrambled.mp4'))).toMatch(/damaged/)
    })
  })

  test('a master in Matroska is read too, though it does not count its frames', async () => {
    const { facts } = await probe(
      { ffmpeg, ffprobe },
      shoot('master.mkv', ['-pix_fmt', 'yuv422p10le', '-c:v', 'libx264']),
    )
    expect(facts).toMatchObject({ container: 'matroska', bit_depth: 10, pixel_format: 'yuv422p10le', frames: 24 })
  })
})

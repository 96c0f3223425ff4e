/** A comp must match its master frame for frame on an editor's timeline. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPrograms } from './ffmpeg.server.ts'
import { makeRenditions } from './renditions.server.ts'
import { parseStartTimecode } from './timecode.ts'

const programs = findPrograms()

describe.skipIf(!programs)('the comp has every frame, the rate and the start timecode of the master', () => {
  const { ffmpeg, ffprobe } = programs ?? { ffmpeg: '', ffprobe: '' }
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'comp-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What an editing program reads: counts the frames one by one. */
  const readTimeline = (file: string) => {
    const entries = ['-count_packets', '-show_entries', 'stream=avg_frame_rate,nb_read_packets:stream_tags=timecode']
    const args = ['-v', 'error', '-select_streams', 'v:0', ...entries, '-show_entries', 'format_tags=timecode']
    const { streams, format } = JSON.parse(execFileSync(ffprobe, [...args, '-of', 'json', file], { encoding: 'utf8' }))
    const [{ avg_frame_rate, nb_read_packets, tags }] = streams
    const timecode: unknown = tags?.timecode ?? format.tags?.timecode ?? format.tags?.TIMECODE
    return { rate: avg_frame_rate as string, frames: Number(nb_read_packets), timecode }
  }

  test.each([
    ['23.976 in QuickTime', 'a.mov', '24000/1001', '01:02:03:04', ['-c:v', 'libx264', '-bf', '2']],
    ['29.97 with dropped numbers', 'b.mov', '30000/1001', '00:59:59;28', ['-c:v', 'prores_ks']],
    ['29.97 without', 'c.mp4', '30000/1001', '10:00:00:00', ['-c:v', 'libx264']],
    ['59.94 with dropped numbers, in MXF', 'd.mxf', '60000/1001', '01:00:00;00', ['-c:v', 'mpeg2video', '-q:v', '3']],
    ['25 in Matroska', 'e.mkv', '25', '09:58:00:00', ['-c:v', 'libx264']],
    ['24 without a timecode', 'f.mp4', '24', null, ['-c:v', 'libx264']],
  ])('%s', async (_, name, rate, timecode, codec) => {
    const master = path.join(folder, name)
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${rate}:duration=1.3`]
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1.3:sample_rate=48000', '-c:a', 'pcm_s16le']
    const start = timecode ? ['-timecode', timecode] : []
    const audio = name.endsWith('.mp4') ? ['-c:a', 'aac'] : []
    const args = [
      '-v',
      'error',
      '-y',
      ...picture,
      ...sound,
      ...codec,
      '-pix_fmt',
      name === 'b.mov' ? 'yuv422p10le' : 'yuv420p',
    ]
    execFileSync(ffmpeg, [...args, ...audio, ...start, master])

    const set = await makeRenditions(
      { ffmpeg, ffprobe },
      { clip: 'comp', master, folder: path.join(folder, `${name}.set`), watermark: { name: 'Shop', clip_number: 17 } },
    )
    const preview = set.files.find(file => file.kind === 'preview')?.path ?? 'none'
    const [before, after] = [readTimeline(master), readTimeline(path.join(folder, `${name}.set`, preview))]
    expect(after).toEqual(before)
    expect(after.timecode ?? null).toBe(timecode)
    expect(set.master).toMatchObject({ frames: before.frames, start_timecode: timecode })
  })
})

describe('a start timecode', () => {
  test.each([
    ['01:02:03:04', 24, '01:02:03:04'],
    ['00:59:59;28', 29.97, '00:59:59;28'],
    ['00:59:59.28', 29.97, '00:59:59;28'],
    ['01:00:00;00', 24, '01:00:00:00'],
    ['00:00:01:119', 120, '00:00:01:119'],
    ['24:00:00:00', 24, null],
    ['00:00:00:24', 24, null],
    ['00:61:00:00', 24, null],
    ['-i /etc/passwd', 24, null],
    [undefined, 24, null],
  ])('%s at %d is %s', (text, fps, expected) => expect(parseStartTimecode(text, fps)).toBe(expected))
})

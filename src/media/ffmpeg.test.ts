import { describe, expect, test } from 'vitest'

import { toError, run } from './ffmpeg.server.ts'
import { bitDepth, parseFacts } from './tech-facts.ts'
import { UnusableFootage } from './unusable-footage.ts'

describe('a failure is explained', () => {
  test.each([
    ['[mov,mp4 @ 0x1] moov atom not found', /not complete/],
    ["Stream map '0:v:0' matches no streams.", /no video track/],
    ['Decoder (codec none) not found for input stream #0:0', /codec that we cannot read/],
    ["[file @ 0x1] Protocol 'http' not on whitelist 'file,pipe'! not whitelisted", /self-contained/],
    ['Error while decoding stream #0:0: Invalid data found when processing input', /damaged/],
  ])('%s', (complaint, sentence) => {
    const error = toError(complaint)
    expect(error).toBeInstanceOf(UnusableFootage)
    expect(error.message).toMatch(sentence)
    expect(error.message).not.toContain('0x')
  })

  test.each(['av_interleaved_write_frame(): No space left on device', "Unknown encoder 'libx264'"])(
    '%s is not the filmmaker’s fault',
    complaint => {
      expect(toError(complaint)).not.toBeInstanceOf(UnusableFootage)
      expect(toError(complaint).message).toContain(complaint)
    },
  )
})

describe('a program', () => {
  const node = (script: string, limit_ms = 30_000) => run(process.execPath, ['-e', script], { limit_ms })

  test('returns its output', async () => {
    expect(await node("console.log('facts')")).toBe('facts\n')
  })

  test('is killed after its time limit', async () => {
    await expect(node('setInterval(() => {}, 1000)', 300)).rejects.toThrow(/took too long/)
  })

  test('that is missing gets install instructions', async () => {
    const error: unknown = await run('/nowhere/ffmpeg', [], { limit_ms: 5000 }).catch((e: unknown) => e)
    expect(error).not.toBeInstanceOf(UnusableFootage)
    expect(String(error)).toMatch(/could not be started.*Install ffmpeg/s)
  })
})

describe('technical facts', () => {
  const video = {
    codec_type: 'video',
    codec_name: 'prores',
    profile: 'HQ',
    width: 3840,
    height: 2160,
    pix_fmt: 'yuv422p10le',
    avg_frame_rate: '30000/1001',
    duration: '10.010000',
    nb_frames: '300',
  }
  const facts = (stream: object, format: object = { duration: '10.01' }) =>
    parseFacts(JSON.stringify({ streams: [stream], format }), 'mov').facts

  test('are read from ffprobe’s output', () => {
    expect(facts(video)).toEqual({
      container: 'mov',
      width: 3840,
      height: 2160,
      fps_num: 30_000,
      fps_den: 1001,
      fps: 29.97,
      codec: 'prores',
      profile: 'HQ',
      pixel_format: 'yuv422p10le',
      bit_depth: 10,
      duration_ms: 10_010,
      frames: 300,
      start_timecode: null,
      has_audio: false,
    })
  })

  test('sizes are as displayed', () => {
    expect(facts({ ...video, sample_aspect_ratio: '2:1' })).toMatchObject({ width: 7680, height: 2160 })
    expect(facts({ ...video, side_data_list: [{ rotation: -90 }] })).toMatchObject({ width: 2160, height: 3840 })
  })

  test.each([
    ['yuv420p', 8],
    ['yuv422p10le', 10],
    ['p010le', 10],
    ['gbrp12le', 12],
    ['rgb48be', 16],
    ['rgba64le', 16],
  ])('%s has %d bits', (format, bits) => expect(bitDepth(format)).toBe(bits))

  test.each([
    [{ ...video, codec_type: 'audio' }, /no picture/],
    [{ ...video, width: 32, height: 18 }, /only 32 × 18/],
    [{ ...video, width: 30_000 }, /larger/],
    [{ ...video, width: 4000, height: 100 }, /narrow/],
    [{ ...video, duration: '7200' }, /30 minutes/],
    [{ ...video, avg_frame_rate: '0/0' }, /how long/],
  ])('what cannot be licensed is refused %#', (stream, sentence) => {
    expect(() => facts(stream)).toThrow(UnusableFootage)
    expect(() => facts(stream)).toThrow(sentence)
  })
})

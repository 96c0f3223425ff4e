import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { bounds, fit, fitVideo, hoverLoop, hoverRate, spreadFrames, spriteGrid } from './plan.ts'
import { isCurrent, parseRenditionSet, PIPELINE, renditionPath, type RenditionSet } from './rendition-set.ts'
import { renderSpriteVtt, formatVttTime } from './renditions.server.ts'

const sha256 = 'ab12cd34'.repeat(8)
const set: RenditionSet = {
  pipeline: PIPELINE,
  clip: 'low-sun',
  master: {
    container: 'mov',
    width: 1920,
    height: 1080,
    fps_num: 24_000,
    fps_den: 1001,
    fps: 23.976,
    codec: 'prores',
    profile: 'HQ',
    pixel_format: 'yuv422p10le',
    bit_depth: 10,
    duration_ms: 6006,
    frames: 144,
    start_timecode: '01:00:00:00',
    has_audio: false,
    size_bytes: 1_000_000,
    sha256,
  },
  poster_ms: 3000,
  notes: [],
  files: [
    { kind: 'poster', mime: 'image/jpeg', width: 960, height: 540, bytes: 9, sha256, path: 'poster.ab12cd34.jpg' },
  ],
  sprite: { columns: 6, rows: 5, tiles: 30, tile_width: 240, tile_height: 135, interval_ms: 200.2 },
  descriptors: {
    palette: [{ hex: '#102030', weight: 1 }],
    color_layout: Array.from({ length: 48 }, () => 0),
    edges: Array.from({ length: 32 }, () => 0),
    brightness: 0.5,
    motion_energy: 0.2,
    motion_direction: 'left',
  },
}

describe('the manifest', () => {
  test('reads back what was written', () => {
    expect(parseRenditionSet(JSON.stringify(set))).toEqual(set)
  })

  test('rejects a file outside its folder', () => {
    const foreign = { ...set, files: [{ ...set.files[0], path: '../secret.ab12cd34.jpg' }] }
    expect(() => parseRenditionSet(JSON.stringify(foreign))).toThrow()
  })

  test('is current for its own master and pipeline only', () => {
    expect(isCurrent(set, sha256)).toBe(true)
    expect(isCurrent(set, 'f'.repeat(64))).toBe(false)
    expect(isCurrent({ ...set, pipeline: PIPELINE + 1 }, sha256)).toBe(false)
  })

  test('file names contain the content hash', () => {
    expect(renditionPath('thumb_480', 'image/avif', sha256)).toBe('thumb-480.ab12cd34.avif')
    expect(renditionPath('sprite_vtt', 'text/vtt', sha256)).toBe('sprite-vtt.ab12cd34.vtt')
  })
})

describe('sizes', () => {
  test.each([
    ['16:9', { width: 3840, height: 2160 }, { width: 960, height: 540 }, { width: 640, height: 360 }],
    ['scope', { width: 4096, height: 1716 }, { width: 1152, height: 484 }, { width: 640, height: 268 }],
    ['vertical', { width: 1080, height: 1920 }, { width: 540, height: 960 }, { width: 360, height: 640 }],
    ['small', { width: 320, height: 180 }, { width: 320, height: 180 }, { width: 320, height: 180 }],
  ])('%s', (_, master, preview, hover) => {
    expect(fitVideo(master, bounds.preview)).toEqual(preview)
    expect(fitVideo(master, bounds.hover)).toEqual(hover)
  })

  test('nothing is upscaled or exceeds its bounds, and video sides are even', () => {
    const side = fc.integer({ min: 64, max: 16_384 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const tile = fit({ width, height }, bounds.tile)
        expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(bounds.tile.long)
        const video = fitVideo({ width, height }, bounds.preview)
        expect([video.width % 2, video.height % 2]).toEqual([0, 0])
        expect(Math.min(video.width, video.height)).toBeLessThanOrEqual(bounds.preview.short)
      }),
    )
  })
})

describe('frame positions', () => {
  test('frames are spread over the clip without repeats', () => {
    expect(spreadFrames(10, 5)).toEqual([1, 3, 5, 7, 9])
    expect(spreadFrames(3, 9)).toEqual([0, 1, 2])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 40 }), (frames, count) => {
        const picked = spreadFrames(frames, count)
        expect(new Set(picked).size).toBe(Math.min(frames, count))
        expect(Math.max(...picked)).toBeLessThan(frames)
      }),
    )
  })

  test('the hover loop, including its dissolve, lies within the clip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 1_800_000 }), ms => {
        const { start, length, dissolve } = hoverLoop(ms)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(length).toBeLessThanOrEqual(4)
        expect(start + dissolve + length).toBeLessThanOrEqual(ms / 1000 + 1e-9)
      }),
    )
  })

  test.each([
    [24_000, 1001, '24000/1001'],
    [30, 1, '30/1'],
    [60, 1, '60/2'],
    [60_000, 1001, '60000/2002'],
    [120, 1, '120/4'],
  ])('a master of %d/%d loops at %s', (fps_num, fps_den, rate) => {
    expect(hoverRate({ fps_num, fps_den })).toBe(rate)
  })
})

describe('the sprite sheet', () => {
  const master = { width: 854, height: 480, duration_ms: 6000, frames: 144 }

  test('has a cell for every tile', () => {
    expect(spriteGrid(master)).toEqual({
      columns: 6,
      rows: 5,
      tiles: 30,
      tile_width: 240,
      tile_height: 135,
      interval_ms: 200,
    })
    expect(spriteGrid({ ...master, frames: 4 })).toMatchObject({ columns: 4, rows: 1, tiles: 4 })
  })

  test('its cues are contiguous, reach the end and stay on the sheet', () => {
    const grid = spriteGrid(master)
    const lines = renderSpriteVtt('sheet.webp', grid).split('\n')
    expect(lines.slice(0, 4)).toEqual(['WEBVTT', '', '00:00:00.000 --> 00:00:00.200', 'sheet.webp#xywh=0,0,240,135'])
    const cues = lines.filter(line => line.includes('-->')).map(line => line.split(' --> '))
    cues.slice(1).forEach(([from], i) => expect(from).toBe(cues[i]?.[1]))
    expect(cues.at(-1)?.[1]).toBe('00:00:06.000')
    expect(lines).toContain('sheet.webp#xywh=1200,540,240,135')
  })

  test('formats times with hours', () => {
    expect(formatVttTime(3_723_456.4)).toBe('01:02:03.456')
    expect(formatVttTime(59_999.9)).toBe('00:01:00.000')
  })
})

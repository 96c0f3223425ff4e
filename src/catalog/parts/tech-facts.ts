/** A master's facts in words of the trade. Pure. */
import { codecName } from '#media/codec-name.ts'

import type { ClipDetail } from '../contract.ts'
import { numberOf } from './counts.ts'

const containerNames: Record<string, string> = { mov: 'MP4 / QuickTime', matroska: 'Matroska', mxf: 'MXF' }

/** Common shapes of a frame, width over height. */
const shapes: [ratio: number, name: string][] = [
  [9 / 16, '9:16'],
  [4 / 5, '4:5'],
  [1, '1:1'],
  [4 / 3, '4:3'],
  [16 / 9, '16:9'],
  [1.85, '1.85:1'],
  [2.39, '2.39:1'],
]
/** 854×480 is called 16:9, though it is off by a hair. */
const close_enough = 0.01

/** "16:9", or the plain ratio: "1.50:1". */
export const aspectOf = ({ width, height }: { width: number; height: number }): string => {
  const ratio = width / height
  const known = shapes.find(([shape]) => Math.abs(shape / ratio - 1) < close_enough)
  return known?.[1] ?? `${ratio.toFixed(2)}:1`
}

/** "yuv422p10le" → "4:2:2"; what is not sampled that way keeps its name. */
export const samplingOf = (pixel_format: string): string =>
  /^yuvj?(4)([24])([024])p/.exec(pixel_format)?.slice(1).join(':') ?? pixel_format

/** "14.2 MB": decimal megabytes, as file managers and upload forms count. */
export const sizeOf = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`

/** 23.976 → "23.976 fps", 24 → "24 fps". */
export const rateOf = (fps: number): string => `${Number(fps.toFixed(3))} fps`

/** Every fact that the file has, in the order in which an editor asks. */
export const techFacts = (clip: ClipDetail): [name: string, value: string][] => {
  const { tech } = clip
  const facts: [string, string | null][] = [
    ['Frames', numberOf(tech.frames)],
    ['Frame rate', rateOf(clip.fps)],
    ['Frame size', `${clip.width} × ${clip.height}`],
    ['Aspect ratio', aspectOf(clip)],
    ['Codec', [codecName(tech.codec), tech.profile].filter(Boolean).join(' ')],
    ['Color', `${tech.bit_depth}-bit ${samplingOf(tech.pixel_format)}`],
    ['Container', containerNames[tech.container] ?? tech.container],
    ['Start timecode', tech.start_timecode],
    ['Sound', tech.has_audio ? 'Yes' : 'None'],
    ['File size', sizeOf(tech.size_bytes)],
    ['Loops', clip.loopable ? 'Seamlessly' : null],
    ['Clip number', String(clip.id)],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

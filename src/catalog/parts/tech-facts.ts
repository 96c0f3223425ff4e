/** Formats the technical details of a master. Pure functions. */
import { codecName } from '#media/codec-name.ts'

import type { ClipDetail } from '../contract.ts'
import { formatNumber } from '../counts.ts'
import { hasAlpha } from '../traits.ts'

const containerNames: Record<string, string> = { mov: 'MP4 / QuickTime', matroska: 'Matroska', mxf: 'MXF' }

/** Common aspect ratios, width divided by height. */
const aspectRatios: [ratio: number, name: string][] = [
  [9 / 16, '9:16'],
  [4 / 5, '4:5'],
  [1, '1:1'],
  [4 / 3, '4:3'],
  [16 / 9, '16:9'],
  [1.85, '1.85:1'],
  [2.39, '2.39:1'],
]
/** 854 × 480 counts as 16:9, although it is slightly off. */
const ASPECT_TOLERANCE = 0.01

/** Returns "16:9", or the plain ratio: "1.50:1". */
export const formatAspectRatio = ({ width, height }: { width: number; height: number }): string => {
  const ratio = width / height
  const match = aspectRatios.find(([shape]) => Math.abs(shape / ratio - 1) < ASPECT_TOLERANCE)
  return match?.[1] ?? `${ratio.toFixed(2)}:1`
}

/** "yuv422p10le" → "4:2:2". Other pixel formats keep their name. */
export const formatSampling = (pixel_format: string): string =>
  /^yuvj?(4)([24])([024])p/.exec(pixel_format)?.slice(1).join(':') ?? pixel_format

/** "14.2 MB": decimal megabytes, as in file managers and upload forms. */
export const formatFileSize = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`

/** 23.976 → "23.976 fps", 24 → "24 fps". */
export const formatFrameRate = (fps: number): string => `${Number(fps.toFixed(3))} fps`

/** Returns every technical detail of the file in the order that editors expect. */
export const listTechFacts = (clip: ClipDetail): [name: string, value: string][] => {
  const { tech } = clip
  const facts: [string, string | null][] = [
    ['Frames', formatNumber(tech.frames)],
    ['Frame rate', formatFrameRate(clip.fps)],
    ['Frame size', `${clip.width} × ${clip.height}`],
    ['Aspect ratio', formatAspectRatio(clip)],
    ['Codec', [codecName(tech.codec), tech.profile].filter(Boolean).join(' ')],
    ['Color', `${tech.bit_depth}-bit ${formatSampling(tech.pixel_format)}`],
    ['Alpha channel', hasAlpha(tech.pixel_format) ? 'Yes' : null],
    ['Container', containerNames[tech.container] ?? tech.container],
    ['Start timecode', tech.start_timecode],
    ['Sound', tech.has_audio ? 'Yes' : 'None'],
    ['File size', formatFileSize(tech.size_bytes)],
    ['Loops', clip.loopable ? 'Seamlessly' : null],
    ['Clip number', String(clip.id)],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

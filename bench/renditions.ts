/** `npm run bench -- renditions`: compares our pipeline with a single ffmpeg run that writes the same files. Needs ffmpeg. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { PREVIEW_KBPS } from '../src/media/decode.server.ts'
import { requirePrograms } from '../src/media/ffmpeg.server.ts'
import { bounds, fit, fitVideo, hoverLoop, hoverRate, motionRate, spriteGrid } from '../src/media/plan.ts'
import { probe } from '../src/media/probe.server.ts'
import type { TechFacts } from '../src/media/rendition-set.ts'
import type { RenditionJob } from '../src/media/renditions-subprocess.server.ts'
import { renderWatermark } from '../src/media/watermark.server.ts'
import { describeMachine } from './machine.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const programs = requirePrograms()
const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-bench-'))
const inFolder = (name: string) => path.join(folder, name)
const watermark = { name: 'Bench', clip_number: 17 }
const flags = (text: string) => text.split(' ')

/** Real footage at typical sizes: a 4K master of the demo, and scaled down. */
const SOURCE_FILE = 'demo/footage/clips-1080/shoreline-golden.mp4'
const masters: readonly [name: string, file: string, args: string[]][] = [
  ['3840 × 2160, H.265', 'uhd.mp4', ['-c', 'copy']],
  ['1920 × 1080, H.264', 'hd.mp4', flags('-vf scale=1920:1080 -c:v libx264 -crf 16 -preset fast')],
  ['3840 × 2160, ProRes', '4k.mov', flags('-vf scale=3840:2160 -c:v prores_ks -profile:v 2 -t 4')],
]

const h264 = (quality: string) =>
  flags(`-c:v libx264 -profile:v high -preset slow -aq-mode 3 ${quality} -an -movflags +faststart -y`)
const pictures = ['poster', 'thumb480', 'thumb156'] as const
const encoders = {
  jpg: flags('-c:v mjpeg -q:v 3'),
  webp: flags('-c:v libwebp -quality 82'),
  avif: flags('-c:v libaom-av1 -still-picture 1 -crf 24 -cpu-used 6 -f avif'),
}

/** Arguments of one ffmpeg run with all outputs: the files, and the input of motion and interlacing analysis. */
const baselineArgs = (master: string, facts: TechFacts): string[] => {
  const preview = fitVideo(facts, bounds.preview)
  const hover = fitVideo(facts, bounds.hover)
  const poster = fit(facts, bounds.poster)
  const grid = spriteGrid(facts)
  const loop = hoverLoop(facts.duration_ms)
  const middle = Math.floor(facts.frames / 2)
  const motion = fit(facts, bounds.motion)
  const frameInterval = Math.max(1, Math.floor(facts.frames / grid.tiles))
  const stills = pictures.flatMap(name => Object.keys(encoders).map(type => `[${name}${type}]`))
  const filters = [
    '[0:v]split=6[p][h][c][t][m][f]',
    `[p]scale=${preview.width}:${preview.height}:flags=lanczos[picture]`,
    '[picture][1:v]overlay,format=yuv420p[preview]',
    `[h]trim=${loop.start}:${loop.start + loop.length},setpts=PTS-STARTPTS,fps=${hoverRate(facts)},scale=${hover.width}:${hover.height}:flags=lanczos,format=yuv420p[hover]`,
    `[c]select=eq(n\\,${middle}),split=3[c1][c2][c3]`,
    `[c1]scale=${poster.width}:${poster.height}:flags=lanczos,format=yuvj420p,split=3${stills.slice(0, 3).join('')}`,
    `[c2]scale=480:-2:flags=lanczos,format=yuvj420p,split=3${stills.slice(3, 6).join('')}`,
    `[c3]scale=-2:156:flags=lanczos,format=yuvj420p,split=3${stills.slice(6).join('')}`,
    `[t]select=not(mod(n\\,${frameInterval})),scale=${grid.tile_width}:${grid.tile_height}:flags=lanczos,tile=${grid.columns}x${grid.rows}[sprite]`,
    `[m]fps=${motionRate(facts)},scale=${motion.width}:${motion.height}:flags=area,format=gray[motion]`,
    "[f]crop='min(iw,640)':'min(ih,360)',idet,nullsink",
  ].join(';')
  return [
    flags('-v error -nostdin -i'),
    [master, '-i', inFolder('watermark.png'), '-filter_complex', filters],
    [
      '-map',
      '[preview]',
      ...h264(`-crf 26 -maxrate ${PREVIEW_KBPS}k -bufsize ${2 * PREVIEW_KBPS}k -g ${Math.round(facts.fps)}`),
      inFolder('b.mp4'),
    ],
    ['-map', '[hover]', ...h264('-crf 28 -maxrate 450k -bufsize 450k'), inFolder('h.mp4')],
    pictures.flatMap(name =>
      Object.entries(encoders).flatMap(([type, encoder]) => [
        '-map',
        `[${name}${type}]`,
        '-frames:v',
        '1',
        ...encoder,
        '-y',
        inFolder(`${name}.${type}`),
      ]),
    ),
    ['-map', '[sprite]', '-frames:v', '1', '-c:v', 'libwebp', '-quality', '72', '-y', inFolder('sprite.webp')],
    ['-map', '[motion]', ...flags('-c:v rawvideo -f rawvideo -y'), inFolder('motion.gray')],
  ].flat()
}

type MeasuredTime = { wall_s: number; cpu_s: number }

/** Parses "0m1.25s", the format of the shell's `times`. */
const parseShellTime = (text = '') => {
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** Measures the wall time and the CPU time of a program and its children; the shell's `times` counts both. */
const measureProgram = (program: string, args: readonly string[]): Promise<MeasuredTime> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    // Both run at the pipeline's priority, so that other load slows them down equally.
    const child = spawn('sh', ['-c', 'nice -n 10 "$@" >/dev/null && times', 'sh', program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', code => {
      if (code !== 0) return reject(new Error(`${program} ended with ${code}.`))
      const [user, system] = (output.trim().split('\n').at(-1) ?? '').split(' ').map(parseShellTime)
      return resolve({ wall_s: (performance.now() - startedAt) / 1_000, cpu_s: (user ?? 0) + (system ?? 0) })
    })
  })

const measurePipeline = (master: string, set: string) => {
  const job: RenditionJob = { programs, clip: 'bench', master, folder: set, watermark }
  return measureProgram(process.execPath, ['src/media/renditions-subprocess-main.server.ts', JSON.stringify(job)])
}

const minimum = (times: readonly MeasuredTime[], field: keyof MeasuredTime) =>
  Math.min(...times.map(time => time[field]))
const formatTimes = (times: readonly MeasuredTime[]) =>
  `${minimum(times, 'wall_s').toFixed(1).padStart(6)} s, CPU ${minimum(times, 'cpu_s').toFixed(1).padStart(5)} s`

try {
  console.log(
    describeMachine(execFileSync(programs.ffmpeg, ['-version'], { encoding: 'utf8' }).split(' Copyright')[0] ?? ''),
  )
  for (const [name, file, args] of masters) {
    const master = inFolder(file)
    execFileSync(programs.ffmpeg, [...flags('-v error -y -i'), SOURCE_FILE, ...args, '-an', master])
    const { facts } = await probe(programs, master)
    writeFileSync(inFolder('watermark.png'), await renderWatermark(watermark, fitVideo(facts, bounds.preview)))
    const [pipeline, baseline]: [MeasuredTime[], MeasuredTime[]] = [[], []]
    // Alternate, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round++) {
      baseline.push(await measureProgram(programs.ffmpeg, baselineArgs(master, facts)))
      pipeline.push(await measurePipeline(master, inFolder(`set-${round}`)))
    }
    const formatShare = (field: keyof MeasuredTime) =>
      `${Math.round((100 * minimum(baseline, field)) / minimum(pipeline, field))} %`
    console.log(
      `${name.padEnd(22)} ${formatTimes(pipeline)}   baseline ${formatTimes(baseline)}   ${formatShare('wall_s')} of the baseline, by CPU ${formatShare('cpu_s')}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

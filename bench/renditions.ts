/** `npm run bench -- renditions`: one clip's renditions by our pipeline, against one bare ffmpeg run that writes the same files. Needs ffmpeg. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { needPrograms } from '../src/media/ffmpeg.server.ts'
import { bounds, fit, fitVideo, hoverLoop, hoverRate, motionRate, spriteGrid } from '../src/media/plan.ts'
import { probe } from '../src/media/probe.server.ts'
import type { TechFacts } from '../src/media/rendition-set.ts'
import type { Order } from '../src/media/renditions-apart.server.ts'
import { watermark } from '../src/media/watermark.server.ts'
import { machineLine } from './machine.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const programs = needPrograms()
const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-bench-'))
const at = (name: string) => path.join(folder, name)
const flags = (text: string) => text.split(' ')

/** Real footage at the sizes that come in: the demo's, and the same enlarged. */
const source = 'demo/footage/clips/shoreline-golden.mp4'
const masters: readonly [name: string, file: string, args: string[]][] = [
  ['854 × 480, H.264', 'small.mp4', ['-c', 'copy']],
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

/** Arguments for one decode with every output hung on it: the files, and what motion and interlacing are read from. */
const bare = (master: string, facts: TechFacts): string[] => {
  const preview = fitVideo(facts, bounds.preview)
  const hover = fitVideo(facts, bounds.hover)
  const poster = fit(facts, bounds.poster)
  const grid = spriteGrid(facts)
  const loop = hoverLoop(facts.duration_ms)
  const middle = Math.floor(facts.frames / 2)
  const motion = fit(facts, bounds.motion)
  const every = Math.max(1, Math.floor(facts.frames / grid.tiles))
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
    `[t]select=not(mod(n\\,${every})),scale=${grid.tile_width}:${grid.tile_height}:flags=lanczos,tile=${grid.columns}x${grid.rows}[sprite]`,
    `[m]fps=${motionRate(facts)},scale=${motion.width}:${motion.height}:flags=area,format=gray[motion]`,
    "[f]crop='min(iw,640)':'min(ih,360)',idet,nullsink",
  ].join(';')
  return [
    flags('-v error -nostdin -i'),
    [master, '-i', at('watermark.png'), '-filter_complex', filters],
    ['-map', '[preview]', ...h264(`-crf 26 -maxrate 1100k -bufsize 2200k -g ${Math.round(facts.fps)}`), at('b.mp4')],
    ['-map', '[hover]', ...h264('-crf 28 -maxrate 450k -bufsize 450k'), at('h.mp4')],
    pictures.flatMap(name =>
      Object.entries(encoders).flatMap(([type, encoder]) => [
        '-map',
        `[${name}${type}]`,
        '-frames:v',
        '1',
        ...encoder,
        '-y',
        at(`${name}.${type}`),
      ]),
    ),
    ['-map', '[sprite]', '-frames:v', '1', '-c:v', 'libwebp', '-quality', '72', '-y', at('sprite.webp')],
    ['-map', '[motion]', ...flags('-c:v rawvideo -f rawvideo -y'), at('motion.gray')],
  ].flat()
}

type Taken = { wall_s: number; cpu_s: number }

/** "0m1.25s" as a shell's `times` writes it. */
const secondsIn = (text = '') => {
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** How long a program takes, and how much of the processors with all that it starts: the shell counts that. */
const measure = (program: string, args: readonly string[]): Promise<Taken> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    // Both at the pipeline's own priority, so that whatever else runs slows both down alike.
    const child = spawn('sh', ['-c', 'nice -n 10 "$@" >/dev/null && times', 'sh', program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('close', code => {
      if (code !== 0) return reject(new Error(`${program} ended with ${code}.`))
      const [user, system] = (said.trim().split('\n').at(-1) ?? '').split(' ').map(secondsIn)
      return resolve({ wall_s: (performance.now() - began) / 1_000, cpu_s: (user ?? 0) + (system ?? 0) })
    })
  })

const ours = (master: string, set: string) => {
  const order: Order = { programs, clip: 'bench', master, folder: set }
  return measure(process.execPath, ['src/media/renditions-process.server.ts', JSON.stringify(order)])
}

const least = (taken: readonly Taken[], what: keyof Taken) => Math.min(...taken.map(one => one[what]))
const shown = (taken: readonly Taken[]) =>
  `${least(taken, 'wall_s').toFixed(1).padStart(6)} s, CPU ${least(taken, 'cpu_s').toFixed(1).padStart(5)} s`

try {
  console.log(
    machineLine(execFileSync(programs.ffmpeg, ['-version'], { encoding: 'utf8' }).split(' Copyright')[0] ?? ''),
  )
  for (const [name, file, args] of masters) {
    const master = at(file)
    execFileSync(programs.ffmpeg, [...flags('-v error -y -i'), source, ...args, '-an', master])
    const { facts } = await probe(programs, master)
    writeFileSync(at('watermark.png'), await watermark(fitVideo(facts, bounds.preview)))
    const [pipeline, floor]: [Taken[], Taken[]] = [[], []]
    // Taken in turns, so that whatever else the machine does troubles both.
    for (let round = 0; round < rounds; round++) {
      floor.push(await measure(programs.ffmpeg, bare(master, facts)))
      pipeline.push(await ours(master, at(`set-${round}`)))
    }
    const share = (what: keyof Taken) => `${Math.round((100 * least(floor, what)) / least(pipeline, what))} %`
    console.log(
      `${name.padEnd(22)} ${shown(pipeline)}   floor ${shown(floor)}   ${share('wall_s')} of the floor, by CPU ${share('cpu_s')}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

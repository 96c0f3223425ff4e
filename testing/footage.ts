/** Valid and invalid footage, made with ffmpeg's generators. */
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const DURATION_SECONDS = '1.2'

/** `make` encodes a moving test picture; `at` returns the path of a file in the folder. */
export const openFootage = (ffmpeg: string, folder: string) => {
  const at = (name: string) => path.join(folder, name)
  const run = (...args: string[]) => execFileSync(ffmpeg, ['-v', 'error', '-y', ...args], { stdio: 'pipe' })
  const picture = (rate: string, size = '320x180') => `testsrc2=size=${size}:rate=${rate}:duration=${DURATION_SECONDS}`
  const make = (name: string, args: readonly string[] = [], rate = '24000/1001', size = '320x180') => {
    run('-f', 'lavfi', '-i', picture(rate, size), '-pix_fmt', 'yuv420p', '-c:v', 'libx264', ...args, at(name))
    return at(name)
  }
  const flat = (name: string, source: string) =>
    run(
      '-f',
      'lavfi',
      '-i',
      `${source}size=320x180:rate=25:duration=${DURATION_SECONDS}`,
      '-pix_fmt',
      'yuv420p',
      at(name),
    )

  return {
    at,
    make,
    tenBit: (name: string) => make(name, ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-timecode', '01:00:00:00']),
    oddSized: (name: string) =>
      make(name, ['-vf', 'format=yuv444p,scale=321:181,setsar=1', '-pix_fmt', 'yuv444p'], '25'),
    /** Rotated by its display matrix. */
    rotated: (name: string) => {
      make(`lying-${name}`)
      // Newer ffmpeg versions use an option, older ones a tag; each ignores or rejects the other.
      const copy = (before: string[], after: string[]) =>
        run(...before, '-i', at(`lying-${name}`), '-c', 'copy', ...after, at(name))
      try {
        copy(['-display_rotation', '90'], [])
      } catch {
        copy([], ['-metadata:s:v:0', 'rotate=90'])
      }
    },
    /** Drops every tenth frame. */
    varying: (name: string) => make(name, ['-vf', "select='mod(n,10)'", '-fps_mode', 'vfr'], '30'),
    interlaced: (name: string) => make(name, ['-vf', 'interlace', '-flags', '+ilme+ildct'], '50'),
    black: (name: string) => flat(name, 'color=black:'),
    still: (name: string) => flat(name, 'smptehdbars='),
    soundOnly: (name: string) => run('-f', 'lavfi', '-i', `sine=duration=${DURATION_SECONDS}`, at(name)),
    truncated: (name: string) => {
      const file = make(name)
      truncateSync(file, Math.floor(readFileSync(file).length / 2))
    },
    scrambled: (name: string) => {
      const bytes = readFileSync(make(name, ['-movflags', '+faststart']))
      for (let i = bytes.indexOf('mdat') + 8; i < bytes.length; i++) bytes[i] = (i * 197) % 256
      writeFileSync(at(name), bytes)
    },
    /** A tiny file that claims to be 40,000 × 40,000 pixels. */
    huge: (name: string) => {
      const bytes = readFileSync(make(name, ['-c:v', 'rawvideo', '-pix_fmt', 'uyvy422'], '24', '64x64'))
      const entry = bytes.indexOf('2vuy', bytes.indexOf('stsd'))
      bytes.writeUInt16BE(40_000, entry + 28)
      bytes.writeUInt16BE(40_000, entry + 30)
      writeFileSync(at(name), bytes)
    },
    text: (name: string, content: string) => writeFileSync(at(name), content),
    link: (name: string, to: string) => symlinkSync(to, at(name)),
  }
}

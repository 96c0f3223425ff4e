/** Footage for tests, good and bad, made by ffmpeg from its own generators. */
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const seconds = '1.2'

/** `make` runs ffmpeg with one moving test picture as its input; `at` names a file in the folder. */
export const openFootage = (ffmpeg: string, folder: string) => {
  const at = (name: string) => path.join(folder, name)
  const run = (...args: string[]) => execFileSync(ffmpeg, ['-v', 'error', '-y', ...args], { stdio: 'pipe' })
  const picture = (rate: string, size = '320x180') => `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`
  const make = (name: string, args: readonly string[] = [], rate = '24000/1001', size = '320x180') => {
    run('-f', 'lavfi', '-i', picture(rate, size), '-pix_fmt', 'yuv420p', '-c:v', 'libx264', ...args, at(name))
    return at(name)
  }
  const flat = (name: string, source: string) =>
    run('-f', 'lavfi', '-i', `${source}size=320x180:rate=25:duration=${seconds}`, '-pix_fmt', 'yuv420p', at(name))

  return {
    at,
    make,
    tenBit: (name: string) => make(name, ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-timecode', '01:00:00:00']),
    oddSized: (name: string) =>
      make(name, ['-vf', 'format=yuv444p,scale=321:181,setsar=1', '-pix_fmt', 'yuv444p'], '25'),
    /** Lies on its side, with a mark that players turn it by. */
    rotated: (name: string) => {
      make(`lying-${name}`)
      // Newer ffmpeg has an option for it, older ones a tag; each refuses or forgets the other's.
      const copy = (before: string[], after: string[]) =>
        run(...before, '-i', at(`lying-${name}`), '-c', 'copy', ...after, at(name))
      try {
        copy(['-display_rotation', '90'], [])
      } catch {
        copy([], ['-metadata:s:v:0', 'rotate=90'])
      }
    },
    /** Every tenth frame is missing. */
    varying: (name: string) => make(name, ['-vf', "select='mod(n,10)'", '-fps_mode', 'vfr'], '30'),
    interlaced: (name: string) => make(name, ['-vf', 'interlace', '-flags', '+ilme+ildct'], '50'),
    black: (name: string) => flat(name, 'color=black:'),
    still: (name: string) => flat(name, 'smptehdbars='),
    soundOnly: (name: string) => run('-f', 'lavfi', '-i', `sine=duration=${seconds}`, at(name)),
    truncated: (name: string) => {
      const file = make(name)
      truncateSync(file, Math.floor(readFileSync(file).length / 2))
    },
    scrambled: (name: string) => {
      const bytes = readFileSync(make(name, ['-movflags', '+faststart']))
      for (let i = bytes.indexOf('mdat') + 8; i < bytes.length; i++) bytes[i] = (i * 197) % 256
      writeFileSync(at(name), bytes)
    },
    /** A few pixels that say they are 40,000 wide and high. */
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

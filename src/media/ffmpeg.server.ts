/** ffmpeg and ffprobe: finding them, and running them fenced in, since what they read is hostile. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

import { MAX_SIDE_PX } from './checks.ts'
import { UnusableFootage } from './unusable-footage.ts'

export type Programs = { ffmpeg: string; ffprobe: string }
type Environment = Readonly<Record<string, string | undefined>>

const HOW_TO_GET =
  'Install ffmpeg 5.1 or newer (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install ffmpeg)'

function isProgram(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onPath(name: string, env: Environment): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name]
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean)
  return folders.flatMap(folder => names.map(n => path.join(folder, n))).find(isProgram)
}

/** FFMPEG_PATH and FFPROBE_PATH, else PATH; null when one is missing. */
export function findPrograms(env: Environment = process.env): Programs | null {
  const ffmpeg = env.FFMPEG_PATH || onPath('ffmpeg', env)
  const ffprobe = env.FFPROBE_PATH || onPath('ffprobe', env)
  return ffmpeg && ffprobe && isProgram(ffmpeg) && isProgram(ffprobe) ? { ffmpeg, ffprobe } : null
}

/** The programs, or an Error that says how to get them. */
export function needPrograms(env: Environment = process.env): Programs {
  const programs = findPrograms(env)
  if (!programs)
    throw new Error(`ffmpeg and ffprobe were not found. ${HOW_TO_GET}, or set FFMPEG_PATH and FFPROBE_PATH.`)
  return programs
}

/** Only files and pipes: a master must not make the server open addresses or other files. No picture beyond any camera's. */
export const fence = ['-protocol_whitelist', 'file,pipe', '-max_pixels', String(MAX_SIDE_PX ** 2)] as const

const MEMORY_KIB = 8 * 1024 * 1024
const MAX_OUTPUT = 16 * 1024 * 1024
const MAX_COMPLAINT = 32 * 1024

/** Where there is a shell, it lowers priority and limits memory and CPU time before it becomes the program. */
function fenced(program: string, args: readonly string[], limit_ms: number): [string, string[]] {
  if (process.platform === 'win32') return [program, [...args]]
  const cpuSeconds = Math.ceil((limit_ms / 1000) * 8)
  const limits = `ulimit -v ${MEMORY_KIB} 2>/dev/null; ulimit -t ${cpuSeconds} 2>/dev/null; ulimit -c 0`
  return ['/bin/sh', ['-c', `${limits}; exec nice -n 10 "$0" "$@"`, program, ...args]]
}

/** What ffmpeg complains of, as a filmmaker would put it. The first that fits. */
const reasons: readonly [RegExp, string][] = [
  [
    /moov atom not found|Truncated|partial file/i,
    'The file is not complete. Export it again, or upload it again to the end.',
  ],
  [/does not contain any stream|matches no streams/i, 'The file has no picture: it holds no video track.'],
  [/Picture size .* is invalid|max_pixels|dimensions .* not supported/i, 'The picture is larger than we can process.'],
  [
    /Decoder .* not found|Unknown decoder|none codec/i,
    'The video uses a codec that we cannot read. Send ProRes, DNxHR or H.264.',
  ],
  [/not whitelisted/i, 'The file points to other files. Export it as one self-contained file.'],
]
const ours =
  /No space left|Permission denied|Unknown encoder|Encoder not found|Unrecognized option|Option .* not found|Cannot allocate|while opening encoder/i

/** Sorts a failure: our machine's fault is a plain Error, the file's fault is UnusableFootage. */
export function explain(complaint: string): Error {
  const detail = complaint.trim().slice(-2000)
  if (ours.test(detail)) return new Error(`ffmpeg could not work: ${detail}. ${HOW_TO_GET}.`)
  const known = reasons.find(([pattern]) => pattern.test(detail))
  return new UnusableFootage(known?.[1] ?? 'The file seems damaged: it could not be read to its end.', {
    cause: detail,
  })
}

const notStarted = (detail: string) => new Error(`ffmpeg could not be started: ${detail}. ${HOW_TO_GET}.`)

const needed = ['PATH', 'Path', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot']

/** What a program that reads hostile files gets to know of ours: no addresses of databases, no keys. */
export const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.includes(name)))

type Limits = {
  limit_ms: number
  /** The program's own folder: files that it names without a path lie there. */
  cwd?: string | undefined
  /** Ends the program early. */
  signal?: AbortSignal | undefined
  /** Told what it says as it says it. */
  heard?: ((text: string) => void) | undefined
}

/** How far a run with `-progress pipe:1` is, 0 to 99, by the frames that it says are through; undefined when it says nothing of them. */
export const percentIn = (said: string, frames: number): number | undefined => {
  const frame = [...said.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1]
  return frame === undefined ? undefined : Math.min(99, Math.floor((Number(frame) * 100) / frames))
}

/** Runs one of the programs to its end and returns its output; kills it after limit_ms. Throws what `explain` says. */
export function run(
  program: string,
  args: readonly string[],
  { limit_ms, cwd, signal, heard }: Limits,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(...fenced(program, args, limit_ms), {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      env: bareEnvironment(),
      ...(cwd && { cwd }),
    })
    const stop = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', stop, { once: true })
    let output = ''
    let complaint = ''
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, limit_ms)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      heard?.(text)
      if (output.length > MAX_OUTPUT) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MAX_COMPLAINT)
    })
    child.on('error', error => {
      clearTimeout(timer)
      reject(notStarted(error.message))
    })
    child.on('close', (code, killed) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(new Error('Stopped.'))
      else if (code === 0) resolve(output)
      else if (code === 126 || code === 127) reject(notStarted(complaint.trim()))
      else if (late) reject(new UnusableFootage('The file took too long to read. Send a shorter or a simpler export.'))
      else if (killed)
        reject(new UnusableFootage('The file is too heavy to process.', { cause: `${killed} ${complaint}` }))
      else reject(explain(complaint))
    })
  })
}
